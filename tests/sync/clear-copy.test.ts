import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { friends } from '../../src/content/friends/friends.ts';
import { kinds } from '../../src/content/kinds.ts';
import { openCopy } from '../../src/engine/mirror/copy.ts';
import { createDatabase, type MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { readPosition } from '../../src/engine/mirror/status.ts';
import { type Change, insert, update } from '../../src/engine/mutation.ts';
import { edit } from '../../src/engine/outbox/edit.ts';
import { readOutbox } from '../../src/engine/outbox/queue.ts';
import { startLoop } from '../../src/engine/sync/loop.ts';
import { toFailure } from '../../src/lib/failure.ts';
import type { ModelServer } from '../lab/model-server.ts';
import { Storage } from '../lab/torture/storage.ts';
import {
  admin,
  exchangeOf,
  losingAnswers,
  mirrorRows,
  namesOn,
  never,
  remoteOf,
  serverWith,
  testPage,
} from '../support/device.ts';
import { contents } from '../support/editing-device.ts';
import { friendRow } from '../support/rows.ts';

/** The copy on a device is cleared, with edits that wait. */

const row = friendRow({ name: 'Ada' });

let storage: Storage;
let database: MirrorDatabase;
let server: ModelServer;
let remote: ReturnType<typeof remoteOf>;
let exchange: ReturnType<typeof exchangeOf>;

beforeEach(async () => {
  storage = new Storage(
    () => {},
    () => {},
  );
  database = createDatabase(kinds, randomUUID(), { device: storage.open() });
  await database.meta.put({ key: 'account', value: admin });
  server = serverWith([row]);
  remote = remoteOf(server);
  exchange = exchangeOf(database, remote);
  await exchange(never);
});

const make = (...changes: Change[]) => edit(database, { label: 'x', changes }, Date.now());
const names = () => namesOn(database);
const serverNames = () => [...server.rows('friends').values()].map(({ name }) => name).sort();

describe('clearing the copy', () => {
  it('R34: deletes the rows of the server and the position; what was made here still shows', async () => {
    await make(insert(friends, { name: 'Made here' }));
    await make(update(friends, row.id, { name: 'Ada, changed' }));
    await openCopy(database).clear();
    expect(await names()).toEqual(['Made here']);
    expect(await readPosition(database)).toMatchObject({ epoch: null, cursor: 0, complete: false });
    expect(await openCopy(database).inventory()).toMatchObject({ pictures: [] });
  });

  it('R34: keeps edits that wait, refused ones and drafts, and sends each once when all is here again', async () => {
    server.refuse = ({ op }) => (op === 'delete' ? '23503' : null);
    await make({ op: 'delete', table: 'friends', id: row.id });
    await exchange(never);
    await make(insert(friends, { name: 'Made here' }));
    await make(update(friends, row.id, { name: 'Ada, changed' }));
    const draft = { key: 'k', account: admin.userId, place: 'p', tab: 't', at: 1 };
    await database.drafts.put({ ...draft, fields: { name: 'typed' }, from: null });
    const kept = async () => ({
      outbox: await readOutbox(database),
      drafts: await database.drafts.toArray(),
    });
    const before = await kept();
    expect(before.outbox).toMatchObject({ waiting: [{}, {}], rejected: [{ code: '23503' }] });
    await openCopy(database).clear();
    expect(await kept()).toEqual(before);
    await exchange(never);
    expect(await names()).toEqual(['Ada, changed', 'Made here']);
    expect(serverNames()).toEqual(['Ada, changed', 'Made here']);
    expect([...server.applied.values()]).toEqual([1, 1]);
    expect(await readOutbox(database)).toMatchObject({ waiting: [], rejected: [{}] });
  });

  it('R34: an edit whose answer was lost before is not made twice', async () => {
    const made = await make(insert(friends, { name: 'Made here' }));
    const lost = exchangeOf(database, losingAnswers(remote));
    await expect(lost(never)).rejects.toThrow('lost');
    await openCopy(database).clear();
    await exchange(never);
    expect(server.applied.get(made!.id)).toBe(1);
    expect(await readOutbox(database)).toMatchObject({ waiting: [], rejected: [] });
    expect(await names()).toEqual(['Ada', 'Made here']);
  });

  it('R34: changes nothing where the disk is full in the middle of it', async () => {
    await make(insert(friends, { name: 'Made here' }));
    await make(update(friends, row.id, { name: 'Ada, changed' }));
    const before = await contents(database);
    for (const writes of [0, 1, 2, 3]) {
      storage.fillUp(writes, 1);
      await expect(openCopy(database).clear()).rejects.toSatisfy(
        (error) => toFailure(error).code === 'full',
      );
      storage.isFine();
      expect(await contents(database)).toEqual(before);
    }
  });

  it('R34: a page that is open fetches everything anew without being asked', async () => {
    const ended: string[] = [];
    const loop = startLoop({
      database,
      remote,
      surroundings: testPage(),
      random: () => 0,
      onEvent: (what) => void ended.push(what),
    });
    await expect.poll(() => ended.at(-1)).toBe('pulled → idle');
    const { pulls } = remote;
    await openCopy(database, loop.ask).clear();
    await expect.poll(names).toEqual(['Ada']);
    expect(remote.pulls).toBeGreaterThan(pulls);
    loop.stop();
  });
});

it('an inventory counts and measures the rows of each kind, and lists pictures', async () => {
  server.put('friends', friendRow({ name: 'Ü', avatar_url: '/pictures/u.png' }));
  await exchange(never);
  const { kinds: counted, pictures } = await openCopy(database).inventory();
  const rows = [...(await mirrorRows(database, 'friends')).values()];
  const bytes = rows.reduce<number>((sum, it) => sum + Buffer.byteLength(JSON.stringify(it)), 0);
  expect(counted.find(({ table }) => table === 'friends')).toEqual({
    table: 'friends',
    rows: 2,
    bytes,
  });
  expect(counted.find(({ table }) => table === 'projects')).toMatchObject({ rows: 0, bytes: 0 });
  expect(pictures).toContain('/pictures/u.png');
});
