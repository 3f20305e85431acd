import { randomUUID } from 'node:crypto';
import { engineName, kinds } from '../../src/content/kinds.ts';
import type { BaseRow } from '../../src/engine/define.ts';
import { createDatabase, kindOf, type MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { memoryOf } from '../../src/engine/mirror/memory.ts';
import { readRows, replaceRows, writeRows } from '../../src/engine/mirror/stored-rows.ts';
import { createExchange, type ExchangeParts } from '../../src/engine/sync/exchange.ts';
import type { PokeListener, Remote } from '../../src/engine/sync/protocol.ts';
import type { Surroundings } from '../../src/engine/sync/surroundings.ts';
import { Failure } from '../../src/lib/failure.ts';
import { ModelServer } from '../lab/model-server.ts';
import { filesIn } from './named-files.ts';
import { friendRow } from './rows.ts';

/** A device without a browser: its IndexedDB is in memory, its page is a switch. */

export function newDatabase(name: string = randomUUID(), of = kinds): MirrorDatabase {
  return createDatabase(of, name, { engine: engineName, filesIn });
}

export const admin = {
  userId: 'admin',
  email: 'a@example.com',
  isAdmin: true,
  expired: false,
};

/** A server with these friends, which fills in the columns of new ones. */
export function serverWith(friends: readonly { id: string }[], pageRows?: number): ModelServer {
  const server = new ModelServer(pageRows);
  server.blank = friendRow();
  for (const row of friends) server.put('friends', row);
  return server;
}

export const never = new AbortController().signal;

/** An exchange without locks. The remote's parts are looked up at each call, so that a test can change them. */
export const exchangeOf = (
  database: MirrorDatabase,
  remote: Remote,
  more: Partial<ExchangeParts> = {},
) => createExchange({ database, remote, clock: Date.now, locks: undefined, ...more });

/** A remote whose pushes reach the server, and whose answers are lost. */
export const losingAnswers = (remote: Remote): Remote => ({
  ...remote,
  async push(request, signal) {
    await remote.push(request, signal);
    throw new Failure('unreachable', null, 'lost');
  },
});

/** The names of the friends on a device, in order. */
export const namesOn = async (database: MirrorDatabase) =>
  [...(await mirrorRows(database, 'friends')).values()]
    .map((row) => (row as { name: string }).name)
    .sort();

/** The rows of a table as screens show them, by id. */
export async function mirrorRows(
  database: MirrorDatabase,
  table: string,
): Promise<Map<string, unknown>> {
  const kind = kindOf(database, table);
  if (kind === undefined) throw new Error(`There is no kind ${table}.`);
  const memory = memoryOf(database);
  // After what is being written.
  await database.transaction('r', database.tables, () => database.meta.count());
  await memory.load([kind]);
  const shown = memory.collection(kind)?.find({}) ?? [];
  return new Map(shown.map(({ id, row }) => [id, row]));
}

/** The rows of a table as the device has them from the server. */
export const serverRows = (database: MirrorDatabase, table: string) => readRows(database, table);

/** Writes rows as the server's, and takes others out; no pull is noted. */
export const setServerRows = (
  database: MirrorDatabase,
  table: string,
  put: readonly BaseRow[],
  gone: readonly string[] = [],
) =>
  database.transaction('rw', database.pages, database.meta, async () =>
    writeRows(
      database,
      table,
      put.map((row) => ({ id: row.id, version: 1, row })),
      gone,
    ),
  );

export const forgetRows = (database: MirrorDatabase, table: string) =>
  database.transaction('rw', database.pages, database.meta, async () =>
    replaceRows(database, new Map([[table, []]])),
  );

/** Rows of every kind, for comparing two devices. */
export async function wholeMirror(database: MirrorDatabase): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {};
  for (const { table } of kinds) {
    const ofKind = await readRows(database, table);
    rows[table] = ofKind.sort((a, b) => (a.id < b.id ? -1 : 1));
  }
  return rows;
}

/** A remote that answers from a model server; `before` may wait, throw, or change what comes back. */
export function remoteOf(
  server: ModelServer,
  before: () => void | Promise<void> = () => {},
): Remote & {
  poke: () => Promise<void>;
  listeners: Set<PokeListener>;
  pulls: number;
  pushes: Parameters<Remote['push']>[0][];
} {
  const listeners = new Set<PokeListener>();
  const remote = {
    listeners,
    pulls: 0,
    pushes: [] as Parameters<Remote['push']>[0][],
    async pull(request: Parameters<Remote['pull']>[0]) {
      remote.pulls += 1;
      await before();
      return server.pull(request);
    },
    async ready() {},
    async push(request: Parameters<Remote['push']>[0]) {
      remote.pushes.push(structuredClone(request));
      await before();
      return server.push(request);
    },
    watch(listener: PokeListener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async poke() {
      const { version } = server.pull({ epoch: server.epoch, cursor: 0, horizon: 0, pending: [] });
      for (const listener of listeners) listener.poked(version);
    },
  };
  return remote;
}

/** A page that is visible and online until the test says otherwise. */
export function testPage(): Surroundings & {
  tell(event: 'online' | 'offline' | 'shown' | 'hidden'): void;
} {
  const listeners = new Set<Parameters<Surroundings['watch']>[0]>();
  let online = true;
  let visible = true;
  return {
    isOnline: () => online,
    isVisible: () => visible,
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(event) {
      if (event === 'online' || event === 'offline') online = event === 'online';
      else visible = event === 'shown';
      for (const listener of listeners) listener(event);
    },
  };
}
