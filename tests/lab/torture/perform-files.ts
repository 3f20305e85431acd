import { tasks } from '../../../src/content/tasks/tasks.ts';
import { type Change, insert, remove, update } from '../../../src/engine/mutation.ts';
import { pictureOf } from '../../support/named-files.ts';
import { namedIn } from './bucket.ts';
import type { Device } from './device.ts';
import { readDisk } from './disk.ts';
import type { Operation } from './operations.ts';
import { edit, valuesOf } from './perform-edits.ts';
import { editsOn } from './perform-review.ts';
import { columns, kindOf, NoTarget, pick, shown, unique } from './rows-at-hand.ts';
import type { World } from './world.ts';

/** Edits that name pictures. There are only a few of them, so that several edits and devices have the same. */

const pictures = ['a sunrise', 'a bridge', 'a heron', 'a desk'].map(pictureOf);

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
  { picture, fault, next }: Extract<Operation, { do: 'add project with picture' }>,
): Promise<void> {
  const file = pick(pictures, picture);
  device.network.expect(fault, 1, 'files');
  const description = `${unique(world, 'fine')} ${file.name}`;
  const project = insert(kindOf('projects'), { title: unique(world, 'fine'), description });
  await edit(device, [project], false, [file]);
  const change =
    next === 'a task'
      ? insert(tasks, { content: unique(world, 'fine'), project_id: project.id, position: 0 })
      : remove(kindOf('projects'), project.id);
  await edit(device, [change]);
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
