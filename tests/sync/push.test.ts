import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { friends } from '../../src/content/friends/friends.ts';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { openSessionStore } from '../../src/engine/mirror/session-store.ts';
import { readPosition } from '../../src/engine/mirror/status.ts';
import { type Change, insert, remove, update } from '../../src/engine/mutation.ts';
import { edit } from '../../src/engine/outbox/edit.ts';
import { exportOutbox, importOutbox } from '../../src/engine/outbox/export.ts';
import { readOutbox, takeBatch } from '../../src/engine/outbox/queue.ts';
import { retryUnknown } from '../../src/engine/outbox/review.ts';
import { createRemote } from '../../src/engine/supabase/calls.ts';
import { createSession, toStored } from '../../src/engine/supabase/session.ts';
import { createPull, type Pull } from '../../src/engine/sync/pull.ts';
import { createPush } from '../../src/engine/sync/push.ts';
import { readStand } from '../../src/engine/sync/stand.ts';
import { Failure } from '../../src/lib/failure.ts';
import { ModelServer } from '../lab/model-server.ts';
import {
  admin,
  exchangeOf,
  losingAnswers,
  mirrorRows,
  namesOn,
  never,
  newDatabase,
  remoteOf,
  serverRows,
  serverWith,
} from '../support/device.ts';
import { recordAnswers } from '../support/record-answers.ts';
import { friendRow } from '../support/rows.ts';

/** Edits on their way to the server and back; the store is real, the server is the model server. */

let server: ModelServer;
let one: Device;
beforeEach(async () => {
  server = serverWith([]);
  one = await newDevice();
});

interface Device {
  database: MirrorDatabase;
  remote: ReturnType<typeof remoteOf>;
  edit(...changes: Change[]): Promise<string>;
  /** One exchange. */
  push(): Promise<void>;
  /** A pull alone, as of a page on which nobody is signed in. */
  pull(): Promise<void>;
  names(): Promise<string[]>;
  outbox(): ReturnType<typeof readOutbox>;
}

async function newDevice(before?: () => void): Promise<Device> {
  const database = newDatabase();
  await database.meta.put({ key: 'account', value: admin });
  const remote = remoteOf(server, before);
  const pull = createPull(database, remote, Date.now);
  const exchange = exchangeOf(database, remote);
  await pullOnce(pull, database);
  return {
    database,
    remote,
    edit: async (...changes) =>
      (await edit(database, { label: 'x', changes }, Date.now()))?.id ?? 'nothing',
    push: () => exchange(never),
    pull: () => pullOnce(pull, database),
    outbox: () => readOutbox(database),
    names: () => namesOn(database),
  };
}

const pullOnce = async (pull: Pull, database: MirrorDatabase) =>
  pull.finish(pull.begin(await readStand(database, Date.now())), null, never);

const add = (name: string, id: string = randomUUID()) => insert(friends, { name }, id);
const rename = (id: string, name: string) => update(friends, id, { name });
const serverNames = () =>
  [...server.rows('friends').values()].map(({ name }) => name as string).sort();

/** A friend that the server and the first device have. */
async function friend(columns: Record<string, unknown>) {
  const row = friendRow(columns);
  server.put('friends', row);
  await one.pull();
  return row;
}

describe('a push', () => {
  it('E5: sends 200 edits in one request, in order, and the outbox is empty', async () => {
    const names = Array.from({ length: 200 }, (_, i) => `friend ${String(i).padStart(3, '0')}`);
    for (const name of names) await one.edit(add(name));
    await one.push();
    expect(one.remote.pushes.map(({ mutations }) => mutations.length)).toEqual([200]);
    expect(serverNames()).toEqual(names);
    expect((await one.outbox()).waiting).toEqual([]);
  });

  it('R13 Y26: brings the rows of the edits that it answers, and the cursor after them', async () => {
    await one.edit(add('Ada'));
    await one.push();
    expect(await one.names()).toEqual(['Ada']);
    expect(await readPosition(one.database)).toMatchObject({ cursor: 1, horizon: 1 });
  });

  it('R10 R13: a row that comes with the last answer and cannot be read shows as it was before the edit', async () => {
    const [ada, bob] = [await friend({ name: 'Ada' }), await friend({ name: 'Bob' })];
    await one.edit(rename(ada.id, 'Ada L.'));
    await one.edit(rename(bob.id, 'Bob M.'));
    const { push } = one.remote;
    one.remote.push = async (request, signal) => {
      const page = await push(request, signal);
      const changes = page.changes.map((change) =>
        change.id === ada.id ? { ...change, row: { ...(change.row as object), name: 7 } } : change,
      );
      return { ...page, changes };
    };
    await one.push();
    expect((await one.outbox()).waiting).toEqual([]);
    expect(await one.names()).toEqual(['Ada', 'Bob M.']);
    expect(await one.database.malformed.count()).toBe(1);
  });

  it('R16: the rows of the last edits are as the server has them, whether it refused or took them', async () => {
    const [ada, bob] = [await friend({ name: 'Ada' }), await friend({ name: 'Bob' })];
    await one.edit(rename(ada.id, 'Ada L.'));
    await one.edit(rename(bob.id, 'no'));
    await one.edit(add('no, either'));
    server.refuse = (change) =>
      'values' in change && String(change.values.name).startsWith('no') ? '23514' : null;
    await one.push();
    expect(await one.outbox()).toMatchObject({ waiting: [], rejected: [{}, {}] });
    expect(await one.names()).toEqual(['Ada L.', 'Bob']);
  });

  it('R39: what the server does not know yet is kept, goes out once it has learned it, and nothing else does', async () => {
    const [ada, eve] = [await friend({ name: 'Ada' }), await friend({ name: 'Eve' })];
    await one.edit(update(friends, ada.id, { role: 'pilot' }));
    const unknown = await one.edit(insert(friends, { name: 'Bob', role: 'cook' }));
    const other = await one.edit(rename(eve.id, 'no'));
    server.refuse = (change) => {
      if (!('values' in change)) return null;
      return 'role' in change.values ? '42703' : change.values.name === 'no' ? '23514' : null;
    };
    await one.push();
    expect(await one.outbox()).toMatchObject({ waiting: [], rejected: [{}, {}, {}] });
    await one.push();
    expect((await one.outbox()).waiting).toEqual([]);

    server.refuse = () => null;
    server.reset();
    await one.push();
    const sent = one.remote.pushes.length;
    await one.push();
    const again = one.remote.pushes.slice(sent).flatMap(({ mutations }) => mutations);
    expect(again.map(({ changes }) => changes[0]?.op)).toEqual(['update', 'insert']);
    expect(again.map(({ id }) => id)).not.toContain(unknown);
    const { waiting, rejected } = await one.outbox();
    expect(waiting).toEqual([]);
    expect(rejected.map(({ id }) => id)).toEqual([other]);
    expect(await one.names()).toEqual(['Ada', 'Bob', 'Eve']);
    expect(server.rows('friends').get(ada.id)).toMatchObject({ name: 'Ada', role: 'pilot' });
  });

  it('R39: what two devices have of the same edits is sent again by both, and applied once', async () => {
    const ada = await friend({ name: 'Ada' });
    const two = await newDevice();
    await one.edit(insert(friends, { name: 'Bob', role: 'cook' }));
    await one.edit(update(friends, ada.id, { role: 'pilot' }));
    await importOutbox(two.database, await exportOutbox(one.database));
    server.refuse = (change) => ('values' in change && 'role' in change.values ? '42703' : null);
    for (const device of [one, two]) {
      await device.push();
      expect((await device.outbox()).rejected).toHaveLength(2);
    }

    server.refuse = () => null;
    server.reset();
    await one.push();
    await one.push();
    server.put('friends', { ...server.rows('friends').get(ada.id)!, role: 'Of somebody else' });
    await two.push();
    // What is typed meanwhile is an edit of its own: the other device has sent the one before it as it was.
    await two.edit(update(friends, ada.id, { bio: 'Flies.' }));
    await two.push();
    for (const device of [one, two]) {
      await device.push();
      expect(await device.outbox()).toMatchObject({ waiting: [], rejected: [], overwritten: [] });
      expect(await device.names()).toEqual(['Ada', 'Bob']);
    }
    expect(server.rows('friends').get(ada.id)).toMatchObject({
      role: 'Of somebody else',
      bio: 'Flies.',
    });
  });

  it('R29 R39: what another device has sent again already, and comes from its export, is queued once', async () => {
    const two = await newDevice();
    await one.edit(insert(friends, { name: 'Bob', role: 'cook' }));
    await importOutbox(two.database, await exportOutbox(one.database));
    server.refuse = () => '42703';
    for (const device of [one, two]) await device.push();
    server.refuse = () => null;
    server.reset();
    await one.pull();
    await retryUnknown(one.database);
    await importOutbox(two.database, await exportOutbox(one.database));
    expect(await two.outbox()).toMatchObject({ waiting: [{}], rejected: [{}] });
    await two.pull();
    await retryUnknown(two.database);
    expect(await two.outbox()).toMatchObject({ waiting: [{}], rejected: [] });
    for (const device of [two, one]) await device.push();
    expect([...server.applied.values()]).toEqual([1]);
    for (const device of [one, two]) {
      expect(await device.outbox()).toMatchObject({ waiting: [], rejected: [] });
      expect(await device.names()).toEqual(['Bob']);
    }
  });

  it('R25: of a column that the row did not have yet, its author has seen the empty value', async () => {
    const { role: _, ...row } = friendRow({ name: 'Ada' });
    server.put('friends', row);
    await one.pull();
    await one.edit(update(friends, row.id, { role: 'mine' }));
    server.put('friends', { ...row, role: 'theirs' });
    await one.push();
    expect((await one.outbox()).overwritten).toMatchObject([{ column: 'role', was: 'theirs' }]);
    expect(one.remote.pushes[0]?.mutations[0]?.changes).toMatchObject([{ base: { role: null } }]);
  });

  it('Y15 Y56: an answer that was lost is asked for by the pull, and applied once', async () => {
    const id = await one.edit(add('Ada'));
    const lossy = exchangeOf(one.database, losingAnswers(one.remote));
    await expect(lossy(never)).rejects.toMatchObject({ kind: 'unreachable' });
    expect((await one.outbox()).waiting).toMatchObject([{ id, sent: true, attempts: 1 }]);
    const [row] = server.rows('friends').values();
    server.put('friends', { ...row!, name: 'renamed elsewhere' });
    await one.pull();
    expect((await one.outbox()).waiting).toEqual([]);
    expect(await one.names()).toEqual(['renamed elsewhere']);
    expect(server.applied.get(id)).toBe(1);
  });

  it('R14 Y15: an answer that was lost is given again to the same push', async () => {
    const id = await one.edit(add('Ada'));
    const lossy = exchangeOf(one.database, losingAnswers(one.remote));
    for (let i = 0; i < 3; i += 1) await lossy(never).catch(() => {});
    await one.push();
    expect((await one.outbox()).waiting).toEqual([]);
    expect(server.applied.get(id)).toBe(1);
    expect(serverNames()).toEqual(['Ada']);
  });

  it('R16 Y16 E6: of twenty edits one refused: nineteen arrive, one is undone and kept with its reason', async () => {
    server.refuse = (change) =>
      'values' in change && change.values.name === 'n 07' ? '23514' : null;
    for (let i = 0; i < 20; i += 1) await one.edit(add(`n ${String(i).padStart(2, '0')}`));
    await one.push();
    expect(serverNames()).toHaveLength(19);
    expect(await one.names()).toEqual(serverNames());
    const { waiting, rejected } = await one.outbox();
    expect(waiting).toEqual([]);
    expect(rejected).toMatchObject([{ code: '23514', reason: 'refused', cause: null }]);
    expect(rejected[0]?.mutation.changes[0]).toMatchObject({ values: { name: 'n 07' } });
  });

  it('invariant 5: the refusal of an update undoes that update and nothing else', async () => {
    const row = await friend({ name: 'Ada', role: 'poet' });
    server.refuse = (change) => ('values' in change && 'name' in change.values ? '23514' : null);
    await one.edit(rename(row.id, 'refused'));
    await takeBatch(one.database, { count: 9, bytes: 9999 }, Date.now());
    await one.edit(update(friends, row.id, { role: 'engineer' }));
    await one.push();
    const held = (await mirrorRows(one.database, 'friends')).get(row.id);
    expect(held).toMatchObject({ name: 'Ada', role: 'engineer' });
    expect(server.rows('friends').get(row.id)).toEqual(held);
  });

  it('R16 Y17: what builds on a refused insert is parked with it as its cause', async () => {
    const id = randomUUID();
    server.refuse = (change) => (change.op === 'insert' ? '42501' : null);
    const parent = await one.edit(add('Ada', id));
    await takeBatch(one.database, { count: 1, bytes: 9999 }, Date.now());
    const child = await one.edit(rename(id, 'Ada L.'));
    const [mutation] = (await one.outbox()).waiting;
    await recordAnswers(one.database, [{ id: mutation!.id, code: '42501', message: 'no' }]);
    const { waiting, rejected } = await one.outbox();
    expect(waiting).toEqual([]);
    expect(rejected).toMatchObject([
      { id: parent, code: '42501', cause: null },
      { id: child, code: null, cause: parent },
    ]);
    expect(await one.names()).toEqual([]);
  });

  it('Y22: different fields of one row, from two devices, are both kept', async () => {
    const row = await friend({ name: 'Ada', role: 'poet' });
    const two = await newDevice();
    await one.edit(rename(row.id, 'Ada L.'));
    await two.edit(update(friends, row.id, { role: 'engineer' }));
    for (const device of [one, two]) await device.push();
    for (const device of [one, two]) await device.pull();
    const held = server.rows('friends').get(row.id);
    expect(held).toMatchObject({ name: 'Ada L.', role: 'engineer' });
    for (const { database } of [one, two]) {
      expect((await mirrorRows(database, 'friends')).get(row.id)).toEqual(held);
      expect((await readOutbox(database)).overwritten).toEqual([]);
    }
  });

  it('R25 Y22 E7: the later push of the same field wins, and its admin is told what it has replaced', async () => {
    const row = await friend({ name: 'Ada' });
    const two = await newDevice();
    await one.edit(rename(row.id, 'first'));
    await two.edit(rename(row.id, 'second'));
    await one.push();
    await two.push();
    await one.pull();
    expect(await one.names()).toEqual(['second']);
    expect((await two.outbox()).overwritten).toMatchObject([
      { table: 'friends', id: row.id, column: 'name', was: 'first' },
    ]);
  });

  it('Y23: an edit of what was deleted elsewhere is refused, and the deletion stays', async () => {
    const row = await friend({ name: 'Ada' });
    await one.edit(rename(row.id, 'late'));
    server.remove('friends', row.id);
    await one.pull();
    expect(await one.names()).toEqual([]);
    await one.push();
    expect((await one.outbox()).rejected).toMatchObject([{ code: 'P0002' }]);
    expect(serverNames()).toEqual([]);
  });

  it('Y25: an edit made while an earlier one of the row is under way survives its answer', async () => {
    const id = randomUUID();
    await one.edit(add('first', id));
    const { push } = one.remote;
    one.remote.push = async (request) => {
      one.remote.push = push;
      const answer = await push(request, never);
      await one.edit(rename(id, 'second'));
      return answer;
    };
    await one.push();
    expect(await one.names()).toEqual(['second']);
    expect(serverNames()).toEqual(['second']);
  });

  it('Y27: a pull that began before the push and answers after it brings nothing back', async () => {
    const row = await friend({ name: 'Ada' });
    server.put('friends', { ...row, name: 'seen' });
    const { pull } = one.remote;
    one.remote.pull = async (request) => {
      const stale = await pull(request, never);
      await one.edit(remove(friends, row.id));
      await one.push();
      return stale;
    };
    await one.pull();
    expect(await one.names()).toEqual([]);
    one.remote.pull = pull;
    await one.pull();
    expect(await one.names()).toEqual([]);
  });

  it('Y27 invariant 8: an answer that comes after the pull of its row’s deletion does not bring the row back', async () => {
    const row = await friend({ name: 'Ada' });
    await one.edit(rename(row.id, 'Ada L.'));
    const late = { ...one.remote };
    late.push = async (request) => {
      const answer = await server.push(request);
      // Meanwhile the row is deleted, and another tab has pulled that.
      server.remove('friends', row.id);
      await one.pull();
      return answer;
    };
    await exchangeOf(one.database, late)(never);
    expect(await one.names()).toEqual([]);
    expect((await one.outbox()).waiting).toEqual([]);
  });

  it('Y57: two tabs that push the same at once apply it once and refuse nothing', async () => {
    for (const name of ['a', 'b', 'c']) await one.edit(add(name));
    const other = exchangeOf(one.database, one.remote);
    await Promise.all([one.push(), other(never)]);
    expect([...server.applied.values()]).toEqual([1, 1, 1]);
    expect(await one.outbox()).toMatchObject({ waiting: [], rejected: [] });
  });

  it.each([
    ['Y29 Y63: too large for the server', '413', 2, [8, 4, 2]],
    ['R17: unreadable', '22P05', 99, [8, 4, 4]],
  ])(
    '%s: a batch is halved until it passes, and only the edit at fault is refused',
    async (_, code, most, first) => {
      for (let i = 0; i < 8; i += 1) await one.edit(add(`n ${i}`));
      const { push } = one.remote;
      const sizes: number[] = [];
      one.remote.push = async (request) => {
        sizes.push(request.mutations.length);
        if (request.mutations.length > most) throw new Failure('unreachable', '57014', 'canceled');
        if (JSON.stringify(request).includes('n 5')) throw new Failure('refused', code, 'no');
        return push(request, never);
      };
      await one.push();
      expect(sizes.slice(0, 3)).toEqual(first);
      expect(serverNames()).toHaveLength(7);
      expect((await one.outbox()).rejected).toMatchObject([{ code }]);
    },
  );

  it.each(['42501', '404', 'PGRST202', 'P0001', '23505'])(
    'R17: a call that is refused as a whole (%s) refuses no edit, and is made once',
    async (code) => {
      const names = Array.from({ length: 50 }, (_, i) => `n ${String(i).padStart(2, '0')}`);
      for (const name of names) await one.edit(add(name));
      let calls = 0;
      one.remote.push = async () => {
        calls += 1;
        throw new Failure('refused', code, 'no');
      };
      await expect(one.push()).rejects.toMatchObject({ kind: 'refused', code });
      expect(calls).toBe(1);
      expect(await one.outbox()).toMatchObject({ rejected: [] });
      expect((await one.outbox()).waiting).toHaveLength(50);
      expect(await one.names()).toEqual(names);
    },
  );

  it('Y24: a device without a history fills before it sends; waiting edits can still be changed', async () => {
    const row = await friend({ name: 'Ada' });
    await one.database.meta.delete('position');
    await one.edit(rename(row.id, 'Ada L.'));
    one.remote.pull = async () => {
      throw new Failure('unreachable', null, 'lost');
    };
    await expect(one.push()).rejects.toMatchObject({ kind: 'unreachable' });
    expect(one.remote.pushes).toEqual([]);
    await one.edit(rename(row.id, 'Ada Lovelace'));
    expect((await one.outbox()).waiting).toMatchObject([{ sent: false, attempts: 0 }]);
  });

  describe('on Supabase, with a session that has to be renewed', () => {
    const backend = { url: 'https://server.test', key: 'sb_publishable_test' };
    /** The paths of the requests. */
    let asked: string[];
    beforeEach(() => {
      asked = [];
    });
    afterEach(() => void vi.unstubAllGlobals());

    /** @param lasts s for which the token still lasts */
    async function supabase(lasts: number, answer: (path: string) => Response) {
      vi.stubGlobal('fetch', async (url: string) => {
        const path = new URL(url).pathname.split('/').at(-1) ?? '';
        asked.push(path);
        return answer(path);
      });
      const sessions = openSessionStore(one.database);
      const user = { id: 'admin' };
      const held = { access_token: 't', refresh_token: 'r', expires_in: lasts, user };
      await sessions.signIn(toStored(held, Date.now()) ?? '', admin);
      return createRemote(backend, createSession(backend, sessions, undefined));
    }

    it.each([
      ['cannot be renewed for want of a server', 503, '<html>', 'out of reach'],
      ['is renewed no more', 400, '{"error_code":"refresh_token_not_found"}', 'nothing'],
    ])(
      'R21 Y24: where it %s nothing is sent, and waiting edits can still be changed',
      async (_, status, text, came) => {
        const remote = await supabase(0, () => new Response(text, { status }));
        const push = createPush(one.database, remote, Date.now)(() => {});
        const id = randomUUID();
        await one.edit(add('Ada', id));
        const { outcome } = await push(await readPosition(one.database), never);
        expect([outcome, asked]).toEqual([came, ['token']]);
        await one.edit(rename(id, 'Ada L.'));
        expect((await one.outbox()).waiting).toMatchObject([{ sent: false, attempts: 0 }]);
      },
    );

    const tooLate = () => {
      throw new DOMException('nothing for 8000 ms', 'TimeoutError');
    };
    const tooLarge = () => new Response('{}', { status: 413 });
    it.each([
      ['is not renewed in time', 2, tooLate, []],
      ['is not renewed in time', 1, tooLate, []],
      // The server is there, so the next one is a pull.
      ['is too large to be renewed', 2, tooLarge, ['sync_pull', 'token']],
      ['is too large to be renewed', 1, tooLarge, ['sync_pull', 'token']],
    ])(
      'R17: where it %s in the middle of a push of %i, that is not said of the edits',
      async (_, edits, refuse, next) => {
        for (let i = 0; i < edits; i += 1) await one.edit(add(`n ${i}`));
        const remote = await supabase(3_600, (path) =>
          path === 'token' ? refuse() : new Response('{"code":"PGRST301"}', { status: 401 }),
        );
        const { push } = remote;
        const sizes: number[] = [];
        remote.push = (request, signal) => {
          sizes.push(request.mutations.length);
          return push(request, signal);
        };
        const exchange = exchangeOf(one.database, remote);
        await expect(exchange(never)).rejects.toThrow();
        expect(asked).toEqual(['sync_push', 'token', ...next]);
        const { waiting, rejected } = await one.outbox();
        expect([waiting.length, rejected]).toEqual([edits, []]);
        // What came of the first attempt is finished first, so that it need not be the next one that sends.
        for (let i = 0; i < 2; i += 1) await exchange(never).catch(() => {});
        expect(new Set(sizes)).toEqual(new Set([edits]));
      },
    );
  });

  it('E12 Y20: nothing is sent as another account, or without one; the edits stay', async () => {
    await one.edit(add('mine'));
    const { meta } = one.database;
    await meta.put({ key: 'account', value: { ...admin, userId: 'another' } });
    await one.edit(add('theirs'));
    await one.push();
    expect(serverNames()).toEqual(['theirs']);
    await meta.put({ key: 'account', value: { ...admin, expired: true } });
    await one.push();
    await meta.put({ key: 'account', value: admin });
    await one.push();
    expect(serverNames()).toEqual(['mine', 'theirs']);
    expect(one.remote.pushes.map(({ account }) => account)).toEqual(['another', 'admin']);
  });

  it('Y20: answers to edits on both sides of another account’s leave that one in the queue', async () => {
    const { meta } = one.database;
    await one.edit(add('mine, first'));
    await meta.put({ key: 'account', value: { ...admin, userId: 'another' } });
    await one.edit(add('theirs'));
    await meta.put({ key: 'account', value: admin });
    await one.edit(add('mine, last'));
    await one.push();
    expect(serverNames()).toEqual(['mine, first', 'mine, last']);
    expect(await one.database.outbox.toArray()).toMatchObject([{ account: 'another' }]);
  });

  it('Y20: an edit that was refused for lack of rights is no longer refused after another device has sent it from a file', async () => {
    await one.edit(add('Ada'));
    const file = await exportOutbox(one.database);
    server.refuse = () => '42501';
    await one.push();
    expect((await one.outbox()).rejected).toMatchObject([{ code: '42501' }]);
    await one.pull();
    expect((await one.outbox()).rejected).toHaveLength(1);
    server.refuse = () => null;
    const two = await newDevice();
    await importOutbox(two.database, file);
    await two.push();
    await one.pull();
    expect((await one.outbox()).rejected).toEqual([]);
    expect(await one.names()).toEqual(['Ada']);
    expect([...server.applied.values()]).toEqual([1]);
  });

  it('R15 E15 Y11: an edit that can be taken back waits, with all later ones; after the clock was set back nothing is held', async () => {
    const now = Date.now();
    const held = { label: 'x', changes: [add('held')], holds: true };
    await edit(one.database, held, now);
    await one.edit(add('behind'));
    const limits = { count: 9, bytes: 9999 };
    expect(await takeBatch(one.database, limits, now)).toEqual([]);
    expect(await takeBatch(one.database, limits, now - 86_400_000)).toHaveLength(2);
  });
});

describe('a pull with edits waiting', () => {
  it('invariant 1: replays them over the new rows', async () => {
    const row = await friend({ name: 'Ada', role: 'poet' });
    await one.edit(rename(row.id, 'mine'));
    server.put('friends', { ...row, name: 'theirs', role: 'engineer' });
    await one.pull();
    const held = (await mirrorRows(one.database, 'friends')).get(row.id);
    expect(held).toMatchObject({ name: 'mine', role: 'engineer' });
    const [beneath] = await serverRows(one.database, 'friends');
    expect(beneath?.row).toMatchObject({ name: 'theirs', role: 'engineer' });
  });

  it('Y10 invariant 6: a fresh start keeps them, and shows them over the new rows', async () => {
    const [kept, gone] = [await friend({ name: 'kept' }), await friend({ name: 'gone' })];
    await one.edit(rename(kept.id, 'edited'));
    await one.edit(rename(gone.id, 'edited too'));
    await one.edit(add('added'));
    server.remove('friends', gone.id);
    server.reset();
    await one.pull();
    expect(await one.names()).toEqual(['added', 'edited']);
    expect((await one.outbox()).waiting).toHaveLength(3);
  });

  it('R8 invariant 9: an empty fresh start is not believed, and resolves no edit', async () => {
    await friend({ name: 'kept' });
    await one.edit(add('added'));
    const emptied = new ModelServer();
    emptied.epoch = 'other';
    const pull = createPull(one.database, remoteOf(emptied), Date.now);
    await expect(pullOnce(pull, one.database)).rejects.toMatchObject({ kind: 'refused' });
    expect(await one.names()).toEqual(['added', 'kept']);
  });
});
