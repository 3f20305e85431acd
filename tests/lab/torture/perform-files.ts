import { tasks } from '../../../src/content/tasks/tasks.ts';
import type { NewFile } from '../../../src/engine/file.ts';
import { type Change, insert, remove, rowKey, update } from '../../../src/engine/mutation.ts';
import { pictureOf } from '../../support/named-files.ts';
import { namedIn, refusals } from './bucket.ts';
import type { Device } from './device.ts';
import { readDisk } from './disk.ts';
import type { Operation } from './operations.ts';
import { edit, sendsNothing, valuesOf } from './perform-edits.ts';
import { carryOver, discard, editsOn } from './perform-review.ts';
import { columns, kindOf, NoTarget, pick, shown, unique } from './rows-at-hand.ts';
import type { World } from './world.ts';

/** Edits that name pictures. There are only a few of them, so that several edits and devices have the same. */

const pictures = ['a sunrise over a bay', 'a bridge', 'a heron', 'a desk'].map(pictureOf);

export async function addPicture(
  world: World,
  device: Device,
  { table, row, picture, fate, holds }: Extract<Operation, { do: 'add picture' }>,
): Promise<void> {
  const file = pick(pictures, picture);
  const text = { [columns[table][1]]: `${unique(world, fate)} ${file.name}` };
  const rows = row === null ? [] : await shown(device, table);
  const change: Change =
    row === null || rows.length === 0
      ? insert(kindOf(table), { ...(await valuesOf(world, device, table, 'fine')), ...text })
      : update(kindOf(table), pick(rows, row).id, text);
  await edit(device, [change], holds, [file]);
}

export async function addProjectWithPicture(
  world: World,
  device: Device,
  { picture, fault, spares = 0, next }: Extract<Operation, { do: 'add project with picture' }>,
): Promise<void> {
  const [file, another] = [pick(pictures, picture), pick(pictures, picture + 1)];
  const waitsForFile = next === 'a task' || next === 'a deletion';
  if (!waitsForFile) await sendsNothing(world, device);
  device.network.expect(null, spares, 'files');
  device.network.expect(fault, 1, 'files');
  const words = ({ name }: NewFile) => `${unique(world, 'fine')} ${name}`;
  const title = unique(world, 'fine');
  const project = insert(kindOf('projects'), { title, description: words(file) });
  await edit(device, [project], false, [file]);
  switch (next) {
    case 'a task': {
      const task = { content: unique(world, 'fine'), project_id: project.id, position: 0 };
      return edit(device, [insert(tasks, task)]);
    }
    case 'a deletion':
      return edit(device, [remove(kindOf('projects'), project.id)]);
    case 'another picture': {
      const description = words(another);
      return edit(device, [update(kindOf('projects'), project.id, { description })], false, [
        another,
      ]);
    }
    case 'the same picture elsewhere, and a discard':
      await edit(device, [insert(kindOf('friends'), { name: words(file) })], false, [file]);
      return discardEditOf(device, project);
    case 'a discard':
      return discardEditOf(device, project);
    case 'a file for another device': {
      const { devices } = world;
      return carryOver(device, pick(devices, devices.indexOf(device) + 1));
    }
  }
}

async function discardEditOf(device: Device, change: Change): Promise<void> {
  const mutation = (await editsOn(device)).find(({ rows }) => rows.includes(rowKey(change)));
  if (mutation === undefined) throw new NoTarget();
  await discard(device, mutation.id);
}

/** A bucket that is made begins another history in the same transaction, which a lock may stop. */
export async function refuseFiles(
  { server }: World,
  because: keyof typeof refusals | null,
): Promise<void> {
  const isMade = server.bucket.refuses === refusals['no bucket'] && because !== 'no bucket';
  if (isMade && (await server.sql('select sync.reset()')).length === 0) throw new NoTarget();
  server.bucket.refuses = because && refusals[because];
  if (isMade) await server.lookAtEpochs();
}

/** Where an edit waits whose file the server has had, or may be retried, nobody has the bytes any more. */
export async function emptyBucket({ server, devices }: World): Promise<void> {
  for (const device of devices) {
    if ((await readDisk(device)) === null) throw new NoTarget();
    const edits = await editsOn(device);
    if (edits.some(({ changes }) => namedIn(changes).length > 0)) throw new NoTarget();
  }
  if (server.bucket.files.size === 0) throw new NoTarget();
  server.bucket.files.clear();
}
