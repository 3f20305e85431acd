import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { learnings } from '../../src/content/learnings/learnings.ts';
import { projects } from '../../src/content/projects/projects.ts';
import { tasks } from '../../src/content/tasks/tasks.ts';
import { setCurrentTrack } from '../../src/content/tracks/tracks.ts';
import type { BaseRow } from '../../src/engine/define.ts';
import { applyCatchUp, type Change } from '../../src/engine/mirror/apply.ts';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { type Position, startPosition } from '../../src/engine/mirror/meta.ts';
import { rebase } from '../../src/engine/mirror/rebase.ts';
import { type Editor, openEditor } from '../../src/engine/outbox/editor.ts';
import type { Mutation, QueuedChange } from '../../src/engine/outbox/mutation.ts';
import { insert, remove, update } from '../../src/engine/outbox/mutation.ts';
import type { Answer } from '../../src/engine/outbox/outcome.ts';
import { takeBatch } from '../../src/engine/outbox/queue.ts';
import { Failure } from '../../src/lib/failure.ts';
import { UNDO_MS } from '../../src/lib/limits.ts';
import { mirrorRows, newDatabase } from '../support/device.ts';
import { recordAnswers } from '../support/record-answers.ts';
import { learningRow, trackRow } from '../support/rows.ts';

/** Edits as their admin has them, on a real database in memory; what the engine does with them is in tests/sync. */

const NOW = 1_790_000_000_000;
const me = { userId: randomUUID(), email: 'me@example.com', isAdmin: true, expired: false };
const epoch = 'first';
const opened: MirrorDatabase[] = [];

afterEach(() => {
  for (const database of opened.splice(0)) database.close();
});

/** A device that has had these rows from the server, with an admin signed in. */
async function device(rows: Record<string, BaseRow[]> = {}, account: typeof me | null = me) {
  const database = newDatabase();
  opened.push(database);
  let version = 0;
  const changes: Change[] = Object.entries(rows).flatMap(([table, ofTable]) =>
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

type Device = Awaited<ReturnType<typeof device>>;

const setTitle = (editor: Editor, id: string, title: string) =>
  editor.edit({ label: `Edit learning “${title}”`, changes: [update(learnings, id, { title })] });

const setLink = (editor: Editor, id: string, link: string) =>
  editor.edit({ label: 'Edit learning', changes: [update(learnings, id, { link })] });

/** Marks everything that may be sent as sent. */
const send = ({ database }: Device) => takeBatch(database, { count: 100, bytes: 1e6 }, NOW);

function answer(
  { database }: Device,
  results: readonly (Partial<Answer> & { id: string })[],
  changes: readonly Change[] = [],
) {
  const refused = { outcome: 'rejected', first: 'rejected', code: null, message: '', met: [] };
  return recordAnswers(
    database,
    { changes, results: results.map((it) => ({ ...refused, ...it }) as Answer) },
    NOW,
  );
}

/** A change arrives from the server. */
async function arrive({ database }: Device, change: Change): Promise<void> {
  const from = (await database.meta.get('position'))?.value as Position;
  const to = { epoch, cursor: change.version, horizon: change.version, complete: true };
  await applyCatchUp(database, { from, to, reset: false, changes: [change] }, NOW);
}

/** Everything that a database holds. */
async function contents(database: MirrorDatabase): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const table of database.tables) all[table.name] = await table.toArray();
  return all;
}

const ids = (mutations: readonly { id: string }[]) => mutations.map(({ id }) => id);

it('invariant 3: an edit is on the disk, not only handed to the system, when it is confirmed', async () => {
  const asked: unknown[] = [];
  const { transaction } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...given
  ) {
    if (given[1] === 'readwrite') asked.push(given[2]?.durability);
    return transaction.apply(this, given);
  });
  const row = learningRow();
  const here = await device({ learnings: [row] });
  asked.length = 0;
  await setTitle(here.editor, row.id, 'Kept');
  expect(asked).toEqual(['strict']);
});

describe('an edit', () => {
  it('shows and is queued when its promise resolves', async () => {
    const row = learningRow({ title: 'Before' });
    const { editor, shown } = await device({ learnings: [row] });
    const made = await setTitle(editor, row.id, 'After');
    expect((await shown('learnings')).get(row.id)).toEqual({ ...row, title: 'After' });
    const { waiting } = await editor.outbox();
    expect(waiting).toEqual([made]);
    expect(made).toMatchObject({
      account: me.userId,
      label: 'Edit learning “After”',
      at: NOW,
      sent: false,
      attempts: 0,
      heldUntil: null,
      rows: [`learnings/${row.id}`],
      changes: [{ op: 'update', values: { title: 'After' }, before: row }],
    });
  });

  it.each(['outbox', 'pristine', 'learnings'] as const)(
    'is nothing at all where the write to %s fails in the middle (invariant 3)',
    async (name) => {
      const row = learningRow();
      const { database, editor } = await device({ learnings: [row] });
      const before = await contents(database);
      const failing = () => {
        throw new DOMException('the disk fails', 'UnknownError');
      };
      const { hook } = database.table(name);
      const event = name === 'learnings' ? hook.updating : hook.creating;
      event.subscribe(failing);
      const wrong = await setTitle(editor, row.id, 'After').catch((error: unknown) => error);
      event.unsubscribe(failing);
      expect(wrong).toBeInstanceOf(Failure);
      expect(wrong).toMatchObject({ kind: 'device', code: 'other' });
      expect(await contents(database)).toEqual(before);
    },
  );

  it('of several rows is all or nothing', async () => {
    const [one, two] = [learningRow(), learningRow()];
    const { database, editor } = await device({ learnings: [one] });
    const before = await contents(database);
    const changes = [
      update(learnings, one.id, { title: 'After' }),
      update(learnings, two.id, { title: 'After' }),
    ];
    await expect(editor.edit({ label: 'Both', changes })).rejects.toMatchObject({
      kind: 'rejected',
      code: 'gone',
    });
    expect(await contents(database)).toEqual(before);
  });

  it('that changes nothing is none (E11)', async () => {
    const row = learningRow({ title: 'Same', tags: ['a', 'b'] });
    const { editor } = await device({ learnings: [row] });
    const changes = [update(learnings, row.id, { title: 'Same', tags: ['a', 'b'] })];
    expect(await editor.edit({ label: 'None', changes })).toBeNull();
    expect((await editor.outbox()).waiting).toEqual([]);
  });

  it('of tags alone is one (E10)', async () => {
    const row = learningRow({ tags: ['a'] });
    const { editor } = await device({ learnings: [row] });
    await editor.edit({
      label: 'Tags',
      changes: [update(learnings, row.id, { tags: ['a', 'b'] })],
    });
    expect((await editor.outbox()).waiting).toHaveLength(1);
  });

  it('needs somebody who is signed in', async () => {
    const row = learningRow();
    const { editor } = await device({ learnings: [row] }, null);
    await expect(setTitle(editor, row.id, 'After')).rejects.toMatchObject({ kind: 'signed-out' });
  });

  it('that makes no row of its kind is refused on the spot', async () => {
    const { editor } = await device();
    const changes = [insert(projects, { title: 'P', status: 'someday' as 'done' })];
    await expect(editor.edit({ label: 'P', changes })).rejects.toMatchObject({
      kind: 'rejected',
      code: 'invalid',
    });
  });
});

describe('text that the database cannot hold', () => {
  const typed = 'a\u0000b \ud83d c \ude00 😀';
  const kept = 'ab \ufffd c \ufffd 😀';

  it('is mended when the edit is made, in lists too, and shows as it is kept', async () => {
    const row = learningRow();
    const { editor, shown } = await device({ learnings: [row] });
    await editor.edit({
      label: 'Edit learning',
      changes: [update(learnings, row.id, { title: typed, tags: [typed] })],
    });
    const values = { title: kept, tags: [kept] };
    expect((await editor.outbox()).waiting).toMatchObject([{ changes: [{ values }] }]);
    expect((await shown('learnings')).get(row.id)).toMatchObject(values);

    const added = insert(learnings, { title: typed });
    await editor.edit({ label: 'Add learning', changes: [added] });
    expect((await shown('learnings')).get(added.id)).toMatchObject({ title: kept });
  });

  it('makes no edit where nothing else is new', async () => {
    const row = learningRow({ title: 'Same' });
    const { editor } = await device({ learnings: [row] });
    expect(await setTitle(editor, row.id, 'Same\u0000')).toBeNull();
  });

  it('is mended in a file that is imported, in values, bases and names', async () => {
    const { editor } = await device();
    const change = { op: 'update', table: 'learnings', id: randomUUID() };
    const before = { id: change.id, title: typed };
    await editor.importOutbox(
      JSON.stringify(
        exported([{ changes: [{ ...change, values: { title: typed, [typed]: 1 }, before }] }]),
      ),
    );
    expect((await editor.outbox()).waiting).toMatchObject([
      {
        changes: [{ values: { title: kept, [kept]: 1 }, before: { id: change.id, title: kept } }],
      },
    ]);
  });
});

describe('rebase', () => {
  const id = randomUUID();
  const row: BaseRow & Record<string, unknown> = { id, title: 'Server', link: null };
  const named = { table: 'learnings', id };
  const insertion: QueuedChange = {
    op: 'insert',
    ...named,
    values: { title: 'Mine' },
    blank: { title: '', link: null },
  };
  const change = (values: Record<string, unknown>): QueuedChange => ({
    op: 'update',
    ...named,
    values,
    before: row,
  });
  const deletion: QueuedChange = { op: 'delete', ...named, before: row };

  it('leaves a row alone on which nothing is pending', () => {
    expect(rebase(row, [])).toEqual(row);
    expect(rebase(null, [])).toBeNull();
  });
  it('inserts a new row, its blanks filled', () => {
    expect(rebase(null, [insertion])).toEqual({ id, title: 'Mine', link: null });
  });
  it('inserts over the row that it has made: its answer was lost', () => {
    const made = { ...row, link: 'https://else.where' };
    expect(rebase(made, [insertion])).toEqual({ ...made, title: 'Mine' });
  });
  it('merges an update with changes of other fields (Y22)', () => {
    const theirs = { ...row, link: 'https://else.where' };
    expect(rebase(theirs, [change({ title: 'Mine' })])).toEqual({ ...theirs, title: 'Mine' });
  });
  it('replays in order: the last value of a field holds', () => {
    const pending = [change({ title: 'One', link: 'l' }), change({ title: 'Two' })];
    expect(rebase(row, pending)).toEqual({ id, title: 'Two', link: 'l' });
  });
  it('shows nothing of a row deleted elsewhere, whatever is changed on it (Y23)', () => {
    expect(rebase(null, [change({ title: 'Mine' })])).toBeNull();
  });
  it('deletes, and inserts anew', () => {
    expect(rebase(row, [deletion])).toBeNull();
    expect(rebase(null, [deletion])).toBeNull();
    expect(rebase(row, [deletion, change({ title: 'Mine' })])).toBeNull();
    expect(rebase(row, [deletion, insertion])).toEqual({ id, title: 'Mine', link: null });
  });
});

describe('coalescing', () => {
  it('R24 Y24: makes one mutation of two hundred keystrokes', async () => {
    const row = learningRow({ title: '' });
    const { editor, shown } = await device({ learnings: [row] });
    const text = 'x'.repeat(200);
    for (let i = 1; i <= text.length; i += 1) await setTitle(editor, row.id, text.slice(0, i));
    const { waiting } = await editor.outbox();
    expect(waiting).toHaveLength(1);
    expect(waiting[0]).toMatchObject({ changes: [{ values: { title: text }, before: row }] });
    expect((await shown('learnings')).get(row.id)).toEqual({ ...row, title: text });
  });

  it('R24 Y24: never goes into a mutation that has been sent', async () => {
    const row = learningRow();
    const here = await device({ learnings: [row] });
    const first = await setTitle(here.editor, row.id, 'One');
    await send(here);
    const second = await setTitle(here.editor, row.id, 'Two');
    expect(second?.id).not.toBe(first?.id);
    const { waiting } = await here.editor.outbox();
    expect(waiting.map(({ changes }) => changes[0])).toMatchObject([
      { values: { title: 'One' } },
      { values: { title: 'Two' } },
    ]);
  });

  it('R24 Y25: leaves an edit made during the flight of an earlier one, when that is answered', async () => {
    const row = learningRow({ title: 'Server' });
    const here = await device({ learnings: [row] });
    const first = await setTitle(here.editor, row.id, 'One');
    await send(here);
    const second = await setTitle(here.editor, row.id, 'Two');
    const change = { table: 'learnings', id: row.id, version: 9, row: { ...row, title: 'One' } };
    await answer(here, [{ id: first!.id, outcome: 'applied', first: 'applied' }], [change]);
    expect(ids((await here.editor.outbox()).waiting)).toEqual([second!.id]);
    expect((await here.shown('learnings')).get(row.id)).toMatchObject({ title: 'Two' });
  });

  it('goes into the insert of the row, which stays what it is called', async () => {
    const { editor } = await device();
    const made = await editor.edit({
      label: 'Add learning “L”',
      changes: [insert(learnings, { title: 'L', description: 'd' })],
    });
    await setTitle(editor, made!.changes[0]!.id, 'M');
    const { waiting } = await editor.outbox();
    expect(waiting).toHaveLength(1);
    expect(waiting[0]).toMatchObject({
      label: 'Add learning “L”',
      changes: [{ op: 'insert', values: { title: 'M', description: 'd' } }],
    });
  });

  it('R25: compares each column with what its author saw when changing that column last', async () => {
    const row = learningRow({ title: 'Title', link: 'https://first', description: 'Text' });
    const here = await device({ learnings: [row] });
    await setTitle(here.editor, row.id, 'One');
    const theirs = { ...row, title: 'Theirs', link: 'https://theirs', description: 'News' };
    await arrive(here, { table: 'learnings', id: row.id, version: 9, row: theirs });
    await setLink(here.editor, row.id, 'https://mine');
    await setTitle(here.editor, row.id, 'Two');
    const { waiting } = await here.editor.outbox();
    expect(waiting).toHaveLength(1);
    // Their link was on the screen. Their title never was, for this edit's own stood there.
    expect(waiting[0]).toMatchObject({
      changes: [
        {
          values: { title: 'Two', link: 'https://mine' },
          before: { title: 'Title', link: 'https://theirs', description: 'News' },
        },
      ],
    });
  });

  it('R24: does not pull an edit before the insert of what it names', async () => {
    const row = learningRow();
    const { editor } = await device({ learnings: [row] });
    const first = await setTitle(editor, row.id, 'One');
    const project = insert(projects, { title: 'P', description: 'd' });
    const second = await editor.edit({ label: 'Add project', changes: [project] });
    const third = await editor.edit({
      label: 'Link it',
      changes: [update(learnings, row.id, { project_id: project.id })],
    });
    expect(ids((await editor.outbox()).waiting)).toEqual([first!.id, second!.id, third!.id]);
    expect(third!.after).toEqual([second!.id]);
  });
});

describe('taking back', () => {
  it('R28: shows what was there, and leaves nothing behind', async () => {
    const row = learningRow();
    const { database, editor } = await device({ learnings: [row] });
    const before = await contents(database);
    const deleted = await editor.edit({
      label: 'Delete',
      changes: [remove(learnings, row.id)],
      holds: true,
    });
    expect(deleted?.heldUntil).toBe(NOW + UNDO_MS);
    expect(await editor.takeBack(deleted!.id)).toBe(true);
    expect(await contents(database)).toEqual(before);
  });

  it('R28: comes too late for what has gone out', async () => {
    const row = learningRow();
    const here = await device({ learnings: [row] });
    const made = await setTitle(here.editor, row.id, 'After');
    await send(here);
    expect(await here.editor.takeBack(made!.id)).toBe(false);
    expect((await here.shown('learnings')).get(row.id)).toMatchObject({ title: 'After' });
    expect(await here.editor.takeBack(randomUUID())).toBe(false);
  });
});

/** A project, a task in it, and a learning that has nothing to do with them. */
async function projectWithTask(editor: Editor) {
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

describe('discarding', () => {
  it('R26: takes along what builds on it, and putting back puts all of it back', async () => {
    const { database, editor, shown } = await device();
    const [project, task, other] = await projectWithTask(editor);
    const before = await contents(database);
    const discarded = await editor.discard(project.id);
    expect(ids(discarded.waiting)).toEqual([project.id, task.id]);
    expect(ids((await editor.outbox()).waiting)).toEqual([other.id]);
    expect((await shown('projects')).size).toBe(0);
    expect((await shown('tasks')).size).toBe(0);
    expect((await shown('learnings')).size).toBe(1);
    await editor.putBack(discarded);
    expect(await contents(database)).toEqual(before);
  });

  it('R26: takes along nothing else', async () => {
    const { editor } = await device();
    const [project, task, other] = await projectWithTask(editor);
    await editor.discard(task.id);
    expect(ids((await editor.outbox()).waiting)).toEqual([project.id, other.id]);
  });

  it('of a refused edit takes along those that were refused with it, and puts them back', async () => {
    const here = await device();
    const [project, task, other] = await projectWithTask(here.editor);
    await answer(here, [{ id: project.id, code: '23505' }]);
    const before = await contents(here.database);
    expect(ids((await here.editor.outbox()).rejected)).toEqual([project.id, task.id]);
    const discarded = await here.editor.discard(project.id);
    expect(ids(discarded.rejected).sort()).toEqual([project.id, task.id].sort());
    const { waiting, rejected } = await here.editor.outbox();
    expect(rejected).toEqual([]);
    expect(ids(waiting)).toEqual([other.id]);
    await here.editor.putBack(discarded);
    expect(await contents(here.database)).toEqual(before);
  });

  it('and putting back leaves later edits of the row as they are', async () => {
    const row = learningRow({ title: 'Server', link: null });
    const here = await device({ learnings: [row] });
    const first = await setTitle(here.editor, row.id, 'First');
    await send(here);
    const second = await setTitle(here.editor, row.id, 'Second');
    const discarded = await here.editor.discard(first!.id);
    await here.editor.putBack(discarded);
    const { waiting } = await here.editor.outbox();
    expect(waiting).toEqual([{ ...first, sent: true, attempts: 1 }, second]);
    expect((await here.shown('learnings')).get(row.id)).toMatchObject({ title: 'Second' });
  });

  it('and putting back goes into no edit that came meanwhile', async () => {
    const row = learningRow({ title: 'Server', link: null });
    const here = await device({ learnings: [row] });
    const first = await setTitle(here.editor, row.id, 'First');
    const discarded = await here.editor.discard(first!.id);
    const second = await setTitle(here.editor, row.id, 'Second');
    await here.editor.putBack(discarded);
    expect(ids((await here.editor.outbox()).waiting)).toEqual([first!.id, second!.id]);
    expect((await here.shown('learnings')).get(row.id)).toMatchObject({ title: 'Second' });
  });

  it('of what is not there does nothing', async () => {
    const { database, editor } = await device({ learnings: [learningRow()] });
    const before = await contents(database);
    expect(await editor.discard(randomUUID())).toEqual({ waiting: [], rejected: [] });
    expect(await contents(database)).toEqual(before);
  });
});

describe('a refused edit', () => {
  it('is undone and kept with its reason; the others stay (Y16)', async () => {
    const row = learningRow({ title: 'Server' });
    const other = learningRow();
    const here = await device({ learnings: [row, other] });
    const bad = await setTitle(here.editor, row.id, 'Bad');
    const good = await setTitle(here.editor, other.id, 'Good');
    await send(here);
    await answer(here, [{ id: bad!.id, code: '23514', message: 'new row violates check' }]);
    const { waiting, rejected } = await here.editor.outbox();
    expect(ids(waiting)).toEqual([good!.id]);
    expect(rejected).toMatchObject([
      { id: bad!.id, code: '23514', reason: 'new row violates check', cause: null },
    ]);
    expect((await here.shown('learnings')).get(row.id)).toEqual(row);
  });

  it('R27: tried again shows and is queued at the end, as a new one', async () => {
    const row = learningRow({ title: 'Server' });
    const here = await device({ learnings: [row] });
    const bad = await setTitle(here.editor, row.id, 'Bad');
    await send(here);
    await answer(here, [{ id: bad!.id, code: '23514' }]);
    await here.editor.retry(bad!.id);
    const { waiting, rejected } = await here.editor.outbox();
    expect(rejected).toEqual([]);
    expect(waiting).toHaveLength(1);
    expect(waiting[0]).toMatchObject({ label: bad!.label, sent: false, attempts: 0 });
    expect(waiting[0]!.id).not.toBe(bad!.id);
    expect((await here.shown('learnings')).get(row.id)).toMatchObject({ title: 'Bad' });
  });

  it('tried again stays apart from an edit of its row that waits', async () => {
    const row = learningRow({ title: 'Server' });
    const here = await device({ learnings: [row] });
    const bad = await setTitle(here.editor, row.id, 'Bad');
    await send(here);
    await answer(here, [{ id: bad!.id, code: '23514' }]);
    const next = await setLink(here.editor, row.id, 'https://here.example');
    await here.editor.retry(bad!.id);
    const { waiting } = await here.editor.outbox();
    expect(waiting).toHaveLength(2);
    expect(waiting[0]).toEqual(next);
  });

  it.each([0, 1])(
    'R27 Y17: goes again with those that were refused with it, whichever of them is tried',
    async (which) => {
      const here = await device();
      const made = await projectWithTask(here.editor);
      const [project, task, other] = made;
      await answer(here, [{ id: project.id, code: '42501' }]);
      expect((await here.editor.outbox()).rejected[1]).toMatchObject({
        id: task.id,
        cause: project.id,
      });
      await here.editor.retry(made[which]!.id);
      const { waiting, rejected } = await here.editor.outbox();
      expect(rejected).toEqual([]);
      expect(waiting.map(({ label }) => label)).toEqual([other.label, project.label, task.label]);
      expect(waiting[2]!.after).toEqual([waiting[1]!.id]);
      expect((await here.shown('tasks')).size).toBe(1);
    },
  );

  it('R27 Y23: of what was deleted elsewhere is restored whole, with the edit', async () => {
    const row = learningRow({ title: 'Server', description: 'kept' });
    const here = await device({ learnings: [row] });
    const mine = await setTitle(here.editor, row.id, 'Mine');
    await send(here);
    const tombstone = { table: 'learnings', id: row.id, version: 9, row: null };
    await answer(here, [{ id: mine!.id, code: 'P0002' }], [tombstone]);
    expect((await here.shown('learnings')).size).toBe(0);
    await here.editor.restore(mine!.id);
    expect((await here.shown('learnings')).get(row.id)).toEqual({ ...row, title: 'Mine' });
    const { waiting, rejected } = await here.editor.outbox();
    expect(rejected).toEqual([]);
    expect(waiting).toMatchObject([
      { changes: [{ op: 'insert', id: row.id, values: { title: 'Mine', description: 'kept' } }] },
    ]);
  });

  it('is restored once: a second edit of the same row is an edit of what the first brings back', async () => {
    const row = learningRow({ title: 'Server' });
    const here = await device({ learnings: [row] });
    const one = await setTitle(here.editor, row.id, 'Mine');
    await send(here);
    const two = await setLink(here.editor, row.id, 'https://here.example');
    await send(here);
    const tombstone = { table: 'learnings', id: row.id, version: 9, row: null };
    const gone = { code: 'P0002' };
    await answer(
      here,
      [
        { id: one!.id, ...gone },
        { id: two!.id, ...gone },
      ],
      [tombstone],
    );
    await here.editor.restore(one!.id);
    await here.editor.restore(two!.id);
    const { waiting } = await here.editor.outbox();
    expect(waiting.map(({ changes }) => changes[0]!.op)).toEqual(['insert', 'update']);
    expect(waiting[1]!.after).toEqual([waiting[0]!.id]);
    expect((await here.shown('learnings')).get(row.id)).toEqual({
      ...row,
      title: 'Mine',
      link: 'https://here.example',
    });
  });

  it('that is not there any more is tried and restored in vain', async () => {
    const { database, editor } = await device({ learnings: [learningRow()] });
    const before = await contents(database);
    await editor.retry(randomUUID());
    await editor.restore(randomUUID());
    expect(await contents(database)).toEqual(before);
  });
});

describe('an overwritten value', () => {
  it('is told until it is dismissed (Y22)', async () => {
    const row = learningRow();
    const here = await device({ learnings: [row] });
    const mine = await setTitle(here.editor, row.id, 'Mine');
    await send(here);
    const met = [{ table: 'learnings', id: row.id, column: 'title', was: 'Theirs' }];
    await answer(here, [{ id: mine!.id, outcome: 'applied', first: 'applied', met }]);
    const { overwritten } = await here.editor.outbox();
    expect(overwritten).toMatchObject([{ column: 'title', was: 'Theirs', label: mine!.label }]);
    await here.editor.dismissOverwritten(overwritten[0]!.place);
    expect((await here.editor.outbox()).overwritten).toEqual([]);
  });
});

describe('export and import', () => {
  /** A device with a project and its task waiting, and a refused edit. */
  async function full() {
    const row = learningRow({ title: 'Server' });
    const here = await device({ learnings: [row] });
    const bad = await setTitle(here.editor, row.id, 'Bad');
    await send(here);
    await answer(here, [{ id: bad!.id, code: '23514', message: 'no' }]);
    await projectWithTask(here.editor);
    return { ...here, row };
  }

  it('bring waiting and refused edits to another device, as they are', async () => {
    const from = await full();
    const to = await device({ learnings: [from.row] });
    expect(await to.editor.importOutbox(await from.editor.exportOutbox())).toEqual({
      own: 4,
      others: 0,
    });
    const [old, now] = [await from.editor.outbox(), await to.editor.outbox()];
    expect(ids(now.waiting)).toEqual(ids(old.waiting));
    expect(now.waiting.map(({ after }) => after)).toEqual(old.waiting.map(({ after }) => after));
    // They may have been sent from there: here they are repeated as they are.
    expect(now.waiting.every(({ sent }) => sent)).toBe(true);
    expect(now.rejected).toMatchObject([{ code: '23514', reason: 'no' }]);
    expect((await to.shown('projects')).size).toBe(1);
    expect((await to.shown('tasks')).size).toBe(1);
  });

  it('R29: twice doubles nothing, nor on the device that it comes from', async () => {
    const from = await full();
    const file = await from.editor.exportOutbox();
    const before = await contents(from.database);
    expect(await from.editor.importOutbox(file)).toEqual({ own: 0, others: 0 });
    expect(await contents(from.database)).toEqual(before);
    const to = await device({ learnings: [from.row] });
    await to.editor.importOutbox(file);
    const once = await contents(to.database);
    expect(await to.editor.importOutbox(file)).toEqual({ own: 0, others: 0 });
    expect(await contents(to.database)).toEqual(once);
  });

  it('come in some at a time, in their order, and let others write meanwhile', async () => {
    const from = await device();
    const made = await from.editor.edit({
      label: '0',
      changes: [insert(learnings, { title: 'L' })],
    });
    const like = JSON.parse(await from.editor.exportOutbox());
    const waiting = Array.from({ length: 600 }, (_, i) => {
      const [id, row] = [randomUUID(), randomUUID()];
      return {
        ...made,
        id,
        place: i + 1,
        label: `${i}`,
        changes: [{ ...made!.changes[0], id: row }],
      };
    });
    const file = JSON.stringify({ ...like, waiting: waiting.toReversed() });
    const to = await device();
    const told: object[] = [];
    const meanwhile: Promise<unknown>[] = [];
    const came = to.editor.importOutbox(file, (progress) => {
      told.push(progress);
      if (progress.done === 250) {
        const changes = [insert(learnings, { title: 'Meanwhile' })];
        meanwhile.push(to.editor.edit({ label: 'Meanwhile', changes }));
      }
    });
    expect(await came).toEqual({ own: 600, others: 0 });
    await Promise.all(meanwhile);
    expect(told).toEqual([0, 250, 500, 600].map((done) => ({ done, of: 600 })));
    const labels = (await to.editor.outbox()).waiting.map(({ label }) => label);
    expect(labels.indexOf('Meanwhile')).toBeLessThan(600);
    expect(labels.filter((label) => label !== 'Meanwhile')).toEqual(
      waiting.map(({ label }) => label),
    );
    expect((await to.shown('learnings')).size).toBe(601);
  });

  it('are no more than 5,000 at once: of more nothing comes in, and it is said', async () => {
    const from = await device();
    const made = await from.editor.edit({
      label: '0',
      changes: [insert(learnings, { title: 'L' })],
    });
    const like = JSON.parse(await from.editor.exportOutbox());
    const waiting = Array.from({ length: 5_001 }, () => ({ ...made, id: randomUUID() }));
    const to = await device();
    const before = await contents(to.database);
    await expect(
      to.editor.importOutbox(JSON.stringify({ ...like, waiting })),
    ).rejects.toMatchObject({
      code: 'invalid',
      message: 'It holds 5,001 edits; at most 5,000 can be taken in at once.',
    });
    expect(await contents(to.database)).toEqual(before);
  });

  it('R29: are altered no more once they are in a file, which another device may send', async () => {
    const row = learningRow();
    const here = await device({ learnings: [row] });
    const first = await setTitle(here.editor, row.id, 'First');
    await here.editor.exportOutbox();
    const second = await setTitle(here.editor, row.id, 'Second');
    expect(second!.id).not.toBe(first!.id);
    expect(ids((await here.editor.outbox()).waiting)).toEqual([first!.id, second!.id]);
    expect(await here.editor.takeBack(first!.id)).toBe(false);
  });

  it('keep their ids beside an edit of the same row that waits here', async () => {
    const row = learningRow({ title: 'Server' });
    const from = await device({ learnings: [row] });
    const theirs = await setTitle(from.editor, row.id, 'From there');
    const file = await from.editor.exportOutbox();
    const to = await device({ learnings: [row] });
    const own = await setLink(to.editor, row.id, 'https://here.example');
    expect(await to.editor.importOutbox(file)).toEqual({ own: 1, others: 0 });
    expect(ids((await to.editor.outbox()).waiting)).toEqual([own!.id, theirs!.id]);
    expect(await to.editor.importOutbox(file)).toEqual({ own: 0, others: 0 });
  });

  it('keep an edit that was refused here meanwhile refused', async () => {
    const row = learningRow();
    const here = await device({ learnings: [row] });
    const mine = await setTitle(here.editor, row.id, 'Mine');
    const file = await here.editor.exportOutbox();
    await send(here);
    await answer(here, [{ id: mine!.id, code: '42501' }]);
    expect(await here.editor.importOutbox(file)).toEqual({ own: 0, others: 0 });
    expect((await here.editor.outbox()).waiting).toEqual([]);
  });

  it('do not let a refused edit in that waits here again', async () => {
    const row = learningRow();
    const here = await device({ learnings: [row] });
    const mine = await setTitle(here.editor, row.id, 'Mine');
    const waiting = await here.editor.exportOutbox();
    await send(here);
    await answer(here, [{ id: mine!.id, code: '42501' }]);
    const refused = await here.editor.exportOutbox();
    await here.editor.discard(mine!.id);
    expect(await here.editor.importOutbox(waiting)).toEqual({ own: 1, others: 0 });
    expect(await here.editor.importOutbox(refused)).toEqual({ own: 0, others: 0 });
    expect((await here.editor.outbox()).rejected).toEqual([]);
  });

  const hostile: Record<string, unknown> = {
    'no JSON': 'PK\u0003\u0004 a zip',
    'an empty file': '',
    null: null,
    'a list': [],
    'another file': { name: 'package', version: '1.0.0' },
    'a later version': { fieldnotes: 'outbox', version: 2, waiting: [], rejected: [] },
    'edits without changes': exported([{ changes: [] }]),
    'an id that is none': exported([{ id: '../../etc' }]),
    'an unknown table': exported([
      { changes: [{ op: 'delete', table: 'user_roles', id: randomUUID(), before: null }] },
    ]),
    'a table of the mirror itself': exported([
      { changes: [{ op: 'delete', table: 'meta', id: randomUUID(), before: null }] },
    ]),
    'an unknown operation': exported([
      { changes: [{ op: 'truncate', table: 'learnings', id: randomUUID() }] },
    ]),
  };

  it.each(Object.keys(hostile))('say so, and change nothing, for %s', async (name) => {
    const { database, editor } = await device({ learnings: [learningRow()] });
    const before = await contents(database);
    const file = hostile[name];
    const text = typeof file === 'string' ? file : JSON.stringify(file);
    const wrong = await editor.importOutbox(text).catch((error: unknown) => error);
    expect(wrong).toMatchObject({ kind: 'rejected', code: 'invalid' });
    expect(await contents(database)).toEqual(before);
  });

  it('show no row that is none, and prototypes stay as they are', async () => {
    const { editor, shown } = await device();
    const change = { op: 'insert', table: 'learnings', id: randomUUID(), blank: {} };
    const text = JSON.stringify(
      exported([{ changes: [{ ...change, values: { title: { toString: 'no' } } }] }]),
    ).replace('"blank":{}', '"blank":{"__proto__":{"polluted":true}}');
    expect(await editor.importOutbox(text)).toEqual({ own: 1, others: 0 });
    expect((await shown('learnings')).size).toBe(0);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    await editor.discard((await editor.outbox()).waiting[0]!.id);
    expect((await editor.outbox()).waiting).toEqual([]);
  });
});

/** An export with an edit that is what the test says, and else as it should be. */
function exported(edits: readonly Record<string, unknown>[]): unknown {
  const waiting = edits.map((columns, place) => ({
    place,
    id: randomUUID(),
    account: me.userId,
    label: 'Edit',
    at: NOW,
    changes: [],
    rows: [],
    after: [],
    attempts: 0,
    sent: false,
    heldUntil: null,
    ...columns,
  }));
  return { fieldnotes: 'outbox', version: 1, waiting, rejected: [] };
}

describe('a full device (Y34)', () => {
  const quota = () => new DOMException('no room', 'QuotaExceededError');

  async function filling(makeRoom: () => Promise<unknown>) {
    const row = learningRow({ title: 'Server' });
    const here = await device({ learnings: [row] });
    const editor = openEditor(here.database, { makeRoom, now: () => NOW });
    const full = () => {
      throw quota();
    };
    here.database.outbox.hook('creating', full);
    const empty = () => here.database.outbox.hook('creating').unsubscribe(full);
    return { ...here, row, editor, empty };
  }

  it('is made room on once, and the edit is kept', async () => {
    const makeRoom = vi.fn(async () => here.empty());
    const here = await filling(makeRoom);
    const made = await setTitle(here.editor, here.row.id, 'After');
    expect(makeRoom).toHaveBeenCalledTimes(1);
    expect(ids((await here.editor.outbox()).waiting)).toEqual([made!.id]);
  });

  it('keeps nothing of an edit that has no room, and says so', async () => {
    const makeRoom = vi.fn(async () => {});
    const here = await filling(makeRoom);
    const before = await contents(here.database);
    const failing = setTitle(here.editor, here.row.id, 'After');
    await expect(failing).rejects.toMatchObject({ kind: 'device', code: 'full' });
    expect(makeRoom).toHaveBeenCalledTimes(1);
    expect(await contents(here.database)).toEqual(before);
  });
});

describe('one current track', () => {
  const [old, next, third] = [
    trackRow({ title: 'Old', is_current: true }),
    trackRow({ title: 'Next' }),
    trackRow({ title: 'Third' }),
  ];
  const withTracks = () => device({ current_listening: [old, next, third] });
  const choose = ({ editor }: Device, row: BaseRow) =>
    editor.edit({ label: 'Set current', changes: [setCurrentTrack(row.id)] });
  const current = async ({ shown }: Device) =>
    [...(await shown('current_listening')).values()].flatMap((row) => {
      const { is_current, title } = row as { is_current: boolean; title: string };
      return is_current ? [title] : [];
    });
  const arrives = async ({ database }: Device, version: number, row: BaseRow) => {
    const from = { epoch, cursor: version - 1, horizon: version - 1, complete: true };
    const to = { ...from, cursor: version, horizon: version };
    const changes = [{ table: 'current_listening', id: row.id, version, row }];
    await database.meta.put({ key: 'position', value: from });
    await applyCatchUp(database, { from, to, reset: false, changes }, NOW);
  };

  it('is the one chosen last, whatever it was before; only that choice is sent', async () => {
    const here = await withTracks();
    await choose(here, next);
    expect(await current(here)).toEqual(['Next']);
    await choose(here, third);
    await choose(here, next);
    expect(await current(here)).toEqual(['Next']);
    await choose(here, old);
    expect(await current(here)).toEqual(['Old']);
    const sent = (await here.database.outbox.orderBy('place').toArray()).map(({ changes }) =>
      changes.map(({ id }) => id),
    );
    expect(sent).toEqual([[next.id], [third.id], [next.id], [old.id]]);
  });

  it('stays the one chosen here when another device has chosen meanwhile, until that is answered', async () => {
    const here = await withTracks();
    const mutation = await choose(here, next);
    await arrives(here, 4, { ...old, is_current: false } as BaseRow);
    await arrives(here, 5, { ...third, is_current: true } as BaseRow);
    expect(await current(here)).toEqual(['Next']);
    await answer(here, [{ id: mutation!.id, code: '23514' }]);
    expect(await current(here)).toEqual(['Third']);
    expect(await here.database.pristine.count()).toBe(0);
  });

  it('is the old one again when the choice is taken back or refused, and the new one when it is tried again', async () => {
    const here = await withTracks();
    const mutation = await choose(here, next);
    await here.editor.takeBack(mutation!.id);
    expect(await current(here)).toEqual(['Old']);
    expect(await here.database.pristine.count()).toBe(0);
    const second = await choose(here, next);
    await send(here);
    await answer(here, [{ id: second!.id, code: '23505' }]);
    expect(await current(here)).toEqual(['Old']);
    await choose(here, third);
    await here.editor.retry(second!.id);
    expect(await current(here)).toEqual(['Next']);
  });

  it('is the one of an imported choice', async () => {
    const [here, there] = [await withTracks(), await withTracks()];
    await choose(here, next);
    await choose(there, third);
    await there.editor.importOutbox(await here.editor.exportOutbox());
    expect(await current(there)).toEqual(['Next']);
  });

  it('comes with the answer, which brings the row that lost it too', async () => {
    const here = await withTracks();
    const mutation = await choose(here, next);
    await answer(
      here,
      [{ id: mutation!.id, outcome: 'applied', first: 'applied' }],
      [
        { table: 'current_listening', id: next.id, version: 4, row: { ...next, is_current: true } },
        { table: 'current_listening', id: old.id, version: 5, row: { ...old, is_current: false } },
      ],
    );
    expect(await current(here)).toEqual(['Next']);
    expect(await here.database.pristine.count()).toBe(0);
  });
});
