import { NOW } from '../../../src/engine/columns.ts';
import { insert, update } from '../../../src/engine/mutation.ts';
import { Broken } from './broken.ts';
import type { Device } from './device.ts';
import type { Operation, PublishedTable } from './operations.ts';
import { edit, valuesOf } from './perform-edits.ts';
import { columns, handMade, kindOf, pick, shown } from './rows-at-hand.ts';
import { literal } from './server.ts';
import { settle } from './storage.ts';
import type { World } from './world.ts';

/** Drafts, what is published later, and the clock by which it is. */

/** No history lasts so long. */
const LATER = '2900-01-01T00:00:00+00:00';

const times = { draft: null, now: NOW, later: LATER } as const;

export async function addDraft(
  world: World,
  device: Device,
  { table, fate }: Extract<Operation, { do: 'add draft' }>,
): Promise<void> {
  const values = await valuesOf(world, device, table, fate);
  await edit(device, [insert(kindOf(table), { ...values, created_at: null, published_at: null })]);
}

export async function publish(
  device: Device,
  { table, row, to }: Extract<Operation, { do: 'publish' }>,
): Promise<void> {
  const { id } = pick(await shown(device, table), row);
  await edit(device, [update(kindOf(table), id, { published_at: times[to] })]);
}

/** A time comes that touches no row: some device has to have it written down. */
export async function timeComes(world: World, row: number): Promise<void> {
  const { server } = world;
  const scheduled = () =>
    server.sql('select table_name, row_id from sync.change where due_at > now() order by row_id');
  if ((await scheduled()).length === 0) {
    const id = literal(handMade(world));
    await server.sql(
      `insert into learnings (id, title, published_at) values (${id}, 'soon', ${literal(LATER)})`,
    );
    await settle();
  }
  const { table_name, row_id } = pick(await scheduled(), row);
  await pastTheTriggers(
    server,
    `update ${table_name} set published_at = now() - interval '1 minute' where id = ${literal(row_id)};
     update sync.change set due_at = now() where row_id = ${literal(row_id)}`,
  );
}

/** The database's clock is set back: by it a row that was shown is to be shown later. It stays shown. */
export async function clockJumpsBack(
  world: World,
  { table, row }: { table: PublishedTable; row: number },
): Promise<void> {
  const { server } = world;
  const rows = await server.sql(
    `select row_id from sync.change where table_name = ${literal(table)} and is_shown order by row_id`,
  );
  const id = literal(pick(rows, row).row_id);
  await pastTheTriggers(
    server,
    `update ${table} set published_at = ${literal(LATER)} where id = ${id}`,
  );
  world.edits += 1;
  await server.sql(
    `update ${table} set ${columns[table][1]} = 'by hand ${world.edits}' where id = ${id}`,
  );
  const [still] = await server.sql(`select is_shown from sync.change where row_id = ${id}`);
  if (still?.is_shown === false) throw new Broken(`a clock took ${table}/${id} back`);
}

async function pastTheTriggers(server: World['server'], statements: string): Promise<void> {
  await server.sql(`begin; set local session_replication_role = replica; ${statements}; commit`);
  await server.lookAnew();
}
