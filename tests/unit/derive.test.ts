import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { friends } from '../../src/content/friends/friends.ts';
import { kinds } from '../../src/content/kinds.ts';
import { projects } from '../../src/content/projects/projects.ts';
import { flag, text } from '../../src/engine/columns.ts';
import { type AnyKind, defineKind } from '../../src/engine/define.ts';
import type { ServerChange } from '../../src/engine/mirror/apply.ts';
import {
  createDatabase,
  getMeta,
  type MirrorDatabase,
  openUnlessNewer,
} from '../../src/engine/mirror/database.ts';
import { adoptMirror } from '../../src/engine/mirror/derive.ts';
import { NO_HISTORY, startPosition } from '../../src/engine/mirror/meta.ts';
import { find, list } from '../../src/engine/mirror/query.ts';
import { openMirror } from '../../src/engine/mirror/read.ts';
import { readPosition } from '../../src/engine/mirror/status.ts';
import { openEditor } from '../../src/engine/outbox/editor.ts';
import { applyCatchUp } from '../../src/engine/sync/apply-catch-up.ts';
import { ModelServer } from '../lab/model-server.ts';
import { countStorage } from '../support/counted-storage.ts';
import { admin, exchangeOf, forgetRows, never, remoteOf, serverRows } from '../support/device.ts';
import { projectRow } from '../support/rows.ts';
import { takeConsole } from '../support/setup.ts';

/** An update of the app finds a mirror that an older version has filled. No version number was raised. */

const rows = ['B', 'A', 'C'].map((title, i) =>
  projectRow({ title, created_at: `2026-01-0${i + 1}T00:00:00Z` }),
);
const letter = { id: randomUUID(), words: 'Dear reader', to: 'you' };

const change = (row: { id: string }, version: number, table = 'projects') => ({
  table,
  id: row.id,
  version,
  row,
});

/** Brings a device from one version to the next. */
async function arrive(database: MirrorDatabase, version: number, changes: readonly ServerChange[]) {
  const from = (await getMeta(database, 'position')) ?? startPosition;
  const to = { epoch: 'e', cursor: version, horizon: version, complete: true };
  await applyCatchUp(database, { from, to, reset: version === 1, changes }, version);
}

/** The older version's contents: three projects, and a row of a kind that it did not know. */
async function oldMirror(): Promise<string> {
  const name = randomUUID();
  const database = createDatabase(kinds, name, { model: 'old' });
  await adoptMirror(database);
  await arrive(database, 1, [...rows.map((row) => change(row, 1)), change(letter, 1, 'letters')]);
  await database.meta.put({ key: 'model', value: 'old' });
  database.close();
  return name;
}

const byTitle: AnyKind = {
  ...projects,
  order: (row) => [row.title],
  lookups: { ...projects.lookups, initial: (row) => row.title[0] },
};
const letters = defineKind({
  table: 'letters',
  columns: { words: text({ required: true }), to: text({ required: true }) },
  name: 'words',
  order: () => [],
  lookups: { to: (row) => row.to },
});
const newKinds = [...kinds.map((kind) => (kind === projects ? byTitle : kind)), letters];

const titles = (content: { state: string; items?: readonly unknown[] }) =>
  content.items?.map((item) => (item as { title: string }).title);

describe('R43: rows of a version that knows no marks of what only admins may see', () => {
  const epochOf = async (name: string, prepare: (database: MirrorDatabase) => Promise<unknown>) => {
    const before = createDatabase(kinds, name, { model: 'old' });
    await prepare(before);
    before.close();
    const database = createDatabase(kinds, name, { model: 'new' });
    await adoptMirror(database);
    const { epoch } = await readPosition(database);
    database.close();
    return epoch;
  };
  const signIn = ({ meta }: MirrorDatabase) => meta.put({ key: 'account', value: admin });

  it('are asked for again where an account is signed in: after an update, and after a tab of it was open', async () => {
    const updated = async (database: MirrorDatabase) => {
      await signIn(database);
      await database.meta.put({ key: 'format', value: 4 });
    };
    expect(await epochOf(await oldMirror(), updated)).toBe(NO_HISTORY);
    const beside = async (database: MirrorDatabase) => {
      await signIn(database);
      await database.meta.delete('model');
    };
    expect(await epochOf(await oldMirror(), beside)).toBe(NO_HISTORY);
  });

  it('and nowhere else: a visitor had none, and later versions keep the marks', async () => {
    const asVisitor = ({ meta }: MirrorDatabase) => meta.put({ key: 'format', value: 4 });
    expect(await epochOf(await oldMirror(), asVisitor)).toBe('e');
    expect(await epochOf(await oldMirror(), signIn)).toBe('e');
  });
});

describe('an update of the app', () => {
  it('with another order, lookup and kind has them on an old mirror', async () => {
    const database = createDatabase(newKinds, await oldMirror(), { model: 'new' });
    const mirror = openMirror(database);
    await adoptMirror(database);
    expect(titles(await mirror.read(list(byTitle)))).toEqual(['A', 'B', 'C']);
    expect(titles(await mirror.read(find(byTitle, 'initial', 'C')))).toEqual(['C']);
    expect(await mirror.read(find(letters, 'to', 'you'))).toMatchObject({
      items: [{ words: 'Dear reader' }],
    });
    expect(await mirror.read(list(friends))).toEqual({ state: 'empty' });
    database.close();
  });

  it('lets the background worker go on sending edits', async () => {
    const name = await oldMirror();
    const page = createDatabase(newKinds, name, { model: 'new' });
    await adoptMirror(page);
    page.close();
    for (const worker of [createDatabase(newKinds, name), createDatabase(kinds, name)]) {
      expect(await openUnlessNewer(worker)).toBe(true);
      worker.close();
    }
    takeConsole();
  });

  it('that reads rows more strictly keeps aside those that it cannot read', async () => {
    const strict: AnyKind = {
      ...projects,
      row: v.looseObject({ id: v.string(), more: v.string() }),
    };
    const database = createDatabase([strict], await oldMirror(), { model: 'new' });
    await adoptMirror(database);
    expect(await openMirror(database).read(list(strict))).toEqual({
      state: 'unreadable',
      count: 3,
    });
    database.close();
  });

  describe('that adds a column', () => {
    const { title, status, created_at } = projects.columns;
    const withColumns = (columns: Parameters<typeof defineKind>[0]['columns']) =>
      defineKind({
        table: 'projects',
        columns: { title, status, created_at, ...columns },
        name: 'title',
        order: (row) => [row.title],
      });
    const before = ['A', 'B', 'C'].map((title) => rows.find((row) => row.title === title));

    it('R38: reads every row without it, and fills nothing in', async () => {
      const kind = withColumns({ subtitle: text(), is_best: flag() });
      const database = createDatabase([kind], await oldMirror(), { model: 'new' });
      await adoptMirror(database);
      const items = before.map((row) => ({ title: row?.title, subtitle: null, isBest: false }));
      expect(await openMirror(database).read(list(kind))).toMatchObject({ state: 'ready', items });
      const held = await serverRows(database, 'projects');
      expect(held.map(({ row }) => row)).toEqual(rows);
      expect(await getMeta(database, 'position')).toMatchObject({ epoch: 'e', cursor: 1 });
      database.close();
    });

    it('R25 R38: has an edit of it say what its author saw, also when a tab of the older version sends it', async () => {
      const name = await oldMirror();
      const database = createDatabase([withColumns({ subtitle: text() })], name, { model: 'new' });
      await adoptMirror(database);
      await database.meta.put({ key: 'account', value: admin });
      const changes = [
        { op: 'update', table: 'projects', id: rows[0]!.id, values: { subtitle: 'New' } } as const,
      ];
      await openEditor(database).edit({ label: 'Edit', changes });
      database.close();
      const older = createDatabase(kinds, name, { model: 'old' });
      const remote = remoteOf(new ModelServer());
      await exchangeOf(older, remote)(never).catch(() => {});
      expect(remote.pushes[0]?.mutations[0]?.changes[0]).toMatchObject({
        values: { subtitle: 'New' },
        base: { subtitle: null },
      });
      older.close();
    });

    it('R38: that no row can be without keeps them shown, and has everything sent again', async () => {
      const kind = withColumns({ subtitle: text({ required: true, always: true }) });
      const database = createDatabase([kind], await oldMirror(), { model: 'new' });
      await adoptMirror(database);
      const titles = before.map((row) => ({ title: row?.title, subtitle: '' }));
      const read = () => openMirror(database).read(list(kind));
      expect(await read()).toMatchObject({ state: 'ready', items: titles });
      const from = await readPosition(database);
      expect(from).toMatchObject({ complete: true });
      expect(from.epoch).not.toBe('e');

      // The server has no such column yet: what is here stays.
      const to = { epoch: 'e', cursor: 4, horizon: 4, complete: true };
      const again = rows.map((row) => change(row, 3));
      await applyCatchUp(database, { from, to, reset: true, changes: again }, 4);
      expect(await read()).toMatchObject({ state: 'ready', items: titles });
      expect(await database.malformed.count()).toBe(3);

      const migrated = rows.map((row) => change(projectRow({ ...row, subtitle: row.title }), 5));
      const next = { epoch: 'migrated', cursor: 5, horizon: 5, complete: true };
      await applyCatchUp(database, { from: to, to: next, reset: true, changes: migrated }, 5);
      const filled = before.map((row) => ({ title: row?.title, subtitle: row?.title }));
      expect(await read()).toMatchObject({ state: 'ready', items: filled });
      expect(await database.malformed.count()).toBe(0);
      database.close();
    });
  });

  it('that cannot read what it showed does not lose the newer version that was kept aside', async () => {
    const name = await oldMirror();
    const old = createDatabase(kinds, name, { model: 'old' });
    const newer = projectRow({ ...rows[0], status: 'archived' });
    await arrive(old, 2, [change(newer, 2)]);
    old.close();
    const archived: AnyKind = {
      ...projects,
      row: v.looseObject({ id: v.string(), status: v.literal('archived') }),
    };
    const database = createDatabase([archived], name, { model: 'new' });
    await adoptMirror(database);
    expect(await serverRows(database, 'projects')).toMatchObject([{ row: newer, version: 2 }]);
    database.close();
  });

  it('on a new device writes nothing, nor does the start after its first page', async () => {
    const storage = countStorage();
    const database = createDatabase(kinds, randomUUID(), { model: 'new' });
    const writing = () => storage.begun.filter(({ mode }) => mode === 'readwrite');
    await adoptMirror(database);
    expect(writing()).toEqual([]);
    await arrive(
      database,
      1,
      rows.map((row) => change(row, 1)),
    );
    storage.reset();
    await adoptMirror(database);
    expect(writing()).toEqual([]);
    vi.restoreAllMocks();
    database.close();
  });

  it('without a change of the model writes nothing', async () => {
    const database = createDatabase(kinds, await oldMirror(), { model: 'new' });
    await adoptMirror(database);
    await forgetRows(database, 'projects');
    await adoptMirror(database);
    expect(await serverRows(database, 'projects')).toEqual([]);
    database.close();
  });

  it('derives anew at the next start what an older version in another tab has written', async () => {
    const name = await oldMirror();
    const database = createDatabase(kinds, name, { model: 'of this tab' });
    await database.meta.put({ key: 'model', value: 'newer than this tab' });
    await arrive(database, 2, [change(projectRow({ title: 'D' }), 2)]);
    expect(await database.meta.get('model')).toBeUndefined();
    await adoptMirror(database);
    expect(await database.meta.get('model')).toMatchObject({ value: database.model });
    expect(database.model).toMatch(/^of this tab /);
    database.close();
  });

  it('knows a new kind by itself, though the model is called as before', async () => {
    const name = randomUUID();
    const old = createDatabase([projects], name, { model: '1' });
    await arrive(old, 1, [change(letter, 1, 'letters')]);
    expect(await old.malformed.count()).toBe(1);
    old.close();
    const letters = defineKind({
      table: 'letters',
      columns: { words: text() },
      name: 'words',
      order: ({ id }) => [id],
    });
    const database = createDatabase([projects, letters], name, { model: '1' });
    await adoptMirror(database);
    expect(await openMirror(database).read(list(letters))).toMatchObject({ state: 'ready' });
    takeConsole();
  });

  it.each(['pages', 'malformed', 'meta', 'outbox', 'rejected', 'overwritten', 'drafts', 'files'])(
    'keeps a kind whose table is called as a store of its own apart from it: %s',
    async (table) => {
      const odd = defineKind({
        table,
        columns: { words: text() },
        name: 'words',
        order: ({ id }) => [id],
      });
      const database = createDatabase([odd], randomUUID());
      const before = await database.table(table).count();
      const row = { id: randomUUID(), words: 'x' };
      await arrive(database, 1, [change(row, 1, table)]);
      expect(await openMirror(database).read(list(odd))).toMatchObject({
        state: 'ready',
        items: [{ words: 'x' }],
      });
      if (table !== 'pages' && table !== 'meta')
        expect(await database.table(table).count()).toBe(before);
      database.close();
    },
  );

  it.each(['projects'])('refuses a kind whose table another one has: %s', (table) => {
    expect(() => createDatabase([projects, { ...friends, table }], 'any')).toThrow(table);
  });
});
