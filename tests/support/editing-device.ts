import { randomUUID } from 'node:crypto';
import { afterEach } from 'vitest';
import { learnings } from '../../src/content/learnings/learnings.ts';
import { projects } from '../../src/content/projects/projects.ts';
import { tasks } from '../../src/content/tasks/tasks.ts';
import type { BaseRow } from '../../src/engine/define.ts';
import type { ServerChange } from '../../src/engine/mirror/apply.ts';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { memoryOf } from '../../src/engine/mirror/memory.ts';
import { type Position, startPosition } from '../../src/engine/mirror/meta.ts';
import type { Mutation } from '../../src/engine/mutation.ts';
import { insert, update } from '../../src/engine/mutation.ts';
import { type Editor, openEditor } from '../../src/engine/outbox/editor.ts';
import { takeBatch } from '../../src/engine/outbox/queue.ts';
import { applyCatchUp } from '../../src/engine/sync/apply-catch-up.ts';
import { mirrorRows, newDatabase } from './device.ts';
import { type GivenAnswer, recordAnswers } from './record-answers.ts';

/** A device in memory on which an admin edits. How the engine sends the edits is in tests/sync. */

export const NOW = 1_790_000_000_000;
export const me = { userId: randomUUID(), email: 'me@example.com', isAdmin: true, expired: false };
export const epoch = 'first';
const opened: MirrorDatabase[] = [];

afterEach(() => {
  for (const database of opened.splice(0)) database.close();
});

/** A device that has received these rows from the server, with an admin signed in. */
export async function device(rows: Record<string, BaseRow[]> = {}, account: typeof me | null = me) {
  const database = newDatabase();
  opened.push(database);
  let version = 0;
  const changes: ServerChange[] = Object.entries(rows).flatMap(([table, ofTable]) =>
    ofTable.map((row) => {
      version += 1;
      return { table, id: row.id, version, row };
    }),
  );
  const to = { epoch, cursor: version, horizon: version, complete: true };
  await applyCatchUp(database, { from: startPosition, to, reset: true, changes }, NOW);
  await database.meta.put({ key: 'account', value: account });
  const editor = openEditor(database, { now: () => NOW });
  const shown = (table: string) => mirrorRows(database, table);
  return { database, editor, shown };
}

export type Device = Awaited<ReturnType<typeof device>>;

export const setTitle = (editor: Editor, id: string, title: string) =>
  editor.edit({ label: `Edit learning “${title}”`, changes: [update(learnings, id, { title })] });

export const setLink = (editor: Editor, id: string, link: string) =>
  editor.edit({ label: 'Edit learning', changes: [update(learnings, id, { link })] });

/** Marks as sent all edits that may be sent. */
export const send = ({ database }: Device) => takeBatch(database, { count: 100, bytes: 1e6 }, NOW);

export const answer = (
  { database }: Device,
  answers: readonly GivenAnswer[],
  changes: readonly ServerChange[] = [],
) => recordAnswers(database, answers, { changes, at: NOW });

/** A change arrives from the server. */
export async function arrive({ database }: Device, change: ServerChange): Promise<void> {
  const from = (await database.meta.get('position'))?.value as Position;
  const to = { epoch, cursor: change.version, horizon: change.version, complete: true };
  await applyCatchUp(database, { from, to, reset: false, changes: [change] }, NOW);
  // The screens show it.
  await memoryOf(database).load([]);
}

/** The whole contents of a database. */
export async function contents(database: MirrorDatabase): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const table of database.tables) all[table.name] = await table.toArray();
  return all;
}

export const ids = (mutations: readonly { id: string }[]) => mutations.map(({ id }) => id);

/** A project, a task in it, and a learning that does not belong to them. */
export async function projectWithTask(editor: Editor) {
  const project = insert(projects, { title: 'P', description: 'd' });
  const task = insert(tasks, { project_id: project.id, content: 'T', position: 0 });
  const other = insert(learnings, { title: 'L', description: 'd' });
  const mutations: Mutation[] = [];
  for (const change of [project, task, other]) {
    const made = await editor.edit({ label: `Add ${change.table}`, changes: [change] });
    mutations.push(made!);
  }
  return mutations as [Mutation, Mutation, Mutation];
}
