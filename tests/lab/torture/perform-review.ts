import type { Mutation, RejectedMutation } from '../../../src/engine/mutation.ts';
import { remove } from '../../../src/engine/mutation.ts';
import { Broken } from './broken.ts';
import type { Device, Tab } from './device.ts';
import { readDisk } from './disk.ts';
import { belongingTo } from './holds.ts';
import type { Operation, TableName } from './operations.ts';
import { edit } from './perform-edits.ts';
import { kindOf, NoTarget, pick, shown } from './rows-at-hand.ts';
import type { World } from './world.ts';

/** An admin's actions on edits that wait, are held or were rejected. */

/** Unsent edits of the signed-in account that are held, or were. */
export async function heldOn(device: Device): Promise<Mutation[]> {
  const disk = await readDisk(device);
  return (disk?.waiting ?? []).filter(
    ({ account, sent, heldUntil }) => account === disk?.account && !sent && heldUntil !== null,
  );
}

export async function attend(
  device: Device,
  how: 'attend' | 'leave',
  mutation: Mutation | undefined,
): Promise<void> {
  if (mutation === undefined) return;
  await undisturbed(device, async ({ editor }) => {
    const now = device.now();
    await (how === 'attend' ? editor.pauseHold(mutation.id) : editor.resumeHold(mutation.id));
    device.holds[how === 'attend' ? 'attended' : 'left'](mutation.id, now);
  });
}

export async function sendNow(
  device: Device,
  { table, row }: { table: TableName; row: number },
): Promise<void> {
  const rows = await shown(device, table);
  if (rows.length > 0) await edit(device, [remove(kindOf(table), pick(rows, row).id)], true);
  await undisturbed(device, async ({ editor }) => {
    device.holds.released();
    await editor.releaseHolds();
    const [still] = await heldOn(device);
    if (still !== undefined) throw new Broken(`${still.label} is held, though all is to be sent`);
  });
}

export async function hesitate(
  world: World,
  device: Device,
  { table, row, ms, leaves, stays = false }: Extract<Operation, { do: 'hesitate' }>,
): Promise<void> {
  const rows = await shown(device, table);
  const disk = await readDisk(device);
  // A row that others belong to, if there is one.
  const busy = disk === null ? [] : rows.filter(({ id }) => belongingTo(id, disk).length > 0);
  const target = pick(busy.length === 0 ? rows : busy, row);
  await edit(device, [remove(kindOf(table), target.id)], true);
  const key = `${table}/${target.id}`;
  const deletion = async () =>
    (await readDisk(device))?.waiting.findLast(({ rows }) => rows.includes(key));
  await attend(device, 'attend', await deletion());
  await world.clock.pass(ms);
  if (stays) return;
  if (leaves) {
    await attend(device, 'leave', await deletion());
    device.network.expect('answer late');
    await world.clock.pass(ms / 2);
  }
  await takeBack(device, await deletion());
}

export async function takeBack(device: Device, mutation: Mutation | undefined): Promise<void> {
  if (mutation === undefined) return;
  await undisturbed(device, async (tab, account) => {
    const before = (await readDisk(device))?.waiting ?? [];
    const own = before.filter((it) => it.account === account);
    const isThere = own.some(({ id }) => id === mutation.id);
    const isOffered = isThere && device.holds.isOffered(mutation.id, device.now());
    if (await tab.editor.takeBack(mutation.id)) {
      await forget(device, own);
      device.holds.tookBack(mutation);
      const disk = await readDisk(device);
      const missing = disk && device.holds.missing(mutation, disk, device.server);
      if (missing) throw new Broken(missing);
    } else if (isOffered) throw new Broken(`${mutation.label} could not be taken back in its time`);
  });
}

export async function discard(device: Device, id: string): Promise<void> {
  await undisturbed(device, async (tab, account) => {
    const dropped = await tab.editor.discard(id);
    const mutations = [...dropped.waiting, ...dropped.rejected.map(({ mutation }) => mutation)];
    // Another account's edit stays promised.
    for (const one of mutations.filter((it) => it.account === account)) {
      device.promised.delete(one.id);
      device.discarded.add(one.id);
    }
  });
}

export async function again(
  device: Device,
  how: 'retry' | 'restore',
  which: number,
): Promise<void> {
  const rejected = (await readDisk(device))?.rejected ?? [];
  const one = pick(rejected, which);
  await undisturbed(device, async (tab, account) => {
    await tab.editor[how](one.id);
    const disk = await readDisk(device);
    const still = new Set(disk?.rejected.map(({ id }) => id));
    // They are sent as new edits; the old ones have their answer.
    for (const { id, mutation } of rejected) {
      if (mutation.account === account && !still.has(id)) device.promised.delete(id);
    }
    for (const mutation of disk?.waiting ?? []) device.keepPromise(mutation);
  });
}

/** Edits that wait here are taken to another device as a file, and are the same edits there. */
export async function carryOver(from: Device, to: Device): Promise<void> {
  if (from === to) throw new NoTarget();
  const file = await exported(from);
  if (file === null) return;
  await undisturbed(to, async (tab) => {
    const before = new Set((await editsOn(to)).map(({ id }) => id));
    await tab.editor.importOutbox(file);
    for (const mutation of await editsOn(to)) {
      if (before.has(mutation.id)) continue;
      to.carried.add(mutation.id);
      to.keepPromise(mutation);
    }
  });
}

/** An export; null if the storage fails. It contains the edits of its account and no others. */
export async function exported(device: Device): Promise<string | null> {
  await device.finish();
  const account = (await readDisk(device))?.account;
  // From now on another device may send them at any time.
  device.holds.released();
  const file = await device.tab.editor.exportOutbox().catch(() => null);
  for (const one of file === null ? [] : editsIn(file)) {
    if (one.account === account) continue;
    throw new Broken(`${device.name}: ${one.label} of ${one.account} was handed to ${account}`);
  }
  return file;
}

/** The edits that an export contains. */
function editsIn(file: string): Mutation[] {
  const { waiting, rejected } = JSON.parse(file) as {
    waiting: Mutation[];
    rejected: RejectedMutation[];
  };
  return [...waiting, ...rejected.map(({ mutation }) => mutation)];
}

/** Edits that wait on a device or were rejected there. */
export async function editsOn(device: Device): Promise<Mutation[]> {
  const disk = await readDisk(device);
  return [...(disk?.waiting ?? []), ...(disk?.rejected ?? []).map(({ mutation }) => mutation)];
}

/**
 * An action on queued edits while the disk works, because the check has to know the outcome. That these actions are
 * atomic is shown by edits, which use the same transactions.
 */
async function undisturbed(
  device: Device,
  act: (tab: Tab, account: string | null) => Promise<void>,
): Promise<void> {
  device.storage.isFine();
  const { tab } = device;
  await device.finish();
  const { account = null } = (await readDisk(device)) ?? {};
  await device.follow(tab, act(tab, account));
}

/** Something was taken back: its rows that no longer exist are not promised any more. */
async function forget(device: Device, before: readonly { id: string }[]): Promise<void> {
  const still = new Set((await editsOn(device)).map(({ id }) => id));
  for (const { id } of before) {
    if (!still.has(id) && !device.server.applied.has(id)) device.promised.delete(id);
  }
}
