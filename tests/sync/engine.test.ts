import { liveQuery } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kinds } from '../../src/model/registry.ts';
import type { MirrorState } from '../../src/store/content.ts';
import type { MirrorDatabase } from '../../src/store/database.ts';
import { openMirror } from '../../src/store/open.ts';
import { type Engine, type EngineParts, startEngine } from '../../src/sync/engine.ts';
import { RemoteFailure } from '../../src/sync/failure.ts';
import { mirrorRows, newDatabase, remoteOf, testPage, wholeMirror } from '../support/device.ts';
import { ModelServer } from '../support/model-server.ts';
import { friendRow } from '../support/rows.ts';

let database: MirrorDatabase;
let server: ModelServer;
let engines: Engine[];
beforeEach(() => {
  database = newDatabase();
  server = new ModelServer();
  server.put('friends', friendRow());
  engines = [];
});
afterEach(() => {
  for (const engine of engines) engine.stop();
});

function start(parts: Partial<EngineParts> & Pick<EngineParts, 'remote'>) {
  const page = testPage();
  engines.push(startEngine({ database, kinds, surroundings: page, random: () => 0, ...parts }));
  return page;
}

/** Waits until the mirror's state is as asked. */
function untilState(wanted: (state: MirrorState) => boolean): Promise<MirrorState> {
  const mirror = openMirror(database);
  return new Promise((resolve, reject) => {
    const subscription = liveQuery(() => mirror.state()).subscribe({
      next(state) {
        if (!wanted(state)) return;
        setTimeout(() => subscription.unsubscribe());
        resolve(state);
      },
      error: reject,
    });
  });
}

const settled = ({ status, freshness }: MirrorState) =>
  status.phase === 'idle' && freshness !== null;

async function untilRow(id: string, table = 'friends'): Promise<void> {
  await new Promise<void>((resolve) => {
    const subscription = liveQuery(() => database.table(table).get(id)).subscribe((row) => {
      if (row === undefined) return;
      setTimeout(() => subscription.unsubscribe());
      resolve();
    });
  });
}

describe('the engine', () => {
  it('pulls at its start and says so', async () => {
    start({ remote: remoteOf(server) });
    const { status } = await untilState(settled);
    expect(status).toEqual({ phase: 'idle', failures: 0, failure: null });
    expect(await mirrorRows(database, 'friends')).toEqual(server.rows('friends'));
  });

  it('L4: pulls when it is poked', async () => {
    const remote = remoteOf(server);
    start({ remote });
    await untilState(settled);
    const row = friendRow();
    server.put('friends', row);
    await remote.poke();
    await untilRow(row.id);
  });

  it('L5 Y51: does not pull for the echo of what it has', async () => {
    const remote = remoteOf(server);
    start({ remote });
    await untilState(settled);
    const { pulls } = remote;
    await remote.poke();
    // A real poke after the echo: once its row is here, the echo would have pulled too.
    const row = friendRow();
    server.put('friends', row);
    await remote.poke();
    await untilRow(row.id);
    await untilState(settled);
    expect(remote.pulls).toBe(pulls + 1);
  });

  it('L6: a failing exchange shows in the status, keeps the content, and is tried again', async () => {
    let down = false;
    const remote = remoteOf(server, () => {
      if (down) throw new RemoteFailure('unreachable', 'down');
    });
    start({ remote });
    await untilState(settled);
    const before = await wholeMirror(database);
    down = true;
    await openMirror(database).requestSync();
    const { status } = await untilState((state) => state.status.failures === 1);
    expect(status).toMatchObject({ phase: 'waiting', failure: 'unreachable' });
    expect(await wholeMirror(database)).toEqual(before);
    down = false;
    await untilState(settled);
  });

  it('a defect in the answer counts as a failure, never as a crash', async () => {
    const remote = remoteOf(server, () => {
      throw new TypeError('a defect');
    });
    start({ remote });
    expect((await untilState((state) => state.status.failures > 0)).status.failure).toBe(
      'unreachable',
    );
  });

  it('says when the browser is offline, and pulls when it is back', async () => {
    const remote = remoteOf(server);
    const page = start({ remote });
    await untilState(settled);
    page.tell('offline');
    await untilState((state) => state.status.phase === 'offline');
    const row = friendRow();
    server.put('friends', row);
    page.tell('online');
    await untilRow(row.id);
  });

  it('Y31 Y66: listens and asks only while the page is visible, and pulls when it is shown again', async () => {
    const remote = remoteOf(server);
    const page = start({ remote });
    await untilState(settled);
    expect(remote.listeners.size).toBe(1);
    page.tell('hidden');
    expect(remote.listeners.size).toBe(0);
    const row = friendRow();
    server.put('friends', row);
    page.tell('shown');
    expect(remote.listeners.size).toBe(1);
    await untilRow(row.id);
  });

  it('L11: several tabs on one mirror, each with its engine, agree with the server', async () => {
    const remotes = [remoteOf(server), remoteOf(server), remoteOf(server)];
    for (const remote of remotes) start({ remote });
    await untilState(settled);
    const row = friendRow();
    server.put('friends', row);
    await Promise.all(remotes.map((remote) => remote.poke()));
    await untilRow(row.id);
    expect(await mirrorRows(database, 'friends')).toEqual(server.rows('friends'));
  });

  it('any tab can ask for a sync, and the engine of another carries it out', async () => {
    const remote = remoteOf(server);
    start({ remote });
    await untilState(settled);
    const row = friendRow();
    server.put('friends', row);
    await openMirror(database).requestSync();
    await untilRow(row.id);
  });

  it('stops: nothing is asked for any more', async () => {
    const remote = remoteOf(server);
    const page = start({ remote });
    await untilState(settled);
    engines[0]!.stop();
    const { pulls } = remote;
    page.tell('shown');
    await remote.poke();
    await openMirror(database).requestSync();
    expect(remote.pulls).toBe(pulls);
    expect(remote.listeners.size).toBe(0);
  });
});
