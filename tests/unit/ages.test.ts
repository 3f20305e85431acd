import { randomUUID } from 'node:crypto';
import { Dexie } from 'dexie';
import { describe, expect, it } from 'vitest';
import { kinds } from '../../src/content/kinds.ts';
import { createDatabase, type MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { adoptMirror } from '../../src/engine/mirror/derive.ts';
import { type Keeping, openStorage } from '../../src/engine/mirror/storage.ts';
import { readOutbox } from '../../src/engine/outbox/queue.ts';
import { createExchange } from '../../src/engine/sync/exchange.ts';
import { ModelServer } from '../lab/model-server.ts';
import { mirrorRows, remoteOf, serverRows } from '../support/device.ts';
import { pictureOf } from '../support/named-files.ts';
import { openOlder } from '../support/older-mirror.ts';
import { friendRow } from '../support/rows.ts';
import { takeConsole } from '../support/setup.ts';

/** Mirrors of older versions of the site, with edits in them, and tabs of those versions that are still open. */

const admin = { userId: 'admin', email: 'a@example.com', isAdmin: true, expired: false };
const ada = friendRow({ name: 'Ada' });
const grace = friendRow({ name: 'Grace' });
/** Without edits, more than one page of them. */
const plain = Array.from({ length: 150 }, (_, n) => friendRow({ name: `Plain ${n}` }));

/** One of the server's rows, changed here; one made here; one refused; and half a thought. */
async function fill(old: Dexie, server: ModelServer): Promise<void> {
  const version = server.put('friends', ada);
  const last = version + plain.length;
  const rows = (key: string) => ({ rows: [key], after: [], attempts: 0, sent: false });
  const edit = { account: admin.userId, at: 1, heldUntil: null };
  for (const row of plain) server.put('friends', row);
  const changed = { ...ada, name: 'Ada, changed' };
  await old
    .table('friends')
    .bulkPut([
      { id: ada.id, version, row: changed, order: [0], by: {} },
      { id: grace.id, version: 0, row: grace, order: [0], by: {} },
      ...plain.map((row, n) => ({ id: row.id, version: version + 1 + n, row, order: [0], by: {} })),
    ]);
  await old.table('pristine').bulkPut([
    { table: 'friends', id: ada.id, version, row: ada },
    { table: 'friends', id: grace.id, version: 0, row: null },
  ]);
  const update = { op: 'update', table: 'friends', id: ada.id };
  const insert = { op: 'insert', table: 'friends', id: grace.id, blank: grace };
  await old.table('outbox').bulkAdd([
    {
      ...edit,
      ...rows(`friends/${ada.id}`),
      id: 'changed',
      label: 'Edit Ada',
      changes: [{ ...update, values: { name: 'Ada, changed' }, before: ada }],
    },
    {
      ...edit,
      ...rows(`friends/${grace.id}`),
      id: 'made',
      label: 'Add Grace',
      changes: [{ ...insert, values: { name: 'Grace' } }],
    },
  ]);
  const refused = { ...edit, ...rows('friends/x'), id: 'refused', label: 'x', place: 1 };
  await old.table('rejected').put({
    id: 'refused',
    mutation: { ...refused, changes: [{ ...update, id: 'x', values: {}, before: null }] },
    code: '23514',
    reason: 'no',
    cause: null,
    at: 1,
  });
  if (old.verno === 2) await old.table('gone').put({ table: 'friends', id: 'x', version: 7 });
  await old.table('malformed').put({
    table: 'friends',
    id: 'y',
    version,
    row: { id: 'y', name: 7 },
    reason: 'no name',
  });
  await old.table('overwritten').add({
    account: admin.userId,
    label: 'Edit Ada',
    table: 'friends',
    id: ada.id,
    column: 'role',
    was: 'poet',
    at: 1,
  });
  await old.table('drafts').put({ key: 'learnings/new', fields: { title: 'Half' }, at: 1 });
  await old.table('meta').bulkPut([
    { key: 'account', value: admin },
    { key: 'model', value: 'of long ago' },
    {
      key: 'position',
      value: { epoch: server.epoch, cursor: last, horizon: last, complete: true },
    },
  ]);
}

async function expectAll(database: MirrorDatabase): Promise<void> {
  expect(await readOutbox(database)).toMatchObject({
    waiting: [{ id: 'changed' }, { id: 'made' }],
    rejected: [{ id: 'refused', code: '23514' }],
    overwritten: [{ column: 'role', was: 'poet' }],
  });
  // Once its author has signed out, visitors are told that edits wait.
  expect(await database.meta.get('authors')).toBeDefined();
  expect(await database.malformed.toArray()).toMatchObject([{ id: 'y', row: { name: 7 } }]);
  const held = await serverRows(database, 'friends');

  expect(new Map(held.map(({ row }) => [row.id, row]))).toEqual(
    new Map([ada, ...plain].map((row) => [row.id, row])),
  );
  expect(database.tables.map(({ name }) => name)).not.toContain('friends');
  expect(await database.drafts.toArray()).toMatchObject([{ fields: { title: 'Half' } }]);
  const names = [...(await mirrorRows(database, 'friends')).values()].map((row) =>
    String((row as typeof ada).name),
  );
  expect(names.filter((name) => !name.startsWith('Plain')).sort()).toEqual([
    'Ada, changed',
    'Grace',
  ]);
  expect(names).toHaveLength(2 + plain.length);
}

describe('a mirror of version 4', () => {
  it('Y37 R44: is upgraded with its rows where they are, and has room for files', async () => {
    const name = randomUUID();
    const old = new Dexie(name, { cache: 'disabled' });
    old.version(4).stores({
      pages: '[table+n], [table+stamp], stamp',
      malformed: '[table+id]',
      meta: 'key',
      outbox: '++place, &id, *rows, *after',
      rejected: 'id',
      overwritten: '++place',
      drafts: 'key',
    });
    const page = { table: 'friends', n: 0, stamp: 7, rows: [{ id: ada.id, version: 1, row: ada }] };
    const mark = { key: 'pages', value: { of: 'this', stamp: 7 } };
    await old.table('pages').put(page);
    await old.table('meta').put(mark);
    old.close();
    const database = createDatabase(kinds, name);
    expect(await database.pages.toArray()).toEqual([page]);
    expect(await database.meta.get('pages')).toEqual(mark);
    await database.files.put({ ...pictureOf('a picture'), at: 1 });
    expect(await database.files.count()).toBe(1);
    database.close();
  });
});

describe.each([2, 3])('a mirror of version %i with edits that wait', (version) => {
  it('Y37: is upgraded while a tab of that version is open; nothing is lost, and each edit is sent once', async () => {
    const [name, server] = [randomUUID(), new ModelServer()];
    server.blank = friendRow();
    const old = openOlder(kinds, name, { version });
    await fill(old, server);
    const database = createDatabase(kinds, name, { model: 'new' });
    await adoptMirror(database);
    await expectAll(database);
    // The old tab has let go, and neither waits for the other: it reads on.
    expect(await old.table('outbox').count()).toBe(2);
    const remote = remoteOf(server);
    const parts = { database, remote, clock: Date.now, locks: undefined };
    await createExchange(parts)(new AbortController().signal);
    expect([...server.applied]).toEqual([
      ['changed', 1],
      ['made', 1],
    ]);
    expect(await readOutbox(database)).toMatchObject({ waiting: [], rejected: [{}] });
    // Each has made way for the other: Dexie says so.
    for (const words of takeConsole()) expect(words).toMatch(/Another connection|SchemaDiff/);
    database.close();
    old.close();
  });

  it('Y37: waits for an old tab that does not let go without hanging, and has everything when it does', async () => {
    const [name, server] = [randomUUID(), new ModelServer()];
    const old = openOlder(kinds, name, { version });
    await fill(old, server);
    old.close();
    // A tab that stands still hears nothing.
    const stands = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const told: Keeping[] = [];
    const storage = openStorage(kinds, (keeping) => told.push(keeping), { name, model: 'new' });
    storage.start();
    await expect.poll(() => told).toEqual(['silent']);
    expect(takeConsole().join()).toContain('blocked by other connection');
    stands.close();
    await expect.poll(() => told).toEqual(['silent', 'kept']);
    await adoptMirror(storage.database);
    await expectAll(storage.database);
    storage.stop();
    storage.database.close();
  });
});
