import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { friends } from '../../src/content/friends/friends.ts';
import { kinds } from '../../src/content/kinds.ts';
import { openCopy } from '../../src/engine/mirror/copy.ts';
import { createDatabase, type MirrorDatabase } from '../../src/engine/mirror/database.ts';
import type { Snapshot } from '../../src/engine/mirror/snapshot.ts';
import { readPosition } from '../../src/engine/mirror/status.ts';
import { insert, update } from '../../src/engine/mutation.ts';
import { edit } from '../../src/engine/outbox/edit.ts';
import { readOutbox } from '../../src/engine/outbox/queue.ts';
import { Failure } from '../../src/lib/failure.ts';
import type { ModelServer } from '../lab/model-server.ts';
import { Storage } from '../lab/torture/storage.ts';
import {
  admin,
  exchangeOf,
  namesOn as names,
  never,
  newDatabase,
  remoteOf,
  serverWith,
  wholeMirror,
} from '../support/device.ts';
import { friendRow } from '../support/rows.ts';

/** A device that has nothing begins with a snapshot of another one. */

const ada = friendRow({ name: 'Ada' });
const bea = friendRow({ name: 'Bea' });

let server: ModelServer;
let remote: ReturnType<typeof remoteOf>;
/** What the snapshot was found unusable for. */
let told: Failure[];

beforeEach(() => {
  server = serverWith([ada, bea]);
  remote = remoteOf(server);
  told = [];
});

const exchange = (database: MirrorDatabase, snapshot?: () => Promise<unknown>) =>
  exchangeOf(database, remote, { snapshot, onFailure: (failure) => told.push(failure) })(never);

/** What a device that has everything gives, as it comes out of a file. */
async function takenNow(): Promise<Snapshot> {
  const database = newDatabase();
  await exchange(database);
  return throughFile(await openCopy(database).snapshot());
}
const throughFile = (snapshot: Snapshot | null) => JSON.parse(JSON.stringify(snapshot)) as Snapshot;

async function filledBy(snapshot: unknown, database = newDatabase()): Promise<MirrorDatabase> {
  await exchange(database, async () => snapshot);
  return database;
}

const offline = () => {
  remote.pull = async () => {
    throw new Failure('unreachable', null, 'the backend sleeps');
  };
};

describe('a device that has nothing', () => {
  it('R35: shows the snapshot, as complete and as fresh as it was, when no server answers', async () => {
    const snapshot = await takenNow();
    offline();
    const database = newDatabase();
    const exchanging = exchange(database, async () => snapshot);
    await expect(exchanging).rejects.toMatchObject({ kind: 'unreachable' });
    expect(await names(database)).toEqual(['Ada', 'Bea']);
    expect(await readPosition(database)).toMatchObject({ epoch: 'first', complete: true });
    expect((await database.meta.get('freshness'))?.value).toBe(snapshot.at);
  });

  it('R35: asks the server only for what came after it', async () => {
    const snapshot = await takenNow();
    server.put('friends', friendRow({ name: 'Cleo' }));
    server.remove('friends', ada.id);
    const asked: unknown[] = [];
    const { pull } = remote;
    remote.pull = (request) => {
      asked.push(request);
      return pull(request, never);
    };
    const database = await filledBy(snapshot);
    expect(asked).toEqual([{ epoch: 'first', cursor: 2, horizon: 2, rows: 1000, pending: [] }]);
    expect(await names(database)).toEqual(['Bea', 'Cleo']);
  });

  it('R35: is brought over from a snapshot of another history', async () => {
    const snapshot = await takenNow();
    server.reset();
    server.remove('friends', bea.id);
    expect(await names(await filledBy(snapshot))).toEqual(['Ada']);
  });

  it('R35: starts over where the server has forgotten what was deleted since', async () => {
    const snapshot = await takenNow();
    server.remove('friends', bea.id);
    server.put('friends', friendRow({ name: 'Cleo' }));
    server.prune();
    expect(await names(await filledBy(snapshot))).toEqual(['Ada', 'Cleo']);
  });

  it('R35: keeps and sends the edits that it has already', async () => {
    const snapshot = await takenNow();
    const database = newDatabase();
    await database.meta.put({ key: 'account', value: admin });
    await edit(database, { label: 'x', changes: [insert(friends, { name: 'Made here' })] }, 0);
    await filledBy(snapshot, database);
    expect(await names(database)).toEqual(['Ada', 'Bea', 'Made here']);
    expect((await readOutbox(database)).waiting).toEqual([]);
  });

  it('R35: becomes the same from any snapshot as without one', async () => {
    const ids = Array.from({ length: 8 }, () => randomUUID());
    let seed = 1;
    const roll = (sides: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % sides;
    };
    const snapshots = [await takenNow()];
    for (let step = 0; step < 120; step += 1) {
      const id = ids[roll(ids.length)]!;
      const what = roll(12);
      if (what < 6) server.put('friends', friendRow({ id, name: `${step}` }));
      else if (what < 10) server.remove('friends', id);
      else if (what === 10) server.prune();
      else if (roll(3) === 0) server.reset();
      if (roll(4) === 0) snapshots.push(await takenNow());
    }
    const whole = await wholeMirror(await filledBy(undefined));
    for (const snapshot of snapshots) {
      expect(await wholeMirror(await filledBy(snapshot))).toEqual(whole);
    }
    expect(snapshots.length).toBeGreaterThan(15);
  });
});

describe('a snapshot that cannot be used', () => {
  const damages: [string, (whole: Snapshot) => unknown][] = [
    ['is missing', () => undefined],
    ['is a page that a host answers with', () => '<!doctype html>'],
    ['is cut off', (whole) => ({ ...whole, changes: undefined })],
    [
      'has a row without its version',
      (whole) => ({ ...whole, changes: [{ ...whole.changes[0], version: null }] }),
    ],
    ['has rows from after it', (whole) => ({ ...whole, cursor: 0 })],
    ['is of no time', (whole) => ({ ...whole, at: 'yesterday' })],
  ];
  for (const [what, damage] of damages) {
    it(`R35: because it ${what} is told, and all comes from the server`, async () => {
      const database = await filledBy(damage(await takenNow()));
      expect(told).toMatchObject([{ kind: 'refused', code: 'damaged-snapshot' }]);
      expect(await names(database)).toEqual(['Ada', 'Bea']);
    });
  }

  it('R35: because it cannot be loaded is told, and all comes from the server', async () => {
    const database = newDatabase();
    const gone = new Failure('unreachable', '404', 'gone');
    await exchange(database, () => Promise.reject(gone));
    expect(told).toEqual([gone]);
    expect(await names(database)).toEqual(['Ada', 'Bea']);
  });

  it('R35: because the device has had content before is not even loaded', async () => {
    const older = await takenNow();
    server.put('friends', friendRow({ name: 'Cleo' }));
    const database = await filledBy(await takenNow());
    let loads = 0;
    const load = async () => {
      loads += 1;
      return older;
    };
    await exchange(database, load);
    expect(loads).toBe(0);
    expect(await names(database)).toEqual(['Ada', 'Bea', 'Cleo']);
  });

  it('R35: because another tab has filled the device meanwhile changes nothing', async () => {
    const older = await takenNow();
    server.reset();
    server.remove('friends', ada.id);
    const database = newDatabase();
    const exchanging = exchange(database, async () => {
      await exchange(database);
      offline();
      return older;
    });
    await expect(exchanging).rejects.toMatchObject({ kind: 'unreachable' });
    expect(await names(database)).toEqual(['Bea']);
  });

  it('R35: because the device has no room leaves it as it was, and is tried again', async () => {
    const snapshot = await takenNow();
    const storage = new Storage(
      () => {},
      () => {},
    );
    const database = createDatabase(kinds, randomUUID(), { device: storage.open() });
    await database.open();
    storage.fillUp(1, 1);
    await expect(filledBy(snapshot, database)).rejects.toMatchObject({ kind: 'device' });
    expect(await readPosition(database)).toMatchObject({ epoch: null });
    expect(await names(await filledBy(snapshot, database))).toEqual(['Ada', 'Bea']);
  });
});

describe('what is in a snapshot', () => {
  it('R35: is what the server has sent: unanswered edits are not, unreadable rows are', async () => {
    server.put('friends', { id: randomUUID(), name: 7 });
    const before = await takenNow();
    expect(before.changes).toHaveLength(3);
    const database = newDatabase();
    await database.meta.put({ key: 'account', value: admin });
    await exchange(database);
    const changes = [
      update(friends, ada.id, { name: 'Ada, changed' }),
      insert(friends, { name: 'New' }),
    ];
    await edit(database, { label: 'x', changes }, 0);
    const { at: _, ...taken } = throughFile(await openCopy(database).snapshot());
    expect(before).toMatchObject(taken);
  });

  it('R35: is nothing while a device has never had everything', async () => {
    expect(await openCopy(newDatabase()).snapshot()).toBeNull();
  });
});
