import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { friends } from '../../src/content/friends/friends.ts';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { readPosition } from '../../src/engine/mirror/status.ts';
import { insert } from '../../src/engine/mutation.ts';
import { edit } from '../../src/engine/outbox/edit.ts';
import { readOutbox } from '../../src/engine/outbox/queue.ts';
import { Failure } from '../../src/lib/failure.ts';
import type { ModelServer } from '../lab/model-server.ts';
import {
  admin,
  exchangeOf,
  never,
  newDatabase,
  remoteOf,
  serverRows,
  serverWith,
} from '../support/device.ts';
import { friendRow } from '../support/rows.ts';

let server: ModelServer;
let database: MirrorDatabase;
let remote: ReturnType<typeof remoteOf>;
beforeEach(async () => {
  server = serverWith([friendRow()]);
  database = newDatabase();
  await database.meta.put({ key: 'account', value: admin });
  remote = remoteOf(server);
});
afterEach(() => void vi.restoreAllMocks());

const exchange = () => exchangeOf(database, remote)(never);

/** An exchange of a device with an edit, which takes several pages. */
async function paged(newRows: number) {
  server = serverWith([friendRow()], 3);
  remote = remoteOf(server);
  const one = exchangeOf(database, remote);
  await one(never);
  await add('mine');
  for (let i = 0; i < newRows; i += 1) server.put('friends', friendRow());
  return () => one(never);
}
const add = (name: string) =>
  edit(database, { label: 'x', changes: [insert(friends, { name })] }, 0);

describe('an exchange', () => {
  it('R13: is one pull when nothing waits, else one push, which also brings the changes of others', async () => {
    await exchange();
    expect([remote.pushes.length, remote.pulls]).toEqual([0, 1]);
    for (let i = 0; i < 100; i += 1) await add(`n ${i}`);
    const theirs = server.put('friends', friendRow());
    await exchange();
    expect([remote.pushes.length, remote.pulls]).toEqual([1, 1]);
    expect((await readOutbox(database)).waiting).toEqual([]);
    expect((await serverRows(database, 'friends')).length).toBe(102);
    expect(await readPosition(database)).toMatchObject({ cursor: theirs + 100, complete: true });
  });

  it('R13: of one push and many pages shows nothing and resolves no edit before the last page', async () => {
    const exchange = await paged(7);
    const seen: [number, number][] = [];
    const { pull } = remote;
    remote.pull = async (request) => {
      seen.push([await database.outbox.count(), (await serverRows(database, 'friends')).length]);
      return pull(request, never);
    };
    await exchange();
    expect([remote.pushes.length, remote.pulls]).toEqual([1, 3]);
    expect(seen).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(await database.outbox.count()).toBe(0);
    expect((await serverRows(database, 'friends')).length).toBe(9);
  });

  it('R13: whose last page is lost sends no edit again; the next exchange completes it', async () => {
    const exchange = await paged(4);
    const { pull } = remote;
    remote.pull = async () => {
      throw new Failure('unreachable', null, 'lost');
    };
    await expect(exchange()).rejects.toMatchObject({ kind: 'unreachable' });
    expect(await database.outbox.count()).toBe(1);
    remote.pull = pull;
    await exchange();
    expect(remote.pushes.length).toBe(1);
    expect(await database.outbox.count()).toBe(0);
    expect((await serverRows(database, 'friends')).length).toBe(6);
  });

  it('Y12 Y61: of a device on another history is a push that starts over, and one that is answered', async () => {
    await exchange();
    await add('mine');
    server.reset();
    await exchange();
    expect([remote.pushes.length, remote.pulls]).toEqual([2, 1]);
    expect((await readOutbox(database)).waiting).toEqual([]);
    expect((await serverRows(database, 'friends')).length).toBe(2);
  });

  it('R17: gives up when the server is on another history with each request', async () => {
    await exchange();
    await add('mine');
    const { push } = remote;
    remote.push = (request) => {
      server.reset();
      return push(request, never);
    };
    await expect(exchange()).rejects.toMatchObject({ kind: 'refused', code: 'no-history' });
    expect(remote.pushes.length).toBe(2);
    expect((await readOutbox(database)).waiting).toHaveLength(1);
  });

  it('R2: has no transaction open during a request', async () => {
    const begin = IDBDatabase.prototype.transaction;
    let open = 0;
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: IDBDatabase,
      ...given
    ) {
      const transaction = begin.apply(this, given);
      // Screens read when they like.
      if (transaction.mode === 'readonly') return transaction;
      open += 1;
      for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => (open -= 1));
      return transaction;
    });
    database = newDatabase();
    await database.meta.put({ key: 'account', value: admin });
    await add('mine');
    const during: number[] = [];
    remote = remoteOf(server, () => void during.push(open));
    await exchange();
    expect(during.length).toBeGreaterThan(1);
    expect(during.filter((count) => count > 0)).toEqual([]);
  });

  const refuse = async () => {
    throw new Failure('refused', '42501', 'no right to sync_push');
  };

  it('R31 R17: fails when the push call is refused, after everything has been fetched', async () => {
    await exchange();
    await add('mine');
    const row = friendRow();
    server.put('friends', row);
    remote.push = refuse;
    await expect(exchange()).rejects.toMatchObject({ kind: 'refused', code: '42501' });
    expect((await serverRows(database, 'friends')).map(({ id }) => id)).toContain(row.id);
    expect((await readOutbox(database)).waiting).toHaveLength(1);
  });

  it('R17: fails when only its second push is refused', async () => {
    await exchange();
    await add('mine');
    server.reset();
    const { push } = remote;
    remote.push = (request) => {
      remote.push = refuse;
      return push(request, never);
    };
    await expect(exchange()).rejects.toMatchObject({ kind: 'refused', code: '42501' });
    expect((await readOutbox(database)).waiting).toHaveLength(1);
  });

  describe('with a line that carries only a few edits within the time', () => {
    /** The sizes of the pushes; a larger one than `most` is not answered in time. */
    const sizes: number[] = [];
    let most = 0;
    let once: () => Promise<void>;
    beforeEach(async () => {
      sizes.length = 0;
      const one = exchangeOf(database, remote);
      once = () => one(never);
      await once();
      for (let i = 0; i < 16; i += 1) await add(`n ${i}`);
      const { push } = remote;
      remote.push = async (request) => {
        sizes.push(request.mutations.length);
        if (request.mutations.length > most) throw new Failure('unreachable', 'time-out', 'slow');
        return push(request, never);
      };
    });

    it('R17: sends half of what was not answered in time with the next exchange, and more once it was', async () => {
      most = 3;
      while ((await readOutbox(database)).waiting.length > 0) await once().catch(() => {});
      expect(sizes).toEqual([16, 8, 4, 2, 4, 2, 4, 2, 4, 2, 4, 2, 4, 2, 4, 2, 2]);
      expect([...server.applied.values()]).toEqual(Array.from({ length: 16 }, () => 1));
    });

    it('R31: reads on while not even one edit gets through, and says so', async () => {
      most = 0;
      for (let i = 0; i < 6; i += 1) {
        const theirs = friendRow();
        server.put('friends', theirs);
        await expect(once()).rejects.toMatchObject({ kind: 'unreachable', code: 'time-out' });
        expect((await serverRows(database, 'friends')).map(({ id }) => id)).toContain(theirs.id);
      }
      expect(sizes).toEqual([16, 8, 4, 2, 1, 1]);
      expect((await readOutbox(database)).waiting).toHaveLength(16);
    });

    it('R31: reads on when a single edit takes the database too long', async () => {
      remote.push = async () => {
        throw new Failure('unreachable', '57014', 'canceling statement');
      };
      const theirs = friendRow();
      server.put('friends', theirs);
      await expect(once()).rejects.toMatchObject({ code: '57014' });
      expect((await serverRows(database, 'friends')).map(({ id }) => id)).toContain(theirs.id);
    });

    it('asks for nothing when it is the session that is not renewed in time', async () => {
      const pulls = remote.pulls;
      remote.ready = async () => {
        throw new Failure('unreachable', 'time-out', 'slow');
      };
      await expect(once()).rejects.toMatchObject({ code: 'time-out' });
      expect([sizes, remote.pulls]).toEqual([[], pulls]);
    });
  });
});
