import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { friends } from '../../src/content/friends/friends.ts';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { list } from '../../src/engine/mirror/query.ts';
import { openMirror } from '../../src/engine/mirror/read.ts';
import { readPosition } from '../../src/engine/mirror/status.ts';
import { NotRenewed } from '../../src/engine/sync/protocol.ts';
import { createPull, type Pull } from '../../src/engine/sync/pull.ts';
import { readStand } from '../../src/engine/sync/stand.ts';
import { Failure } from '../../src/lib/failure.ts';
import { ModelServer } from '../lab/model-server.ts';
import { mirrorRows, never, newDatabase, remoteOf } from '../support/device.ts';
import { friendRow } from '../support/rows.ts';

const lost = () => {
  throw new Failure('unreachable', null, 'lost');
};

let database: MirrorDatabase;
let server: ModelServer;
beforeEach(() => {
  database = newDatabase();
  server = new ModelServer(3);
});

afterEach(() => void vi.restoreAllMocks());

const pullOnce = async (pull: Pull) =>
  pull.finish(pull.begin(await readStand(database, Date.now())), null, never);
const follow = (before?: () => void | Promise<void>) => {
  const remote = remoteOf(server, before);
  const pull = createPull(database, remote, Date.now);
  return { remote, pull: () => pullOnce(pull) };
};
const held = () => mirrorRows(database, 'friends');

function addFriends(count: number): void {
  for (let i = 0; i < count; i += 1) server.put('friends', friendRow({ name: `friend ${i}` }));
}

describe('pulling', () => {
  it('Y2: fetches page after page until there is no more', async () => {
    addFriends(10);
    const { pull, remote } = follow();
    await pull();
    expect(remote.pulls).toBe(4);
    expect(await held()).toEqual(server.rows('friends'));
    expect(await readPosition(database)).toMatchObject({ cursor: 10, horizon: 10, complete: true });
  });

  it('Y4: shows the final value of a row that changes while it pages', async () => {
    addFriends(9);
    const [first] = server.rows('friends').values();
    let page = 0;
    const { pull } = follow(() => {
      page += 1;
      if (page === 2) server.put('friends', { ...first!, name: 'changed' });
    });
    await pull();
    expect(await held()).toEqual(server.rows('friends'));
  });

  it('R7: a first filling that another tab overtakes continues as a catch-up, applied at once', async () => {
    server = new ModelServer(1);
    addFriends(1);
    const [first] = server.rows('friends').values();
    const { remote, pull } = follow();
    const ask = remote.pull;
    const seen: unknown[] = [];
    let pages = 0;
    remote.pull = async (request, signal) => {
      pages += 1;
      if (pages > 1) seen.push([...(await held()).values()]);
      const [second] = pages === 1 ? [friendRow({ name: 'second' })] : [];
      if (second !== undefined) server.put('friends', second);
      const page = await ask(request, signal);
      if (second !== undefined) {
        // The other tab has everything before this page arrives; then both rows change.
        await follow().pull();
        server.put('friends', { ...first!, name: 'first, changed' });
        server.put('friends', { ...second, name: 'second, changed' });
      }
      return page;
    };
    await pull();
    expect(pages).toBeGreaterThan(2);
    expect(new Set(seen.map((rows) => JSON.stringify(rows))).size).toBe(1);
    expect(await held()).toEqual(server.rows('friends'));
  });

  it('R7: the first filling shows page by page; a later catch-up shows all at once', async () => {
    addFriends(6);
    let seen: number[] = [];
    const look = async () => void seen.push((await held()).size);
    await follow(look).pull();
    expect(seen).toEqual([0, 3]);

    seen = [];
    addFriends(6);
    await follow(look).pull();
    expect(seen).toEqual([6, 6]);
    expect((await held()).size).toBe(12);
  });

  it('R7: a first filling asks for the next page while it writes one; a later catch-up writes once', async () => {
    addFriends(7);
    const log: string[] = [];
    const begin = IDBDatabase.prototype.transaction;
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: IDBDatabase,
      ...given
    ) {
      const transaction = begin.apply(this, given);
      const writesRows = given[1] === 'readwrite' && [...given[0]].includes('pages');
      if (writesRows) transaction.addEventListener('complete', () => log.push('written'));
      return transaction;
    });
    database = newDatabase();
    const { pull } = follow(() => void log.push('asked'));
    await pull();
    expect(log).toEqual(['asked', 'asked', 'written', 'asked', 'written', 'written']);
    log.length = 0;
    addFriends(7);
    await pull();
    expect(log).toEqual(['asked', 'asked', 'asked', 'written']);
    expect(await held()).toEqual(server.rows('friends'));
  });

  it('R7: of a filling that another tab has finished meanwhile, what was asked ahead is dropped', async () => {
    addFriends(4);
    const other = follow();
    let isFirst = true;
    const { remote, pull } = follow(async () => {
      if (!isFirst) return;
      isFirst = false;
      await other.pull();
      server.put('friends', friendRow());
    });
    await pull();
    expect(await held()).toEqual(server.rows('friends'));
    expect(remote.pulls).toBeLessThanOrEqual(3);
  });

  it('R6 Y64: leaves the mirror as it was when it fails in the middle, and continues from there', async () => {
    addFriends(3);
    await follow().pull();
    const before = await held();
    addFriends(9);
    let page = 0;
    const { pull, remote } = follow(() => {
      page += 1;
      if (page === 3) lost();
    });
    await expect(pull()).rejects.toThrow('lost');
    expect(await held()).toEqual(before);
    await pull();
    expect(remote.pulls).toBe(4);
    expect(await held()).toEqual(server.rows('friends'));
  });

  it('Y12 Y64: shows the old content of a new history until the new one is complete', async () => {
    addFriends(6);
    await follow().pull();
    const old = await held();
    server = new ModelServer(3);
    server.epoch = 'second';
    addFriends(9);
    const seen: number[] = [];
    const { pull } = follow(async () => {
      expect(await held()).toEqual(old);
      seen.push(old.size);
      if (seen.length === 2) lost();
    });
    await expect(pull()).rejects.toThrow('lost');
    await pull();
    expect(seen.length).toBeGreaterThan(2);
    expect(await held()).toEqual(server.rows('friends'));
  });

  it('Y10: starts over when the server has forgotten tombstones that it had not seen', async () => {
    addFriends(6);
    await follow().pull();
    const [first] = server.rows('friends').keys();
    server.remove('friends', first!);
    server.prune();
    await follow().pull();
    expect(await held()).toEqual(server.rows('friends'));
    expect((await held()).size).toBe(5);
  });

  it('Y10: a device that fills anew goes past the forgotten tombstones', async () => {
    addFriends(12);
    server.remove('friends', [...server.rows('friends').keys()].at(-1)!);
    server.prune();
    const { pull, remote } = follow();
    await pull();
    expect(remote.pulls).toBe(4);
    expect(await held()).toEqual(server.rows('friends'));
  });

  it('gives up on a server that starts over again and again', async () => {
    addFriends(9);
    const { pull, remote } = follow(() => server.reset());
    await expect(pull()).rejects.toMatchObject({ kind: 'refused' });
    expect(remote.pulls).toBeLessThan(10);
  });

  it('refuses a page that does not advance the cursor', async () => {
    addFriends(3);
    await follow().pull();
    const position = await readPosition(database);
    const page = {
      epoch: 'first',
      cursor: 3,
      version: 9,
      reset: false,
      more: true,
      changes: [],
      answers: [],
    };
    const stuck = { ...remoteOf(server), pull: async () => page };
    const pull = createPull(database, stuck, Date.now);
    await expect(pullOnce(pull)).rejects.toMatchObject({ kind: 'refused' });
    expect(await readPosition(database)).toEqual(position);
  });

  it.each(['time-out', '57014'])(
    'R6: asks for half as many rows after a page that took too long (%s), and for more once one has come',
    async (code) => {
      addFriends(10);
      const { pull, remote } = follow();
      const rows: number[] = [];
      const { pull: answer } = remote;
      let most = 200;
      remote.pull = async (request) => {
        rows.push(request.rows);
        if (request.rows > most) throw new Failure('unreachable', code, 'slow');
        return answer(request, never);
      };
      while (!(await readPosition(database)).complete) await pull().catch(() => {});
      expect(rows).toEqual([1000, 500, 250, 125, 250, 125, 250, 125, 250, 125]);
      most = 0;
      for (let i = 0; i < 4; i += 1) await pull().catch(() => {});
      expect(rows.slice(-4)).toEqual([250, 125, 63, 50]);
    },
  );

  it('asks for as many rows as before when it is the session that is not renewed in time', async () => {
    addFriends(10);
    const { pull, remote } = follow();
    const rows: number[] = [];
    remote.pull = async (request) => {
      rows.push(request.rows);
      throw new NotRenewed('unreachable', 'time-out', 'slow');
    };
    for (let i = 0; i < 2; i += 1) await pull().catch(() => {});
    expect(rows).toEqual([1000, 1000]);
  });

  it('Y30: two tabs that fill one mirror at once end with what the server has', async () => {
    addFriends(20);
    const turns = () => new Promise<void>((resolve) => setTimeout(resolve, Math.random() * 4));
    await Promise.all([follow(turns).pull(), follow(turns).pull(), follow(turns).pull()]);
    expect(await held()).toEqual(server.rows('friends'));
  });

  it('R12 Y11: a clock that is set a day back or forth changes only the freshness', async () => {
    addFriends(3);
    let now = Date.UTC(2026, 0, 10);
    const pull = createPull(database, remoteOf(server), () => now);
    await pullOnce(pull);
    for (const days of [-1, 2]) {
      now += days * 86_400_000;
      addFriends(1);
      await pullOnce(pull);
      expect(await held()).toEqual(server.rows('friends'));
      expect(await openMirror(database).state()).toMatchObject({ freshness: now });
    }
  });

  it('an empty site is empty, not loading', async () => {
    await follow().pull();
    expect(await openMirror(database).read(list(friends))).toEqual({ state: 'empty' });
  });
});
