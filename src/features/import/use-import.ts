import { useEffect, useRef, useState } from 'react';
import { notKeptInWords } from '../../content/form/not-kept-words.ts';
import { type Brought, nothingBrought } from '../../content/moving-in/brought.ts';
import { outcomeOf } from '../../content/moving-in/import-report.ts';
import { planSource, type SourcePlan } from '../../content/moving-in/plan-source.ts';
import { UnusableSource } from '../../content/moving-in/unusable-source.ts';
import type { Row } from '../../content/write-content-file.ts';
import { useEditor } from '../../engine/editing.ts';
import { useTakeSnapshot } from '../../engine/index.ts';
import { BROUGHT_AT_ONCE } from '../../lib/limits.ts';
import { nextTask } from '../../lib/next-task.ts';
import { bringIn } from './bring-in.ts';
import { broughtHere, rememberBrought } from './brought-here.ts';
import { foundFiles, type PathAndFile } from './found-files.ts';
import { type ReadSource, readSource } from './read-source.ts';

/** What was read, and what would happen with it. */
export interface Planned {
  readonly source: ReadSource;
  readonly plan: SourcePlan;
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
 * @param rows those on this device, as they are shown, by their tables
 */
export function useImport(rows: ReadonlyMap<string, readonly Row[]>) {
  const editor = useEditor();
  const takeSnapshot = useTakeSnapshot();
  const [importing, setImporting] = useState<Importing>({ at: 'start', problem: null });
  /** Of what is running; another, or none, ends it. */
  const run = useRef(0);
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });
  const isGone = useRef(false);
  useEffect(() => {
    // Files may be chosen before this runs, and StrictMode runs it twice: that must not end what they began.
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  function begin(): () => boolean {
    run.current += 1;
    const mine = run.current;
    return () => isGone.current || run.current !== mine;
  }

  async function read(giving: Promise<readonly PathAndFile[]>): Promise<void> {
    const isOver = begin();
    const tell = (words: string) => setImporting({ at: 'reading', words });
    tell('Reading…');
    try {
      const found = await foundFiles(await giving);
      const source = await readSource(found, tell, isOver);
      const snapshot = await takeSnapshot();
      if (snapshot === null) throw new UnusableSource(notWhole);
      const brought = await broughtHere(source.name);
      if (isOver()) return;
      const planned = plan({ source, brought, epoch: snapshot.epoch, replace: false });
      const { ofNotes, ofLists, brought: notes } = planned.plan;
      const { added, changed } = outcomeOf([ofNotes, ofLists]);
      // Nothing is to be carried out; but files may have been renamed.
      if (added + changed === 0)
        await rememberBrought(source.name, { notes, pictures: nothingBrought.pictures });
      setImporting({ at: 'planned', planned, problem: null });
    } catch (error) {
      if (isOver()) return;
      const problem = error instanceof UnusableSource ? error.message : unreadable;
      setImporting({ at: 'start', problem });
    }
  }

  function plan(given: Omit<Planned, 'plan'>): Planned {
    const { source, brought, epoch, replace } = given;
    const held = latest.current;
    const about = { epoch, replace, brought: brought.notes };
    return {
      ...given,
      plan: planSource({ ...source, ...about, rowsOf: (it) => held.get(it) ?? [] }),
    };
  }

  async function bring(planned: Planned): Promise<void> {
    const isOver = begin();
    // What was edited since the plan was shown is left alone, too.
    const now = plan(planned);
    const { source, plan: steps, brought } = now;
    const { added, changed, same } = outcomeOf([steps.ofNotes, steps.ofLists]);
    const of = added + changed;
    const come = new Map(steps.ofNotes.before);
    const remember = () =>
      rememberBrought(source.name, { notes: come, pictures: nothingBrought.pictures });
    const known = new Set([...steps.ofNotes.same, ...steps.ofLists.same]);
    if (same > 0) for (const [path, it] of steps.brought) if (known.has(path)) come.set(path, it);
    let done = 0;
    setImporting({ at: 'bringing', done, of });
    try {
      await bringIn(
        editor,
        steps,
        source.files,
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
      const news = Math.min(done, added);
      if (!isOver()) setImporting({ at: 'done', added: news, changed: done - news });
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
