import type { RejectedMutation } from '../../../src/engine/mutation.ts';
import { testChannels } from '../../support/channels.ts';
import { Broken } from './broken.ts';
import { mend } from './broken-table.ts';
import { checkEnd, type Noted } from './check-end.ts';
import { isUnknown } from './check-retries.ts';
import { Seen } from './check-step.ts';
import { Clock } from './clock.ts';
import { Device } from './device.ts';
import { type Disk, readDisk } from './disk.ts';
import { installFetch } from './network.ts';
import { carryNews } from './news.ts';
import type { History } from './operations.ts';
import { perform } from './perform.ts';
import { refuseFiles } from './perform-files.ts';
import { randomFrom, seedUuids } from './random.ts';
import { lookAt } from './screens.ts';
import { type Postgres, Server } from './server.ts';
import { settle } from './storage.ts';
import { resetWorld, type World } from './world.ts';

/** How many rounds of half a minute devices get at the end to agree. */
const ROUNDS = 20;

/** The result of a history, for counting. */
export interface Told {
  readonly operations: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly log: readonly string[];
}

/**
 * Plays a history and checks every device after every operation; then makes the network quiet and checks whether all
 * devices agree. @throws {Broken} what was violated, and after which operation
 */
export async function play(
  postgres: Postgres,
  { devices: count, operations, locks, seed }: History,
): Promise<Told> {
  const random = randomFrom(seed);
  const clock = new Clock();
  const devices: Device[] = [];
  const poke = (version: number) => {
    for (const device of devices) {
      if (device.network.isUp) for (const tab of device.tabs) tab.poked(version);
    }
  };
  const server = new Server(postgres, random, poke, () => clock.now);
  const undo = [
    seedUuids(random),
    clock.install(),
    installChannels(),
    carryNews(() => devices.flatMap(({ tabs }) => tabs.map(({ hearing }) => hearing))),
    installFetch((host) => {
      for (const device of devices) {
        for (const tab of device.tabs) {
          if (tab.host === host) return { network: device.network, ended: tab.signal };
        }
      }
      throw new TypeError('the tab is closed');
    }),
  ];
  const world: World = { server, clock, devices, random, accounts: [], edits: 0, postgres };
  let at = 'the beginning';
  try {
    await resetWorld(world);
    for (let i = 0; i < count; i += 1) {
      const device = new Device(`device-${i}`, { server, clock, random, locks });
      devices.push(device);
      device.openTab();
    }
    await settle();
    const seen = devices.map((device) => new Seen(device, server));
    const look = async () => {
      for (const [i, device] of devices.entries()) {
        const { disk, screens } = await lookAt(device);
        if (disk !== null) seen[i]?.check(disk, screens);
      }
    };
    for (const device of devices)
      await perform(world, { do: 'sign in', device: devices.indexOf(device), account: 0 });
    await settle();
    if (!postgres.isConcurrent) await haveBegun(world);
    for (const [i, operation] of operations.entries()) {
      at = `operation ${i + 1}, ${JSON.stringify(operation)}`;
      if (await perform(world, operation)) server.count(`operation ${operation.do}`);
      if (postgres.isConcurrent) await settle();
      await look();
    }
    at = 'the quiet network';
    await server.letGo();
    const end = async () => {
      await comeToRest(world, look);
      await look();
      await checkEnd(devices, server, await readNoted(postgres));
    };
    await end();
    if (server.hasBroken) {
      at = 'the broken table is well';
      await mend(postgres);
      await server.lookForBroken();
      await end();
    }
    return { operations: operations.length, counts: server.counts, log: server.log };
  } catch (error) {
    if (error instanceof Broken) error.message += ` (after ${at})`;
    throw error;
  } finally {
    for (const device of devices) device.die();
    await settle();
    for (const one of undo) one();
  }
}

/** Nothing has gone wrong yet, so every device has its copy. */
async function haveBegun({ devices, server }: World): Promise<void> {
  for (const device of devices) {
    const disk = await readDisk(device);
    const isThere = disk?.position.complete === true && server.isCurrent(disk.position.epoch);
    if (!isThere) throw new Broken(`${device.name} has no copy, and nothing has gone wrong`);
  }
}

async function readNoted(postgres: Postgres): Promise<Noted> {
  const shown = await postgres.sql(`select table_name || '/' || row_id as key from torture.shown`);
  return {
    written: await postgres.sql('select before, after from torture.written'),
    shown: shown.map(({ key }) => String(key)),
    due: await readDue(postgres),
    askew: (await postgres.sql(ASKEW)).map(({ key }) => String(key)),
  };
}

const ASKEW = `
  select 'tasks/' || t.id as key from public.tasks t
    join sync.change c on c.table_name = 'tasks' and c.row_id = t.id
    join sync.change p on p.table_name = 'projects' and p.row_id = t.project_id
  where c.is_shown <> p.is_shown
  union all
  select k.table_name || '/' || k.row_id from sync.kept_reference k
    join sync.reference r on r.name = k.table_name and r.column_name = k.column_name
    join sync.change p on p.table_name = r.parent and p.row_id = k.refers_to
  where p.is_shown`;

/** What waits to be shown although its time has come, by table and id. */
async function readDue(postgres: Postgres): Promise<string[]> {
  const due = await postgres.sql(
    `select table_name || '/' || row_id as key from sync.change where due_at <= now()`,
  );
  return due.map(({ key }) => String(key));
}

/** R39: whether an edit of the account was refused for what the server of another history did not know. */
function isToBeRetried({ code, epoch, mutation }: RejectedMutation, disk: Disk): boolean {
  return isUnknown(code) && epoch !== disk.position.epoch && mutation.account === disk.account;
}

/** Messages between tabs arrive at once, so that a history replays exactly. */
function installChannels(): () => void {
  const { BroadcastChannel } = globalThis;
  globalThis.BroadcastChannel = testChannels().Channel;
  return () => {
    globalThis.BroadcastChannel = BroadcastChannel;
  };
}

/** Makes the network quiet and gives every disk room; every account signs in where its edits wait. */
async function comeToRest(world: World, look: () => Promise<void>): Promise<void> {
  const { devices, clock, server, accounts, postgres } = world;
  await refuseFiles(world, null);
  for (const device of devices) {
    device.network.isFine(true);
    device.storage.isFine();
    device.clockError = 0;
    device.holds.released();
    if (device.tabs.length === 0) device.openTab();
    for (const tab of device.tabs) {
      tab.hearing.catchUp();
      tab.page.tell('shown');
      tab.page.tell('offline');
      tab.page.tell('online');
    }
  }
  await settle();
  for (const device of devices) await device.finish();
  for (let round = 0; round < ROUNDS; round += 1) {
    // A device hears of what is due with its next pull.
    let isQuiet = (await readDue(postgres)).length === 0;
    for (const device of devices) {
      const disk = await readDisk(device);
      if (disk === null) continue;
      const [first] = disk.waiting;
      const { cursor, epoch } = disk.position;
      const isToCome = disk.rejected.some((one) => isToBeRetried(one, disk));
      const isThere = cursor >= server.streamOf(epoch).head && server.isCurrent(epoch);
      if (first === undefined && isThere && !isToCome) continue;
      isQuiet = false;
      if (first === undefined) continue;
      const account = accounts.find(({ userId }) => userId === first.account);
      if (account !== undefined) {
        await device.tab.sessions.signIn(server.signIn(account.userId), {
          ...account,
          email: '',
          expired: false,
        });
      }
    }
    if (isQuiet) return;
    await clock.pass(30_000);
    await look();
  }
  // The end checks say what is due.
  if ((await readDue(postgres)).length > 0) return;
  const left = await Promise.all(
    devices.map(async (device) => {
      const disk = await readDisk(device);
      const waiting = disk?.waiting.map(
        ({ label, attempts }) => `${label}, tried ${attempts} times`,
      );
      return `${device.name}: ${waiting?.join('; ')} at ${JSON.stringify(disk?.position)} of ${server.streamOf(disk?.position.epoch ?? null).head}`;
    }),
  );
  throw new Broken(`${ROUNDS} rounds of a quiet network, and there is still ${left.join(' and ')}`);
}
