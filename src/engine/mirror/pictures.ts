import { liveQuery } from 'dexie';
import type { Columns } from '../outbox/change.ts';
import { type MirrorDatabase, recordsOf } from './database.ts';

/**
 * Calls `listener` with the addresses of all pictures that the content on this device shows, each once, as stored:
 * now, and when a row of a kind with pictures has changed. Nothing is read when others have.
 *
 * @returns a function that ends it
 */
export function watchPictures(
  database: MirrorDatabase,
  listener: (addresses: readonly string[]) => void,
): () => void {
  const subscription = liveQuery(() => listPictures(database)).subscribe({
    next: listener,
    // Pictures are kept for comfort: without a mirror there is nothing to keep them for.
    error() {},
  });
  return () => subscription.unsubscribe();
}

async function listPictures(database: MirrorDatabase): Promise<string[]> {
  const addresses = new Set<string>();
  for (const kind of database.kinds.filter(({ pictures }) => pictures.length > 0)) {
    await recordsOf(database, kind).each(({ row }) => {
      for (const column of kind.pictures) {
        const address = (row as unknown as Columns)[column];
        if (typeof address === 'string' && address !== '') addresses.add(address);
      }
    });
  }
  return [...addresses];
}
