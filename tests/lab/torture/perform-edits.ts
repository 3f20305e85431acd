import { tasks } from '../../../src/content/tasks/tasks.ts';
import type { NewFile } from '../../../src/engine/file.ts';
import { memoryOf } from '../../../src/engine/mirror/memory.ts';
import { type Change, insert, update } from '../../../src/engine/mutation.ts';
import type { EditDraft } from '../../../src/engine/outbox/edit.ts';
import { Broken } from './broken.ts';
import type { Device } from './device.ts';
import { readDisk } from './disk.ts';
import type { Fate, TableName } from './operations.ts';
import { columns, kindOf, pick, shown, unique } from './rows-at-hand.ts';
import { screenOf } from './screens.ts';
import { settle } from './storage.ts';
import type { World } from './world.ts';

/** Edits that an admin makes on a screen. */

/** Makes an edit on the device's screen. An edit that the screen confirms becomes a promise to be checked. */
export async function edit(
  device: Device,
  changes: readonly Change[],
  holds = false,
  files: readonly NewFile[] = [],
): Promise<void> {
  const before = await readDisk(device);
  const { tab } = device;
  // A tab that has not heard of everything shows what it has heard of. While it reads, it is not known what its author sees.
  const isReading = tab.hearing.isBehind && !memoryOf(tab.database).isCurrent;
  const screen = tab.hearing.isBehind ? screenOf(tab.database) : before?.rows;
  const draft: EditDraft = {
    label: `${changes[0]?.op} ${changes[0]?.table}`,
    changes,
    holds,
    files,
  };
  const kept = tab.editor.edit(draft).then(async (mutation) => {
    if (mutation === null) return;
    const { account, label } = mutation;
    if (before !== null && account !== before.account) {
      throw new Broken(`${device.name}: ${label} of ${before.account} is one of ${account}`);
    }
    device.keepPromise(mutation);
    if (holds) device.holds.made(mutation, before);
    const after = await readDisk(device);
    if (screen === undefined || isReading) return;
    device.views.made(mutation, changes, { screen, before, after });
  });
  return device.follow(tab, kept);
}

export async function add(
  world: World,
  device: Device,
  { table, fate }: { table: TableName; fate: Fate },
): Promise<void> {
  await edit(device, [insert(kindOf(table), await valuesOf(world, device, table, fate))]);
}

/** The columns that a new row needs. @throws {NoTarget} if it needs another row and there is none */
export async function valuesOf(
  world: World,
  device: Device,
  table: TableName,
  fate: Fate,
): Promise<Record<string, unknown>> {
  const text = () => unique(world, fate);
  switch (table) {
    case 'tasks': {
      const project = pick(await shown(device, 'projects'), world.edits);
      return { content: text(), project_id: project.id, position: world.edits };
    }
    case 'learnings': {
      const projects = await shown(device, 'projects');
      const project = projects[world.edits % projects.length];
      return { title: text(), tags: ['a', 'b'], project_id: project?.id ?? null };
    }
    case 'resources': {
      const learnings = await shown(device, 'learnings');
      const learning = learnings[world.edits % learnings.length];
      return { title: text(), tags: 'a,b', learning_id: learning?.id ?? null };
    }
    case 'commentaries':
    case 'current_listening':
      return Object.fromEntries(columns[table].map((column) => [column, text()]));
    default:
      return { [columns[table][0]]: text() };
  }
}

/** A project and its tasks, each an edit of its own that builds on the first. */
export async function addWithTasks(
  world: World,
  device: Device,
  operation: { fate: Fate; tasks: number },
): Promise<void> {
  const project = insert(kindOf('projects'), { title: unique(world, operation.fate) });
  // The edits that build on a refused edit are made before the refusal arrives.
  if (operation.fate !== 'fine') device.network.expect('answer late');
  await edit(device, [project]);
  if (operation.fate !== 'fine') await settle();
  for (let i = 0; i < operation.tasks; i += 1) {
    const content = unique(world, 'fine');
    await edit(device, [insert(tasks, { content, project_id: project.id, position: i })]);
  }
}

/** Writes a unique text into a column of a row, if the device still shows the row. */
export async function rewrite(
  world: World,
  device: Device,
  { table, id, column }: { table: TableName; id: string; column: string },
): Promise<void> {
  if (!(await shown(device, table)).some((row) => row.id === id)) return;
  await edit(device, [update(kindOf(table), id, { [column]: unique(world, 'fine') })]);
}

/** An edit that can be taken back keeps all later ones from being sent; news is still fetched. */
export async function sendsNothing(world: World, device: Device): Promise<void> {
  device.network.isFine();
  for (const tab of device.tabs) {
    tab.page.tell('shown');
    tab.page.tell('online');
  }
  await settle();
  await edit(device, [insert(kindOf('ai_tools'), { name: unique(world, 'fine') })], true);
}
