import { insert, remove, update } from '../../../src/engine/mutation.ts';
import { UNDO_MS } from '../../../src/lib/limits.ts';
import { Broken } from './broken.ts';
import type { Device } from './device.ts';
import { readDisk } from './disk.ts';
import type { TableName } from './operations.ts';
import { edit, rewrite, sendsNothing } from './perform-edits.ts';
import { bySql } from './perform-server.ts';
import { columns, kindOf, liveRows, NoTarget, pick, shown, unique } from './rows-at-hand.ts';
import { literal } from './server.ts';
import { settle } from './storage.ts';
import type { World } from './world.ts';

/** Edits that the network makes hard: their answers are late, lost, too large or overtaken. */

export async function overtake(
  world: World,
  device: Device,
  { table, row, gone, lost }: { table: TableName; row: number; gone: boolean; lost: boolean },
): Promise<void> {
  const [, column] = columns[table];
  const held = pick(await shown(device, table), row);
  const [reading = device.tab] = device.tabs;
  const writing = device.tabs.length > 1 ? device.tab : device.openTab();
  await settle();
  writing.page.tell('shown');
  reading.page.tell('shown');
  await settle();
  writing.deaf = true;
  device.network.isFine();
  device.network.expect('answer late');
  const change = `update ${table} set ${column} = 'by hand' where id = ${literal(held.id)}`;
  await world.server.sql(change);
  await settle();
  const kind = kindOf(table);
  device.network.expect(null);
  // Either the cursor is still below the answered version, or it is above what the first pull has read.
  if (lost) device.network.expect('request lost');
  await edit(device, [
    gone
      ? remove(kind, held.id)
      : update(kind, held.id, { [columns[table][0]]: unique(world, 'fine') }),
  ]);
  await settle();
  writing.deaf = false;
}

export async function outlive(
  world: World,
  device: Device,
  { table, row }: { table: TableName; row: number },
): Promise<void> {
  const held = pick(await shown(device, table), row);
  if (device.tabs.length < 2) device.openTab();
  for (const tab of device.tabs) tab.page.tell('shown');
  await settle();
  device.network.isFine();
  device.network.expect('answer late');
  const values = { [columns[table][0]]: unique(world, 'fine') };
  await edit(device, [update(kindOf(table), held.id, values)]);
  await settle();
  await world.server.sql(`delete from ${table} where id = ${literal(held.id)}`);
  await settle();
  await world.clock.pass(4_000);
}

export async function retag(world: World, device: Device, row: number): Promise<void> {
  const held = pick(await shown(device, 'resources'), row);
  const change = () => {
    world.edits += 1;
    const tags = [`tag ${world.edits}`, 'a'];
    return edit(device, [update(kindOf('resources'), held.id, { tags })]);
  };
  await settle();
  device.network.isFine();
  device.network.expect('answer late');
  await change();
  await settle();
  await change();
}

export async function tunnel(
  world: World,
  device: Device,
  { table, row }: { table: TableName; row: number },
): Promise<void> {
  const held = pick(await shown(device, table), row);
  const [column] = columns[table];
  const change = () => rewrite(world, device, { table, id: held.id, column });
  await settle();
  device.network.isFine();
  for (const tab of device.tabs) {
    tab.page.tell('shown');
    tab.page.tell('online');
  }
  await settle();
  device.network.expect('answer late');
  await bySql(world, { do: 'sql add', table: 'friends', row });
  await settle();
  await change();
  await settle();
  device.network.isUp = false;
  for (const tab of device.tabs) tab.page.tell('offline');
  await world.clock.pass(4_000);
  await change();
  await settle();
}

export async function editWhatCame(
  world: World,
  device: Device,
  { table, row }: { table: TableName; row: number },
): Promise<void> {
  const held = pick(await shown(device, table), row);
  const change = (column: string) => rewrite(world, device, { table, id: held.id, column });
  const [first, second] = columns[table];
  await sendsNothing(world, device);
  await change(first);
  await world.server.sql(
    `update ${table} set ${second} = 'by hand ${world.edits}' where id = ${literal(held.id)}`,
  );
  await settle();
  await world.clock.pass(2_000);
  await change(second);
  // They are sent together, and together they are too large, or cannot be read.
  device.network.expect(world.edits % 2 === 0 ? 'too large' : 'unreadable', 2);
  await world.clock.pass(13_000);
}

export async function midway(
  { server }: World,
  device: Device,
  { row, how }: { row: number; how: 'reset' | 'prune' },
): Promise<void> {
  const task = pick(liveRows(server, 'tasks'), row);
  await settle();
  device.network.isFine();
  device.network.expect(null);
  device.network.expect('request lost', 3);
  await server.sql(`update tasks set content = content || '.'; update learnings set content = 'by hand';
    update resources set tags = 'by hand'; update friends set bio = 'by hand'`);
  await settle();
  await server.sql(`delete from tasks where id = ${literal(task)}`);
  await server.sql(how === 'reset' ? 'select sync.reset()' : `select sync.prune('-1 second')`);
  await server.lookAtEpochs();
  device.network.isFine();
}

/** Bytes a second with which one of the edits below gets through in time, and with which not even one does. */
export const slowLines = { 'one edit': 100, 'no edit': 60 } as const;

/** With more of them a pull takes such a line longer than the device waits: each id takes 39 bytes of its request. */
const UNANSWERED_MOST = 4;

/** Long enough for all of them on the slowest line, with every pause in between. */
const CREEP_MS = 600_000;

export async function creep(
  world: World,
  device: Device,
  carries: keyof typeof slowLines,
): Promise<void> {
  if (!(await isAtRest(world, device))) throw new NoTarget();
  const { waiting = [], rejected = [] } = (await readDisk(device)) ?? {};
  // A pull names each edit without an answer, and has to get through itself.
  if (waiting.length + rejected.length > UNANSWERED_MOST) throw new NoTarget();
  device.network.line = { bytesPerS: slowLines[carries] };
  const before = new Set(waiting.map(({ id }) => id));
  for (let i = 0; i < 4; i += 1) {
    const bio = 'long '.repeat(120);
    await edit(device, [insert(kindOf('friends'), { name: unique(world, 'fine'), bio })]);
  }
  const made = (await readDisk(device))?.waiting.filter(({ id }) => !before.has(id)) ?? [];
  await bySql(world, { do: 'sql add', table: 'friends', row: 0 });
  const { admins, everybody } = world.server;
  const newest = { admins: admins.newest, everybody: everybody.newest };
  // It waits behind exchanges that take long.
  const other = device.openTab();
  await world.clock.pass(CREEP_MS);
  device.closeTab(other);
  const disk = await readDisk(device);
  if (disk === null) return;
  const { cursor, epoch } = disk.position;
  const { readers } = world.server.streamOf(epoch);
  if (world.server.isCurrent(epoch) && cursor < newest[readers]) {
    throw new Broken(`${device.name}: reads nothing on a slow line, and stays at ${cursor}`);
  }
  const left = disk.waiting.find(({ id }) => made.some((one) => one.id === id));
  if (left !== undefined && carries === 'one edit' && disk.account !== null) {
    throw new Broken(`${device.name}: ${left.label} never gets through a slow line`);
  }
  device.network.line = null;
}

export async function setBack(
  world: World,
  device: Device,
  { table, row }: { table: TableName; row: number },
): Promise<void> {
  if (!(await isAtRest(world, device))) throw new NoTarget();
  const held = pick(await shown(device, table), row);
  await edit(device, [remove(kindOf(table), held.id)], true);
  await world.clock.pass(4_000);
  device.clockError -= 2_000;
  device.holds.released();
  // Until the hold has ended by the clock as it is now, and a moment longer.
  await world.clock.pass(UNDO_MS - 4_000 + 2_000 + 1_000);
  const key = `${table}/${held.id}`;
  const left = (await readDisk(device))?.waiting.find(({ rows }) => rows.includes(key));
  if (left !== undefined && !left.sent) {
    throw new Broken(`${device.name}: ${left.label} is not sent when its time is over`);
  }
}

/** Brings a device to where it has nothing left to do. @returns whether it is so, and somebody is signed in */
async function isAtRest({ clock, server }: World, device: Device): Promise<boolean> {
  device.network.isFine();
  device.storage.isFine();
  for (const tab of device.tabs) {
    tab.page.tell('shown');
    tab.page.tell('offline');
    tab.page.tell('online');
  }
  await settle();
  await clock.pass(25_000);
  await clock.pass(25_000);
  const disk = await readDisk(device);
  if (disk === null || disk.account === null || disk.expired) return false;
  if (disk.waiting.length > 0) return false;
  const { epoch, cursor } = disk.position;
  return server.isCurrent(epoch) && cursor >= server.streamOf(epoch).newest;
}
