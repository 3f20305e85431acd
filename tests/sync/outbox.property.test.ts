import fc from 'fast-check';
import { expect, it } from 'vitest';
import { friends } from '../../src/content/friends/friends.ts';
import { kinds } from '../../src/content/kinds.ts';
import { createDatabase, type MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { rebase } from '../../src/engine/mirror/rebase.ts';
import { readPosition } from '../../src/engine/mirror/status.ts';
import { type Change, insert, remove, update } from '../../src/engine/outbox/change.ts';
import { edit } from '../../src/engine/outbox/edit.ts';
import { type Mutation, rowKey } from '../../src/engine/outbox/mutation.ts';
import { readOutbox } from '../../src/engine/outbox/review.ts';
import { createPull } from '../../src/engine/sync/pull.ts';
import { createPush } from '../../src/engine/sync/push.ts';
import { Failure } from '../../src/lib/failure.ts';
import { mirrorRows, newDatabase, remoteOf } from '../support/device.ts';
import { ModelServer } from '../support/model-server.ts';
import { friendRow } from '../support/rows.ts';

/**
 * Histories of two devices that edit, push and pull over a bad network, are restarted in the middle of it,
 * and of a server that refuses, forgets and starts over. At every step each shown row is its pristine row
 * with the pending edits on top; in the end every edit was applied once or is kept with a reason, and all
 * devices show what the server has.
 */

type Fault = 'none' | 'lost request' | 'lost answer' | 'late';

type Operation =
  | { do: 'add'; device: number; row: number; name: string }
  | { do: 'rename'; device: number; row: number; name: string }
  | { do: 'retitle'; device: number; row: number; role: string }
  | { do: 'remove'; device: number; row: number }
  | { do: 'push' | 'pull'; device: number; fault: Fault }
  /** A pull has read the row when an edit of it goes out and is answered, and arrives after that. */
  | { do: 'overtake'; device: number; row: number; gone: boolean }
  | { do: 'restart'; device: number }
  | { do: 'elsewhere'; row: number; name: string | null }
  | { do: 'reset' | 'prune' };

const device = fc.nat(1);
const row = fc.nat(4);
const name = fc.constantFrom('a', 'b', 'c', 'refused');
const fault = fc.constantFrom<Fault>('none', 'none', 'lost request', 'lost answer', 'late');
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), device, row, name }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('rename' as const), device, row, name }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('retitle' as const), device, row, role: name }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), device, row }) },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constantFrom('push' as const, 'pull' as const), device, fault }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('overtake' as const), device, row, gone: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const), device }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('elsewhere' as const), row, name: fc.option(name) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('reset' as const, 'prune' as const) }) },
);

const ids = Array.from({ length: 5 }, () => friendRow().id);
/** Long enough for a push and a pull to begin and end meanwhile. */
const LATE_TICKS = 400;
const never = new AbortController().signal;
const admin = { userId: 'admin', email: 'a@example.com', isAdmin: true, expired: false };

class Device {
  database: MirrorDatabase = newDatabase();
  fault: Fault = 'none';
  /** Every mutation that an edit was promised for, with the values that were promised. */
  promised = new Map<string, unknown>();
  /** The newest version of each row that this device has known, of the history it is on. */
  known = { epoch: '' as string | null, versions: new Map<string, number>() };
  private running: Promise<unknown>[] = [];
  private push!: () => Promise<unknown>;
  private pull!: () => Promise<unknown>;

  constructor(private server: ModelServer) {
    this.wire();
  }

  async begin(): Promise<void> {
    await this.database.meta.put({ key: 'account', value: admin });
    await this.pull();
  }

  private wire(): void {
    const remote = remoteOf(this.server);
    const pull = remote.pull;
    const push = remote.push;
    remote.pull = (request, signal) => this.over(() => pull(request, signal));
    remote.push = (request, signal) => this.over(() => push(request, signal));
    const doPush = createPush(this.database, remote, () => 0);
    const doPull = createPull(this.database, remote, () => 0);
    this.push = () => doPush(never, () => {}).catch(expectFailure);
    this.pull = () => doPull(never).catch(expectFailure);
  }

  /** An exchange over the network as it is now. */
  private async over<T>(ask: () => Promise<T>): Promise<T> {
    const { fault } = this;
    if (fault === 'lost request') throw new Failure('unreachable', null, fault);
    const answer = await ask();
    if (fault === 'late') for (let i = 0; i < LATE_TICKS; i += 1) await new Promise(setImmediate);
    if (fault === 'lost answer') throw new Failure('unreachable', null, fault);
    return answer;
  }

  async exchange(what: 'push' | 'pull', fault: Fault): Promise<void> {
    this.fault = fault;
    const done = this[what]();
    this.running.push(done);
    if (fault !== 'late') await done;
    else await new Promise(setImmediate);
  }

  async edit(...changes: Change[]): Promise<void> {
    const mutation = await edit(this.database, { label: 'x', changes }, 0).catch((error) => {
      // An item that is there already, or no longer: a form would have known.
      if (!['invalid', 'gone'].includes(error.code)) throw error;
      return null;
    });
    if (mutation !== null) this.promised.set(mutation.id, valuesOf(mutation.changes));
  }

  /** The process dies, whatever is under way, and comes back to the same storage. */
  async restart(): Promise<void> {
    this.database.close();
    await Promise.all(this.running).catch(() => {});
    this.running = [];
    this.database = createDatabase(kinds, this.database.name);
    this.wire();
  }

  async settle(): Promise<void> {
    await Promise.all(this.running);
    this.running = [];
  }
}

/** A process that has died takes its exchange with it. */
function expectFailure(error: unknown): void {
  if (error instanceof Failure) return;
  if (error instanceof Error && /DatabaseClosed|InvalidState|Abort/.test(error.name)) return;
  throw error;
}

const valuesOf = (changes: readonly object[]) =>
  changes.map((change) => ('values' in change ? change.values : 'deleted'));

async function act(operation: Operation, devices: Device[], server: ModelServer): Promise<void> {
  const on = 'device' in operation ? devices[operation.device]! : devices[0]!;
  switch (operation.do) {
    case 'add':
      return on.edit(insert(friends, { name: operation.name }, ids[operation.row]!));
    case 'rename':
      return on.edit(update(friends, ids[operation.row]!, { name: operation.name }));
    case 'retitle':
      return on.edit(update(friends, ids[operation.row]!, { role: operation.role }));
    case 'remove':
      return on.edit(remove(friends, ids[operation.row]!));
    case 'push':
    case 'pull':
      return on.exchange(operation.do, operation.fault);
    case 'overtake': {
      const id = ids[operation.row]!;
      await on.exchange('pull', 'none');
      server.put('friends', friendRow({ id, name: 'elsewhere' }));
      await on.exchange('pull', 'late');
      await on.edit(operation.gone ? remove(friends, id) : update(friends, id, { name: 'mine' }));
      await on.exchange('push', 'none');
      return on.settle();
    }
    case 'restart':
      return on.restart();
    case 'elsewhere':
      if (operation.name === null) server.remove('friends', ids[operation.row]!);
      else server.put('friends', friendRow({ id: ids[operation.row], name: operation.name }));
      return;
    case 'reset':
      return server.reset();
    case 'prune':
      return server.prune();
  }
}

/** Invariant 1: shown row = pristine row with its pending mutations replayed in order. */
async function expectShown({ database }: Device): Promise<void> {
  await database.transaction('r', database.tables, async () => {
    const shown = await mirrorRows(database, 'friends');
    const pending: Mutation[] = await database.outbox.orderBy('place').toArray();
    const edited = new Set(pending.flatMap(({ rows }) => rows));
    const pristine = await database.pristine.toArray();
    expect(new Set(pristine.map(rowKey))).toEqual(edited);
    for (const { table, id, row } of pristine) {
      const changes = pending.flatMap((it) => it.changes.filter((change) => change.id === id));
      expect([table, shown.get(id) ?? null]).toEqual([table, rebase(row, changes)]);
    }
  });
}

/** Invariants 7 and 8: no row is shown in a version older than one that this device has known. */
async function expectNoStepBack({ database, known }: Device): Promise<void> {
  await database.transaction('r', database.tables, async () => {
    const { epoch } = await readPosition(database);
    if (epoch !== known.epoch) known.versions.clear();
    known.epoch = epoch;
    const shown = await database.table<{ id: string; version: number }>('friends').toArray();
    const edited = await database.pristine.where({ table: 'friends' }).toArray();
    const own = new Set(edited.filter(({ row }) => row === null).map(({ id }) => id));
    for (const { id, version } of shown) {
      // An edit brings it back: there is nothing of the server's to be older.
      if (own.has(id)) continue;
      expect([id, version >= (known.versions.get(id) ?? 0)]).toEqual([id, true]);
    }
    for (const { id, version } of [...shown, ...(await database.gone.toArray())]) {
      known.versions.set(id, Math.max(version, known.versions.get(id) ?? 0));
    }
  });
}

it('invariants 1, 4, 5, 6, 7, 8: no edit is lost, doubled or invented, whatever network and process do', async () => {
  let pushes = 0;
  let refusals = 0;
  const histories = fc.asyncProperty(
    fc.array(operation, { minLength: 5, maxLength: 40 }),
    async (operations) => {
      const server = new ModelServer(3);
      server.blank = friendRow();
      server.refuse = (change) =>
        'values' in change && Object.values(change.values).includes('refused') ? '23514' : null;
      server.put('friends', friendRow({ id: friendRow().id, name: 'always' }));
      const devices = [new Device(server), new Device(server)];
      for (const one of devices) await one.begin();
      for (const operation of operations) {
        await act(operation, devices, server);
        for (const one of devices) {
          await expectShown(one);
          await expectNoStepBack(one);
        }
      }
      // A quiet network, for as long as it takes.
      for (const one of devices) await one.settle();
      for (const what of ['pull', 'push', 'pull', 'push', 'pull', 'pull'] as const) {
        for (const one of devices) await one.exchange(what, 'none');
      }
      const rows = server.rows('friends');
      for (const { database, promised } of devices) {
        expect(await mirrorRows(database, 'friends')).toEqual(rows);
        const { waiting, rejected } = await readOutbox(database);
        expect(waiting).toEqual([]);
        const kept = new Set(rejected.map(({ id }) => id));
        for (const [id, values] of promised) {
          const times = server.applied.get(id) ?? 0;
          // As it was promised, not as it was before one more edit went into it.
          if (times > 0) expect(valuesOf(server.taken.get(id) ?? [])).toEqual(values);
          expect([id, times + (kept.has(id) ? 1 : 0)]).toEqual([id, 1]);
          pushes += times;
          refusals += kept.size > 0 ? 1 : 0;
        }
        await database.delete();
      }
    },
  );
  // The same every time: what looks further is the torture.
  await fc.assert(histories, { numRuns: 150, seed: 244694989 });
  // The histories are not idle.
  expect(pushes).toBeGreaterThan(100);
  expect(refusals).toBeGreaterThan(10);
});
