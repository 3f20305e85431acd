import type { AnyKind } from '../model/kind.ts';
import { type MirrorDatabase, recordsOf } from './database.ts';

/** The addresses of all pictures that the content on this device shows, each once, as stored. */
export async function listPictures(
  database: MirrorDatabase,
  kinds: readonly AnyKind[],
): Promise<string[]> {
  const addresses = new Set<string>();
  for (const kind of kinds) {
    await recordsOf(database, kind).each(({ row }) => {
      for (const address of kind.pictures(row)) if (address) addresses.add(address);
    });
  }
  return [...addresses];
}
