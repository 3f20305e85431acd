import { kinds } from '../../../src/content/kinds.ts';
import type { AnyKind } from '../../../src/engine/define.ts';
import type { Device } from './device.ts';
import { readDisk } from './disk.ts';
import type { Fate, TableName } from './operations.ts';
import type { Server } from './server.ts';
import type { World } from './world.ts';

/** The targets of an operation: rows that a device shows or the server has, and new texts and ids. */

/** The text columns into which an edit writes a unique value, by table. */
export const columns: Readonly<Record<TableName, readonly [string, string]>> = {
  projects: ['title', 'description'],
  tasks: ['content', 'content'],
  commentaries: ['title', 'content'],
  ai_tools: ['name', 'bio'],
  friends: ['name', 'role'],
  current_listening: ['title', 'artist'],
  learnings: ['title', 'description'],
  resources: ['title', 'description'],
};

/** Ids of the rows on the server. */
export function liveRows(server: Server, table: string): string[] {
  return [...server.admins.index]
    .filter(([key, { row }]) => key.startsWith(`${table}/`) && row !== null)
    .map(([key]) => key.slice(table.length + 1))
    .sort();
}

export function handMade(world: World): string {
  const part = (digits: number) =>
    Math.floor(world.random() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  return `${part(8)}-${part(4)}-4${part(3)}-8${part(3)}-${part(8)}${part(4)}`;
}

/** Rows as the device's screens show them, in the same order in every run. */
export async function shown(device: Device, table: TableName): Promise<{ id: string }[]> {
  const disk = await readDisk(device);
  return [...(disk?.rows ?? [])]
    .filter(([key]) => key.startsWith(`${table}/`))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { row }]) => row);
}

export function unique(world: World, fate: Fate): string {
  world.edits += 1;
  const what = { fine: '', refused: ' refused at once', 'refused late': ' refused late' }[fate];
  return `edit ${world.edits}${what}`;
}

export function kindOf(table: string): AnyKind {
  const kind = kinds.find((one) => one.table === table);
  if (kind === undefined) throw new Error(`there is no kind ${table}`);
  return kind;
}

/** An operation has nothing to be performed on. */
export class NoTarget extends Error {}

/** @throws {NoTarget} if there is none */
export function pick<T>(of: readonly T[], which: number): T {
  const one = of[which % of.length];
  if (one === undefined) throw new NoTarget();
  return one;
}
