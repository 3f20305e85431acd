import { update } from '../../../src/engine/mutation.ts';
import type { Device } from './device.ts';
import type { Operation, TableName } from './operations.ts';
import { edit } from './perform-edits.ts';
import {
  columns,
  handMade,
  kindOf,
  liveRows,
  NoTarget,
  pick,
  shown,
  unique,
} from './rows-at-hand.ts';
import { literal } from './server.ts';
import { settle } from './storage.ts';
import type { World } from './world.ts';

/** Tabs of one device that write into the same pages of rows, or do not hear of each other's commits in time. */

export async function fallBehind(
  { clock }: World,
  device: Device,
  { which, ms, twice }: Extract<Operation, { do: 'fall behind' }>,
): Promise<void> {
  while (device.tabs.length < 2) device.openTab();
  await settle();
  const { hearing } = pick(device.tabs, which);
  hearing.fallBehind();
  clock.set(() => hearing.catchUp(twice), ms);
}

/** Pages of rows are small: what one of the tabs brings lies beside what the other has brought. */
export async function writeBoth(
  world: World,
  device: Device,
  { table, row }: { table: TableName; row: number },
): Promise<void> {
  const { server } = world;
  while (device.tabs.length < 2) device.openTab();
  const [one, two] = [device.otherTab, device.tab];
  if (one === two) throw new NoTarget();
  const [column, last] = columns[table];
  const edited = pick(await shown(device, table), row);
  device.network.isFine();
  for (const { page } of [one, two]) {
    page.tell('shown');
    page.tell('online');
  }
  await settle();
  const text = () => {
    world.edits += 1;
    return literal(`by hand ${world.edits}`);
  };
  two.deaf = true;
  const id = literal(handMade(world));
  await server.sql(`insert into friends (id, name) values (${id}, ${text()})`);
  await settle();
  [two.deaf, one.deaf] = [false, true];
  await server.sql(`update ${table} set ${last} = ${text()}`);
  await settle();
  one.deaf = false;
  device.network.expect('answer late', 2);
  await server.sql(`update friends set bio = ${text()}`);
  await settle();
  const values = { [column]: unique(world, 'fine') };
  await edit(device, [update(kindOf(table), edited.id, values)]);
  const gone = literal(pick(liveRows(server, 'friends'), row));
  await server.sql(`delete from friends where id = ${gone}`);
  await world.clock.pass(4_000);
}

export async function goAway({ clock }: World, device: Device, ms: number): Promise<void> {
  while (device.tabs.length < 2) device.openTab();
  await device.finish();
  const unused = device.tabs.filter((tab) => tab !== device.tab && !tab.isAway);
  const tab = pick(unused, 0);
  tab.goAway();
  clock.set(() => tab.isAway && tab.page.tell('shown'), ms);
}
