import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { friends } from '../../src/content/friends/friends.ts';
import type { ServerChange } from '../../src/engine/mirror/apply.ts';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { memoryOf } from '../../src/engine/mirror/memory.ts';
import { startPosition } from '../../src/engine/mirror/meta.ts';
import { insert } from '../../src/engine/mutation.ts';
import { edit } from '../../src/engine/outbox/edit.ts';
import { watchOutbox } from '../../src/engine/outbox/queue.ts';
import { applyCatchUp } from '../../src/engine/sync/apply-catch-up.ts';
import { startLoop } from '../../src/engine/sync/loop.ts';
import { REPORTED_AFTER_MS } from '../../src/lib/limits.ts';
import {
  type BegunTransaction,
  type CountedStorage,
  countStorage,
} from '../support/counted-storage.ts';
import {
  admin,
  exchangeOf,
  never,
  newDatabase,
  remoteOf,
  serverRows,
  serverWith,
  testPage,
} from '../support/device.ts';
import { friendRow, trackRow } from '../support/rows.ts';

/** What the engine asks of IndexedDB, counted: times are for `npm run bench`. */

let storage: CountedStorage;
let database: MirrorDatabase;
beforeEach(async () => {
  storage = countStorage();
  database = newDatabase();
  await database.open();
});
afterEach(() => void vi.restoreAllMocks());

/** What is begun for another reason than to show it. */
const withoutScreens = () =>
  storage.begun.filter(({ mode, stores }) => mode === 'readwrite' || !stores.includes('pages'));

/** Until this page has read what it has stored itself. */
const allRead = () => memoryOf(database).load([]);

const writing = () => storage.begun.filter(({ mode }) => mode === 'readwrite');

/** A device on the history of a server with one friend. */
async function followed() {
  const server = serverWith([friendRow()]);
  const remote = remoteOf(server);
  const exchange = exchangeOf(database, remote);
  await exchange(never);
  storage.reset();
  return { server, remote, exchange: () => exchange(never) };
}

const at = (cursor: number) => ({ epoch: 'first', cursor, horizon: cursor, complete: true });

function rowsOf(count: number, first: number): ServerChange[] {
  return Array.from({ length: count }, (_, i) => {
    const isTrack = i % 2 === 0;
    const row = isTrack ? trackRow() : friendRow();
    const table = isTrack ? 'current_listening' : 'friends';
    return { table, id: row.id, version: first + i, row };
  });
}

const asked = (...ways: string[]) =>
  ways.reduce((sum, way) => sum + (storage.requests.get(way) ?? 0), 0);

describe('applying 500 rows', () => {
  const fill = (changes: readonly ServerChange[]) =>
    applyCatchUp(database, { from: startPosition, to: at(500), reset: true, changes }, 0);

  it('looks up no row and deletes none where the device has none', async () => {
    storage.reset();
    await fill(rowsOf(500, 1));
    expect(asked('get', 'getKey', 'getAll', 'getAllKeys', 'openCursor')).toBeLessThan(20);
    expect(asked('delete')).toBe(0);
    expect(asked('put')).toBeLessThan(510);
  });

  it('looks up no row where the device has others', async () => {
    await fill(rowsOf(500, 1));
    storage.reset();
    const changes = rowsOf(500, 501);
    await applyCatchUp(database, { from: at(500), to: at(1000), reset: false, changes }, 0);
    expect((await serverRows(database, 'friends')).length).toBe(500);
    expect(asked('get', 'getKey', 'getAll', 'getAllKeys', 'openCursor')).toBeLessThan(20);
    expect(asked('delete')).toBe(0);
  });
});

describe('an exchange of a visitor', () => {
  it('reads once before it asks, and where nothing is new writes neither rows nor to the disk', async () => {
    const { remote, exchange } = await followed();
    const { pull } = remote;
    let before: readonly BegunTransaction[] = [];
    remote.pull = async (request) => {
      before = [...storage.begun];
      return pull(request, never);
    };
    await exchange();
    expect(before.map(({ mode }) => mode)).toEqual(['readonly']);
    expect(storage.begun).toHaveLength(2);
    expect(writing()).toEqual([{ mode: 'readwrite', stores: ['meta'], durability: 'relaxed' }]);
  });

  it('writes a changed row in one transaction, which opens no edits and does not wait for the disk', async () => {
    const { server, exchange } = await followed();
    server.put('friends', friendRow());
    await exchange();
    expect(storage.begun).toHaveLength(2);
    const [{ stores, durability } = {}] = writing();
    expect(durability).toBe('relaxed');
    expect(stores).toEqual(['pages', 'malformed', 'meta']);
  });
});

describe('an edit', () => {
  const add = (name: string) =>
    edit(database, { label: 'x', changes: [insert(friends, { name })] }, 0);
  beforeEach(() => database.meta.put({ key: 'account', value: admin }));

  it('invariant 3: is on the disk, not only handed to the system, when it is confirmed, and so is its answer', async () => {
    const { exchange } = await followed();
    await add('Ada');
    expect(writing().map(({ durability }) => durability)).toEqual(['strict']);
    storage.reset();
    await exchange();
    // One marks it as sent, one brings its answer.
    expect(writing().map(({ durability }) => durability)).toEqual(['strict', 'strict']);
    expect(withoutScreens()).toHaveLength(4);
  });

  it('costs the same however many wait', async () => {
    await add('first');
    await allRead();
    storage.reset();
    await add('second');
    await allRead();
    const few = total();
    for (let i = 0; i < 100; i += 1) await add(`n ${i}`);
    await allRead();
    storage.reset();
    await add('last');
    await allRead();
    expect(total()).toBeLessThanOrEqual(few + 8);
  });

  it('is told to the engine without reading the others', async () => {
    const heard: string[] = [];
    let listening = () => {};
    const stop = watchOutbox(
      database,
      (news) => {
        heard.push(news);
        listening();
      },
      Date.now,
    );
    const next = () =>
      new Promise<void>((resolve) => {
        listening = resolve;
      });
    const read: number[] = [];
    for (let i = 0; i < 30; i += 1) {
      const told = next();
      await add(`n ${i}`);
      storage.reset();
      await told;
      read.push(asked('get', 'getAll', 'openCursor', 'continue'));
    }
    stop();
    expect(heard).toHaveLength(30);
    expect(Math.max(...read.slice(1))).toBeLessThanOrEqual(12);
  });

  it('a hundred of which are answered, is settled all together', async () => {
    const { exchange } = await followed();
    for (let i = 0; i < 100; i += 1) await add(`n ${i}`);
    storage.reset();
    await exchange();
    expect(await database.outbox.count()).toBe(0);
    // Each mutation is put once, marked as sent, and each row once. Everything else is for all of them together.
    expect(asked('put')).toBeLessThan(210);
    expect(total() - asked('put')).toBeLessThan(60);
  });
});

describe('a page with a running engine', () => {
  // An exchange that lasts is reported, in two more transactions: on a slow machine, too, these do not last.
  beforeEach(() => {
    const after = globalThis.setTimeout;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((task: () => void, ms?: number) =>
      ms === REPORTED_AFTER_MS ? 0 : after(task, ms)) as typeof setTimeout);
  });
  afterEach(() => void vi.restoreAllMocks());

  /** Counts from an engine's start; the server answers only when it is told to. */
  async function running() {
    const remote = remoteOf(serverWith([friendRow()]));
    const ended: string[] = [];
    const loop = startLoop({
      database,
      remote,
      surroundings: testPage(),
      locks: undefined,
      onEvent: (what) => void ended.push(what),
    });
    const idle = () => expect.poll(() => ended.at(-1)).toBe('pulled → idle');
    await idle();
    return { loop, idle, remote, ended };
  }

  it('takes few transactions for an edit made online', async () => {
    await database.meta.put({ key: 'account', value: admin });
    const { loop, idle, ended, remote } = await running();
    await untilQuiet();
    storage.reset();
    ended.length = 0;
    await edit(database, { label: 'x', changes: [insert(friends, { name: 'Ada' })] }, 0);
    await idle();
    await untilQuiet();
    loop.stop();
    expect(remote.pushes).toHaveLength(1);
    expect(withoutScreens().length).toBeLessThanOrEqual(9);
    // Each commit is read once.
    expect(storage.begun.length - withoutScreens().length).toBeLessThanOrEqual(6);
    expect(writing().filter(({ durability }) => durability === 'strict')).toHaveLength(3);
  });

  it('takes few transactions for a pull that brings nothing', async () => {
    const { loop, idle, ended } = await running();
    await untilQuiet();
    storage.reset();
    ended.length = 0;
    loop.ask();
    await idle();
    await untilQuiet();
    loop.stop();
    expect(storage.begun.length).toBeLessThanOrEqual(3);
    // How fresh the content is. The status is as it was.
    expect(writing()).toHaveLength(1);
  });
});

/** Until nothing more is asked of the database. */
async function untilQuiet(): Promise<void> {
  for (let count = -1; count !== storage.begun.length; ) {
    count = storage.begun.length;
    for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

const total = () => [...storage.requests.values()].reduce((sum, count) => sum + count, 0);
