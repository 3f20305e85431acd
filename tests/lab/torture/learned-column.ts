import { friends } from '../../../src/content/friends/friends.ts';
import { kinds } from '../../../src/content/kinds.ts';
import { text } from '../../../src/engine/columns.ts';
import { type AnyKind, defineKind } from '../../../src/engine/define.ts';
import { adoptMirror } from '../../../src/engine/mirror/derive.ts';
import { update } from '../../../src/engine/mutation.ts';
import type { Device } from './device.ts';
import type { Operation } from './operations.ts';
import { edit } from './perform-edits.ts';
import { kindOf, pick, shown, unique } from './rows-at-hand.ts';
import { literal } from './server.ts';
import { orStorage, settle } from './storage.ts';
import type { World } from './world.ts';

/**
 * A column of the friends that apps may know or not. In the database it bears one of two names, which a migration exchanges,
 * so that an app learns it, loses it, or knows the name that it has no more.
 */
export type Learned = 'note' | 'remark' | null;

/** The kinds of an app that knows the column under this name. */
export function kindsWith(learned: Learned): readonly AnyKind[] {
  if (learned === null) return kinds;
  const more = defineKind({
    table: friends.table,
    columns: { ...friends.columns, [learned]: text() },
    name: 'name',
    order: (row) => friends.order(row as never).slice(0, -1),
  });
  return kinds.map((kind) => (kind === friends ? more : kind));
}

/** Another version of the app opens beside the tabs of the old one, and adopts what they have stored. */
export async function learn(device: Device, learned: Learned): Promise<void> {
  device.learned = learned;
  const tab = device.openTab();
  await device.follow(tab, orStorage(adoptMirror(tab.database)));
}

export async function editColumn(
  world: World,
  device: Device,
  operation: Extract<Operation, { do: 'edit column' }>,
): Promise<void> {
  const { row, fate, renames } = operation;
  if (renames) {
    device.network.isFine();
    device.network.expect('request lost', 3);
  }
  const learned = renames ? await renameColumn(world) : operation.learned;
  if (device.tab.learned !== learned) await learn(device, learned);
  const friend = pick(await shown(device, 'friends'), row);
  if (renames) {
    // Somebody else has, too, and the author has not seen it.
    world.edits += 1;
    await world.server.sql(
      `update friends set ${learned} = 'by hand ${world.edits}' where id = ${literal(friend.id)}`,
    );
  }
  const values = { [learned]: unique(world, fate) };
  await edit(device, [update(kindOf('friends'), friend.id, values)]);
}

/** The column gets its other name in the database. @returns that name */
export async function renameColumn({ server }: World): Promise<'note' | 'remark'> {
  await server.sql(`do $$ begin
    if exists (select from pg_attribute where attrelid = 'public.friends'::regclass and attname = 'note') then
      alter table public.friends rename column note to remark;
    else
      alter table public.friends rename column remark to note;
    end if;
  end $$`);
  const [column] = await server.sql(
    `select attname as name from pg_attribute
     where attrelid = 'public.friends'::regclass and attname in ('note', 'remark')`,
  );
  const isNote = column?.name === 'note';
  const [name, other] = isNote ? (['note', 'remark'] as const) : (['remark', 'note'] as const);
  // A device that has slept through two renamings is on its old history again, with past states of rows by the first name.
  for (const stream of [server.admins, server.everybody]) stream.rename('friends', other, name);
  await server.lookAnew();
  await server.lookAtEpochs();
  await settle();
  return name;
}
