import { editLabel } from '../../content/form/form.ts';
import { formOf } from '../../content/forms.ts';
import { learnings } from '../../content/learnings/learnings.ts';
import type { SourcePlan } from '../../content/moving-in/plan-source.ts';
import type { Editor } from '../../engine/editing.ts';
import type { AnyKind, Change, NewFile } from '../../engine/index.ts';
import { pictureFilesIn } from '../../lib/site-picture.ts';
import type { ReadSource } from './read-source.ts';

/** A note, or a row of a list, on its way into the outbox. */
interface Step {
  readonly path: string;
  readonly label: string;
  readonly change: Change;
}

/**
 * Brings in what a plan says: an edit for each note and row, with the pictures that no earlier one has brought. An edit of its own can
 * be refused, looked at and tried again alone.
 *
 * @param came hears of each that is on the device
 * @throws {Failure} if the device cannot keep one; those before it have come
 */
export async function bringIn(
  editor: Pick<Editor, 'edit'>,
  plan: SourcePlan,
  files: ReadSource['files'],
  came: (path: string, count: number) => Promise<void>,
  isOver: () => boolean,
): Promise<void> {
  const carried = new Set<string>();
  let count = 0;
  for (const { path, label, change } of stepsOf(plan)) {
    if (isOver()) return;
    const names = pictureFilesIn(JSON.stringify(change)).filter(
      (it) => files.has(it) && !carried.has(it),
    );
    const given = await Promise.all(names.map((it) => (files.get(it) as () => Promise<NewFile>)()));
    await editor.edit({ label, changes: [change], files: given });
    for (const name of names) carried.add(name);
    count += 1;
    await came(path, count);
  }
}

/** What is new comes first. */
function stepsOf({ ofNotes, ofLists, notes }: SourcePlan): readonly Step[] {
  const titles = new Map(notes.map(({ path, values }) => [path, values.title]));
  return [
    ...ofNotes.added.map(({ path, row: { id, ...values } }) =>
      step(path, learnings, 'insert', id, values, titles.get(path)),
    ),
    ...ofLists.added.map(({ path, id, kind, values }) =>
      step(path, kind, 'insert', id, values, values[kind.name]),
    ),
    ...ofNotes.changed.map(({ path, id, values }) =>
      step(path, learnings, 'update', id, values, titles.get(path)),
    ),
    ...ofLists.changed.map(({ path, id, kind, values }) =>
      step(path, kind, 'update', id, values, values[kind.name]),
    ),
  ];
}

function step(
  path: string,
  kind: AnyKind,
  op: 'insert' | 'update',
  id: string,
  values: Readonly<Record<string, unknown>>,
  name: unknown,
): Step {
  const form = formOf(kind.table);
  const called = typeof name === 'string' ? name : path;
  const label =
    form === null ? called : editLabel(form, op === 'insert' ? 'add' : 'update', called);
  return { path, label, change: { op, table: kind.table, id, values } as Change };
}
