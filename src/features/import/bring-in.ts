import { editLabel } from '../../content/form/form.ts';
import { learningForm } from '../../content/learnings/learning-form.ts';
import { learnings } from '../../content/learnings/learnings.ts';
import type { NotesPlan } from '../../content/moving-in/plan-notes.ts';
import type { ReadNote } from '../../content/moving-in/read-note.ts';
import type { Editor } from '../../engine/editing.ts';
import type { Change, NewFile } from '../../engine/index.ts';
import { pictureFilesIn } from '../../lib/site-picture.ts';
import type { NotesHere } from './read-notes.ts';

/** One note on its way into the outbox. */
interface Step {
  readonly path: string;
  readonly label: string;
  readonly change: Change;
  readonly text: string;
}

/**
 * Brings in what a plan says: an edit for each note, with the pictures that no earlier one has brought. An edit of its own can be
 * refused, looked at and tried again alone.
 *
 * @param came hears of each note that is on the device
 * @returns how many came; fewer than the plan has if it was over before
 * @throws {Failure} if the device cannot keep one; those before it have come
 */
export async function bringIn(
  editor: Pick<Editor, 'edit'>,
  plan: NotesPlan,
  { notes, files }: Pick<NotesHere, 'notes' | 'files'>,
  came: (path: string, count: number) => Promise<void>,
  isOver: () => boolean,
): Promise<number> {
  const carried = new Set<string>();
  let count = 0;
  for (const { path, label, change, text } of stepsOf(plan, notes)) {
    if (isOver()) break;
    const names = pictureFilesIn(text).filter((it) => files.has(it) && !carried.has(it));
    const given = await Promise.all(names.map((it) => (files.get(it) as () => Promise<NewFile>)()));
    await editor.edit({ label, changes: [change], files: given });
    for (const name of names) carried.add(name);
    count += 1;
    await came(path, count);
  }
  return count;
}

function stepsOf({ added, changed }: NotesPlan, notes: readonly ReadNote[]): readonly Step[] {
  const { table } = learnings;
  const titles = new Map(notes.map(({ path, values }) => [path, values.title]));
  return [
    ...added.map(({ path, row: { id, ...values } }) => ({
      path,
      label: editLabel(learningForm, 'add', String(values.title)),
      change: { op: 'insert', table, id, values } as Change,
      text: String(values.content ?? ''),
    })),
    ...changed.map(({ path, id, values }) => ({
      path,
      label: editLabel(learningForm, 'update', titles.get(path) ?? path),
      change: { op: 'update', table, id, values } as Change,
      text: String(values.content ?? ''),
    })),
  ];
}
