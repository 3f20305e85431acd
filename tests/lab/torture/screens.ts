import { isDeepStrictEqual } from 'node:util';
import type { Member } from '../../../src/engine/mirror/collection.ts';
import { memoryOf } from '../../../src/engine/mirror/memory.ts';
import { rowKey } from '../../../src/engine/mutation.ts';
import type { Device } from './device.ts';
import { type Disk, readDisk } from './disk.ts';

/** What a tab shows: entries by key. */
export interface Screen {
  readonly host: string;
  readonly shown: ReadonlyMap<string, Member>;
}

/**
 * Looks at a device: its disk, and the screens of its tabs at the same moment. If something was written between the two, the
 * screens are left out.
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

/** Null while the tab cannot read its disk. */
async function readScreen({ host, database }: Device['tabs'][number]): Promise<Screen | null> {
  const memory = memoryOf(database);
  const { kinds } = database;
  try {
    await memory.load(kinds);
  } catch {
    return null;
  }
  const shown = kinds.flatMap((kind) => {
    const entries = memory.collection(kind)?.find({}) ?? [];
    return entries.map((entry): [string, Member] => [
      rowKey({ table: kind.table, id: entry.id }),
      entry,
    ]);
  });
  return { host, shown: new Map(shown) };
}
