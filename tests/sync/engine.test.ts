import { liveQuery } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { friends } from '../../src/content/friends/friends.ts';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import type { MirrorState } from '../../src/engine/mirror/query.ts';
import { openMirror } from '../../src/engine/mirror/read.ts';
import { readLastFailure } from '../../src/engine/mirror/status.ts';
import { watch } from '../../src/engine/mirror/watch.ts';
import { update } from '../../src/engine/mutation.ts';
import { openEditor } from '../../src/engine/outbox/editor.ts';
import { type Loop, type LoopParts, startLoop } from '../../src/engine/sync/loop.ts';
import { Failure, type FailureReport } from '../../src/lib/failure.ts';
import { REPORTED_AFTER_MS, UNASKED_REPORTED_AFTER_MS } from '../../src/lib/limits.ts';
import { ModelServer } from '../lab/model-server.ts';
import {
  admin,
  mirrorRows,
  newDatabase,
  remoteOf,
  serverRows,
  testPage,
  wholeMirror,
} from '../support/device.ts';
import { eventually } from '../support/eventually.ts';
import { unreachable } from '../support/failures.ts';
import { testLocks } from '../support/locks.ts';
import { friendRow } from '../support/rows.ts';

let database: MirrorDatabase;
let server: ModelServer;
let engines: Loop[];
beforeEach(() => {
  database = newDatabase();
  server = new ModelServer();
  server.put('friends', friendRow());
  engines = [];
});
afterEach(() => {
  for (const engine of engines) engine.stop();
});

function start(parts: Partial<LoopParts> & Pick<LoopParts, 'remote'>) {
  const page = testPage();
  engines.push(startLoop({ database, surroundings: page, random: () => 0, ...parts }));
  return page;
}

/** Waits until what is on the device satisfies the condition. */
function until<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  return new Promise((resolve, reject) => {
    const subscription = liveQuery(ask).subscribe({
      next(answer) {
        if (!isWanted(answer)) return;
        setTimeout(() => subscription.unsubscribe());
        resolve(answer);
      },
      error: reject,
    });
  });
}

function untilState(isWanted: (state: MirrorState) => boolean): Promise<MirrorState> {
  const mirror = openMirror(database);
  return new Promise((resolve) => {
    const stop = watch(
      mirror.state,
      (state) => {
        if (!isWanted(state)) return;
        setTimeout(() => stop());
        resolve(state);
      },
      mirror.onChange,
    );
  });
}
const settled = ({ status, freshness }: MirrorState) =>
  status.phase === 'idle' && freshness !== null;
const untilRow = (id: string) =>
  until(
    async () => (await serverRows(database, 'friends')).find((row) => row.id === id),
    (row) => row !== undefined,
  );

/** A started engine that has had its first exchange. */
async function settledEngine(parts: Partial<LoopParts> = {}) {
  const remote = remoteOf(server);
  const page = start({ remote, ...parts });
  await untilState(settled);
  return { remote, page };
}

describe('the engine', () => {
  it('pulls at its start and says so', async () => {
    start({ remote: remoteOf(server) });
    const { status } = await untilState(settled);
    expect(status).toEqual({ phase: 'idle', failures: 0, failure: null });
    expect(await mirrorRows(database, 'friends')).toEqual(server.rows('friends'));
  });

  it('R4: pulls when it is poked', async () => {
    const { remote } = await settledEngine();
    const row = friendRow();
    server.put('friends', row);
    await remote.poke();
    await untilRow(row.id);
  });

  it('R5 Y51: does not pull for the echo of its own change', async () => {
    const { remote } = await settledEngine();
    const { pulls } = remote;
    await remote.poke();
    // A real poke after the echo: by the time its row is here, the echo would have pulled too.
    const row = friendRow();
    server.put('friends', row);
    await remote.poke();
    await untilRow(row.id);
    await untilState(settled);
    expect(remote.pulls).toBe(pulls + 1);
  });

  it('R6: a failing exchange shows in the status, keeps the content, and is tried again', async () => {
    let down = false;
    const remote = remoteOf(server, () => {
      if (down) throw unreachable;
    });
    start({ remote });
    await untilState(settled);
    const before = await wholeMirror(database);
    down = true;
    engines[0]!.ask();
    const { status } = await untilState((state) => state.status.failures === 1);
    expect(status).toMatchObject({
      phase: 'waiting',
      failure: { kind: 'unreachable', code: 'no-answer', message: 'down' },
    });
    expect(await wholeMirror(database)).toEqual(before);
    down = false;
    await untilState(settled);
  });

  it('a defect in the answer counts as a failure of its own kind, never as a crash', async () => {
    const defect = new TypeError('a defect');
    const remote = remoteOf(server, () => {
      throw defect;
    });
    const failures: Failure[] = [];
    start({ remote, onFailure: (failure) => failures.push(failure) });
    const { status } = await untilState((state) => state.status.failures > 0);
    expect(status.failure).toMatchObject({ kind: 'defect', code: 'TypeError' });
    expect(failures[0]?.cause).toBe(defect);
  });

  it('reports a failure when it changes, and the same one only once', async () => {
    const answers = [unreachable, unreachable, new Failure('refused', '402', 'over quota')];
    const remote = remoteOf(server, () => {
      const answer = answers[remote.pulls - 1];
      if (answer !== undefined) throw answer;
    });
    const told: FailureReport[] = [];
    const page = start({ remote, onFailure: (failure) => told.push(failure) });
    for (let failures = 1; failures <= answers.length; failures += 1) {
      await untilState(({ status }) => status.failures === failures);
      page.tell('shown');
    }
    await untilState(settled);
    expect(told).toEqual([answers[0], answers[2]]);
  });

  it('keeps the last failure in the mirror after it is over', async () => {
    let down = true;
    const page = start({
      remote: remoteOf(server, () => {
        if (down) throw new Failure('refused', '402', 'over quota');
      }),
      clock: () => 5,
    });
    await untilState(({ status }) => status.failures > 0);
    down = false;
    page.tell('shown');
    expect((await untilState(settled)).status.failure).toBe(null);
    const failure = { kind: 'refused', code: '402', message: 'over quota', at: 5 };
    expect(await readLastFailure(database)).toEqual(failure);
  });

  it('says that the browser is offline, and pulls when it is back', async () => {
    const { page } = await settledEngine();
    page.tell('offline');
    await untilState((state) => state.status.phase === 'offline');
    const row = friendRow();
    server.put('friends', row);
    page.tell('online');
    await untilRow(row.id);
  });

  it('R21: a page that is opened offline makes no request when it is shown', async () => {
    const remote = remoteOf(server);
    const surroundings = testPage();
    surroundings.tell('offline');
    start({ remote, surroundings });
    surroundings.tell('shown');
    await untilState(({ status }) => status.phase === 'offline');
    expect(remote.pulls).toBe(0);
  });

  it('R21 Y24: offline an edit is queued and nothing else happens, unless a person asks', async () => {
    const row = friendRow({ name: 'Ada' });
    server.put('friends', row);
    await database.meta.put({ key: 'account', value: admin });
    const { remote, page } = await settledEngine();
    const { pulls } = remote;
    page.tell('offline');
    await untilState(({ status }) => status.phase === 'offline');
    const editor = openEditor(database);
    for (let i = 0; i < 20; i += 1) {
      await editor.edit({ label: 'x', changes: [update(friends, row.id, { name: `Ada ${i}` })] });
    }
    const { waiting } = await editor.outbox();
    expect(waiting).toMatchObject([{ sent: false, attempts: 0 }]);
    // If an edit had started an exchange, there would be more requests than the one that a person asked for.
    engines[0]!.ask();
    await expect.poll(async () => (await editor.outbox()).waiting).toEqual([]);
    await untilState(({ status }) => status.phase === 'offline');
    expect(remote.pushes.map(({ mutations }) => mutations.length)).toEqual([1]);
    expect(remote.pulls).toBe(pulls);
  });

  it('begins anew when the network is back, although an earlier request is still without an answer', async () => {
    const hanging: (() => void)[] = [];
    let up = false;
    const remote = remoteOf(server, () =>
      up ? undefined : new Promise((resolve) => void hanging.push(resolve)),
    );
    const page = start({ remote });
    await expect.poll(() => remote.pulls).toBe(1);
    page.tell('offline');
    up = true;
    page.tell('online');
    await untilState(settled);
    expect(remote.pulls).toBe(2);
    for (const resolve of hanging) resolve();
  });

  it('R22: a hidden page leaves the status to the visible one', async () => {
    const seen = start({ remote: remoteOf(server) });
    await untilState(settled);
    const down = remoteOf(server, () => {
      throw unreachable;
    });
    const hidden = start({ remote: down });
    await untilState(({ status }) => status.failures > 0);
    hidden.tell('hidden');
    seen.tell('shown');
    await untilState(settled);
    hidden.tell('offline');
    // Transactions take turns: this one comes after those of the hidden page.
    const { status } = await openMirror(database).state();
    expect(status).toEqual({ phase: 'idle', failures: 0, failure: null });
  });

  it('R22: an exchange that lasts is reported soon if a person asked for it, else later', async () => {
    const due = new Map<number, () => void>();
    const after = globalThis.setTimeout;
    const reports = [REPORTED_AFTER_MS, UNASKED_REPORTED_AFTER_MS - REPORTED_AFTER_MS];
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((task: () => void, ms = 0) => {
      if (!reports.includes(ms)) return after(task, ms);
      due.set(ms, task);
      return 0;
    }) as typeof setTimeout);
    let hangs = false;
    const remote = remoteOf(server, () => (hangs ? new Promise<void>(() => {}) : undefined));
    const page = start({ remote });
    await untilState(settled);
    hangs = true;
    page.tell('shown');
    due.get(REPORTED_AFTER_MS)?.();
    // Not yet.
    expect([...due.keys()]).toEqual(reports);
    engines[0]!.ask();
    due.get(REPORTED_AFTER_MS)?.();
    await untilState(({ status }) => status.phase === 'pulling');
    vi.restoreAllMocks();
  });

  it('Y31 Y66: listens and polls only while the page is visible, and pulls when it is shown again', async () => {
    const { remote, page } = await settledEngine();
    expect(remote.listeners.size).toBe(1);
    page.tell('hidden');
    expect(remote.listeners.size).toBe(0);
    const row = friendRow();
    server.put('friends', row);
    page.tell('shown');
    expect(remote.listeners.size).toBe(1);
    await untilRow(row.id);
  });

  it('R4: listens only when its first exchange has ended, well or not', async () => {
    let answer: (fails: boolean) => void = () => {};
    const remote = remoteOf(server, async () => {
      const fails = await new Promise<boolean>((resolve) => (answer = resolve));
      if (fails) throw unreachable;
    });
    start({ remote });
    await expect.poll(() => remote.pulls).toBe(1);
    expect(remote.listeners.size).toBe(0);
    answer(true);
    await expect.poll(() => remote.listeners.size).toBe(1);
  });

  it('R19: a hidden page writes no answer that is under way, and fetches it anew when it is shown', async () => {
    let arrive = () => {};
    const remote = remoteOf(server, () => new Promise<void>((resolve) => (arrive = resolve)));
    const row = friendRow();
    server.put('friends', row);
    const page = start({ remote });
    await expect.poll(() => remote.pulls).toBe(1);
    page.tell('hidden');
    arrive();
    engines[0]!.ask();
    expect(await mirrorRows(database, 'friends')).toEqual(new Map());
    expect(remote.pulls).toBe(1);
    page.tell('shown');
    await expect.poll(() => remote.pulls).toBe(2);
    arrive();
    await untilRow(row.id);
  });

  it('R11: several tabs on one mirror, each with its engine, agree with the server', async () => {
    const remotes = [remoteOf(server), remoteOf(server), remoteOf(server)];
    for (const remote of remotes) start({ remote });
    await untilState(settled);
    const row = friendRow();
    server.put('friends', row);
    await Promise.all(remotes.map((remote) => remote.poke()));
    await untilRow(row.id);
    expect(await mirrorRows(database, 'friends')).toEqual(server.rows('friends'));
  });

  describe('of four visible windows', () => {
    /** The requests of all of them together. */
    async function startFour() {
      await database.meta.put({ key: 'account', value: admin });
      const remotes = Array.from({ length: 4 }, () => remoteOf(server));
      const locks = testLocks();
      for (const remote of remotes) start({ remote, locks });
      await expect.poll(() => remotes.every(({ pulls }) => pulls === 1)).toBe(true);
      await untilState(settled);
      const asked = () => ({
        pulls: remotes.reduce((sum, { pulls }) => sum + pulls, 0) - 4,
        pushes: remotes.flatMap(({ pushes }) => pushes).length,
      });
      /** Resolves when each of them has had its turn. */
      const turns = async () => {
        for (let i = 0; i < 8; i += 1)
          await locks.request(`${database.name}-sync`, {}, async () => {});
      };
      return { remotes, asked, turns };
    }

    const one = { pulls: 1, pushes: 0 };
    const cases: [string, (remotes: ReturnType<typeof remoteOf>[]) => unknown, typeof one][] = [
      ['Refresh makes one pull', () => engines[0]!.ask(), one],
      [
        'poke makes one pull',
        (remotes) => {
          server.put('friends', friendRow());
          return Promise.all(remotes.map((remote) => remote.poke()));
        },
        one,
      ],
      [
        'edit makes one push, and no pull',
        () => {
          const [id] = server.rows('friends').keys();
          const changes = [update(friends, id!, { name: 'Another' })];
          return openEditor(database).edit({ label: 'x', changes });
        },
        { pulls: 0, pushes: 1 },
      ],
    ];
    it.each(cases)('R11: one %s', async (_, happens, requests) => {
      const { remotes, asked, turns } = await startFour();
      await happens(remotes);
      await expect.poll(asked).toEqual(requests);
      await turns();
      expect(asked()).toEqual(requests);
    });
  });

  describe('with realtime for admins only', () => {
    it('a visitor holds no channel, an admin does while signed in', async () => {
      const { remote } = await settledEngine({ realtime: 'admins' });
      expect(remote.listeners.size).toBe(0);
      const { meta } = database;
      await meta.put({ key: 'account', value: { ...admin, isAdmin: false } });
      await untilState(settled);
      expect(remote.listeners.size).toBe(0);
      await meta.put({ key: 'account', value: admin });
      await expect.poll(() => remote.listeners.size).toBe(1);
      await meta.put({ key: 'account', value: null });
      await expect.poll(() => remote.listeners.size).toBe(0);
    });
  });

  describe('with a channel', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
    afterEach(() => void vi.useRealTimers());
    /** Lets time pass, and waits for what begins in it. */
    async function pass(ms: number): Promise<void> {
      await vi.advanceTimersByTimeAsync(ms);
      for (let i = 0; i < 20; i += 1) await database.meta.count();
    }

    it('R4 Y46: a visit is one pull, and one more when the channel surely brings changes', async () => {
      const remote = remoteOf(server);
      start({ remote });
      await eventually(() => pass(10).then(() => expect(remote.pulls).toBe(1)));
      for (const listener of remote.listeners) listener.live(true);
      await pass(3_000);
      expect(remote.pulls).toBe(1);
      await pass(3_000);
      await eventually(() => pass(10).then(() => expect(remote.pulls).toBe(2)));
      await pass(20_000);
      expect(remote.pulls).toBe(2);
    });

    it('a visitor pulls some time after a poke, an admin at once', async () => {
      const remote = remoteOf(server);
      start({ remote, random: () => 0.9 });
      await eventually(() => pass(10).then(() => expect(remote.pulls).toBe(1)));
      server.put('friends', friendRow());
      await remote.poke();
      await pass(2_000);
      expect(remote.pulls).toBe(1);
      await pass(1_000);
      await eventually(() => pass(10).then(() => expect(remote.pulls).toBe(2)));
      await database.meta.put({ key: 'account', value: admin });
      // Another account asks anew.
      await eventually(() => pass(10).then(() => expect(remote.pulls).toBe(3)));
      await pass(4_000);
      server.put('friends', friendRow());
      await remote.poke();
      await pass(1);
      await eventually(() => pass(1).then(() => expect(remote.pulls).toBe(4)));
    });
  });

  it('stops: it makes no further request', async () => {
    const { remote, page } = await settledEngine();
    engines[0]!.stop();
    const { pulls } = remote;
    page.tell('shown');
    await remote.poke();
    engines[0]!.ask();
    expect(remote.pulls).toBe(pulls);
    expect(remote.listeners.size).toBe(0);
  });
});
