import { isDeepStrictEqual } from 'node:util';
import type { Member } from '../../../src/engine/mirror/collection.ts';
import type { MirrorDatabase } from '../../../src/engine/mirror/database.ts';
import { memoryOf } from '../../../src/engine/mirror/memory.ts';
import { rowKey } from '../../../src/engine/mutation.ts';
import type { Device, Tab } from './device.ts';
import { type Disk, readDisk } from './disk.ts';

/** What a tab shows: entries by key. */
export interface Screen {
  readonly host: string;
  readonly shown: ReadonlyMap<string, Member>;
  /** It has heard late of something that was stored since the previous look. */
  readonly heardLate: boolean;
}

/**
 * Looks at a device: its disk, and the screens of its tabs at the same moment. If something was written between the two, the
 * screens are left out, as are those of tabs that have not heard of everything, or are away.
 */
export async function lookAt(
  device: Device,
): Promise<{ disk: Disk | null; screens: readonly Screen[] }> {
  const before = await readDisk(device);
  const screens = await Promise.all(device.tabs.map(readScreen));
  const disk = await readDisk(device);
  const isStill = before !== null && disk !== null && isDeepStrictEqual(before, disk);
  return { disk, screens: isStill ? screens.filter((screen) => screen !== null) : [] };
}

/** Null while the tab cannot read its disk, or does not hear of it. */
async function readScreen(tab: Tab): Promise<Screen | null> {
  const { host, database, hearing } = tab;
  if (tab.isAway || hearing.isBehind) return null;
  try {
    await memoryOf(database).load(database.kinds);
  } catch {
    return null;
  }
  return { host, shown: screenOf(database), heardLate: hearing.hasHeardLate() };
}

/** What the tab with this database shows now. */
export function screenOf(database: MirrorDatabase): ReadonlyMap<string, Member> {
  const memory = memoryOf(database);
  const shown = database.kinds.flatMap((kind) => {
    const entries = memory.collection(kind)?.find({}) ?? [];
    return entries.map((entry): [string, Member] => [
      rowKey({ table: kind.table, id: entry.id }),
      entry,
    ]);
  });
  return new Map(shown);
}
