import { useEffect, useRef, useState } from 'react';
import { notKeptInWords } from '../../content/form/not-kept-words.ts';
import { type Brought, nothingBrought } from '../../content/moving-in/brought.ts';
import { linkNotes } from '../../content/moving-in/link-notes.ts';
import { fingerprint, idOfNote } from '../../content/moving-in/note-ids.ts';
import { type NotesPlan, planNotes } from '../../content/moving-in/plan-notes.ts';
import type { ReadNote } from '../../content/moving-in/read-note.ts';
import { titlesTaken } from '../../content/moving-in/titles-taken.ts';
import type { Row } from '../../content/write-content-file.ts';
import { useEditor } from '../../engine/editing.ts';
import { useTakeSnapshot } from '../../engine/index.ts';
import { BROUGHT_AT_ONCE } from '../../lib/limits.ts';
import { nextTask } from '../../lib/next-task.ts';
import { bringIn } from './bring-in.ts';
import { broughtHere, rememberBrought } from './brought-here.ts';
import { NothingToRead } from './found-file.ts';
import { foundFiles, type PathAndFile } from './found-files.ts';
import { type NotesHere, notesIn } from './read-notes.ts';

/** What was read, and what would happen with it. */
export interface Planned {
  readonly here: NotesHere;
  /** As they come into the site, with their links. */
  readonly notes: readonly ReadNote[];
  readonly plan: NotesPlan;
  readonly replace: boolean;
  readonly brought: Brought;
  readonly epoch: string;
}

/** How far an import is. */
export type Importing =
  | { readonly at: 'start'; readonly problem: string | null }
  | { readonly at: 'reading'; readonly words: string }
  | { readonly at: 'planned'; readonly planned: Planned; readonly problem: string | null }
  | { readonly at: 'bringing'; readonly done: number; readonly of: number }
  | { readonly at: 'done'; readonly added: number; readonly changed: number };

/**
 * MOVE-13: brings notes into the site from a page, without a network, too: each note is an edit in the outbox.
 *
 * @param rows the learnings on this device, as they are shown
 */
export function useImport(rows: readonly Row[]) {
  const editor = useEditor();
  const takeSnapshot = useTakeSnapshot();
  const [importing, setImporting] = useState<Importing>({ at: 'start', problem: null });
  /** Of what is running; another, or none, ends it. */
  const run = useRef(0);
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });
  useEffect(
    () => () => {
      run.current += 1;
    },
    [],
  );

  function begin(): () => boolean {
    run.current += 1;
    const mine = run.current;
    return () => run.current !== mine;
  }

  async function read(giving: Promise<readonly PathAndFile[]>): Promise<void> {
    const isOver = begin();
    const tell = (words: string) => setImporting({ at: 'reading', words });
    tell('Reading…');
    try {
      const found = await foundFiles(await giving);
      const here = await notesIn(found, tell, isOver);
      const snapshot = await takeSnapshot();
      if (snapshot === null) throw new NothingToRead(notWhole);
      const brought = await broughtHere(here.name);
      if (isOver()) return;
      const planned = plan({ here, brought, epoch: snapshot.epoch, replace: false });
      setImporting({ at: 'planned', planned, problem: null });
    } catch (error) {
      if (isOver()) return;
      const problem = error instanceof NothingToRead ? error.message : unreadable;
      setImporting({ at: 'start', problem });
    }
  }

  function plan(given: Omit<Planned, 'notes' | 'plan'>): Planned {
    const { here, brought, epoch, replace } = given;
    const held = latest.current;
    const isTaken = titlesTaken(held, here.notes);
    const notes = linkNotes(here.notes, idOfNote, isTaken, here.pictureAt);
    const rest = { epoch, replace, idOf: idOfNote, hashOf: fingerprint };
    return {
      ...given,
      notes,
      plan: planNotes({ notes, rows: held, brought: brought.notes, ...rest }),
    };
  }

  async function bring(planned: Planned): Promise<void> {
    const isOver = begin();
    // What was edited since the plan was shown is left alone, too.
    const now = plan(planned);
    const { here, plan: steps, brought } = now;
    const of = steps.added.length + steps.changed.length;
    const come = new Map(brought.notes);
    const remember = () =>
      rememberBrought(here.name, { notes: come, pictures: nothingBrought.pictures });
    const same = new Set(steps.same);
    for (const [path, note] of steps.brought) if (same.has(path)) come.set(path, note);
    let done = 0;
    setImporting({ at: 'bringing', done, of });
    try {
      await bringIn(
        editor,
        steps,
        here,
        async (path, count) => {
          done = count;
          const note = steps.brought.get(path);
          if (note !== undefined) come.set(path, note);
          if (count % BROUGHT_AT_ONCE === 0) await remember();
          if (!isOver()) setImporting({ at: 'bringing', done, of });
          await nextTask();
        },
        isOver,
      );
      await remember();
      const added = Math.min(done, steps.added.length);
      if (!isOver()) setImporting({ at: 'done', added, changed: done - added });
    } catch (error) {
      await remember();
      if (isOver()) return;
      const problem = `Stopped after ${done} of ${of}. ${notKeptInWords(error)} What has come stays, and doesn’t come twice.`;
      setImporting({
        at: 'planned',
        planned: plan({ ...now, brought: { ...brought, notes: come } }),
        problem,
      });
    }
  }

  /** Ends what is running; what has come stays. */
  function stop(): void {
    begin();
    setImporting({ at: 'start', problem: null });
  }

  function choose(replace: boolean): void {
    if (importing.at !== 'planned') return;
    setImporting({ ...importing, planned: plan({ ...importing.planned, replace }) });
  }

  return { importing, read, bring, stop, choose };
}

const notWhole =
  'This device doesn’t have all content yet, so it can’t tell what is new. Connect once, and try again.';
const unreadable =
  'Your browser couldn’t read it. If it is on another device or in a cloud, copy it to this one first.';
