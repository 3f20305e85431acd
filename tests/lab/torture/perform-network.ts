import { remove, update } from '../../../src/engine/mutation.ts';
import type { Device } from './device.ts';
import type { TableName } from './operations.ts';
import { edit, rewrite, sendsNothing } from './perform-edits.ts';
import { bySql } from './perform-server.ts';
import { columns, kindOf, liveRows, pick, shown, unique } from './rows-at-hand.ts';
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
  if (held === undefined) return;
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
  if (held === undefined) return;
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
  if (held === undefined) return;
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
  if (held === undefined) return;
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
  if (held === undefined) return;
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
  // They are sent together, and are too large together.
  device.network.expect('too large', 2);
  await world.clock.pass(13_000);
}

export async function midway(
  { server }: World,
  device: Device,
  { row, how }: { row: number; how: 'reset' | 'prune' },
): Promise<void> {
  await settle();
  device.network.isFine();
  device.network.expect(null);
  device.network.expect('request lost', 3);
  await server.sql(`update tasks set content = content || '.'; update learnings set content = 'by hand';
    update resources set tags = 'by hand'; update friends set bio = 'by hand'`);
  await settle();
  const task = pick(liveRows(server, 'tasks'), row);
  if (task !== undefined) await server.sql(`delete from tasks where id = ${literal(task)}`);
  await server.sql(how === 'reset' ? 'select sync.reset()' : `select sync.prune('-1 second')`);
  await server.lookAtEpochs();
  device.network.isFine();
}
