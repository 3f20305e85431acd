import { loadPicture, picturePartsOfBrowser } from '../../lib/keep-pictures.ts';
import { PICTURE_MS } from '../../lib/limits.ts';
import { secureContext } from '../../lib/secure-context.ts';
import { PICTURE_CACHE } from '../../lib/storage-keys.ts';

/**
 * Fetches a picture of another site, with its bytes: from the device, if it is kept there, else from its site, if that allows it.
 *
 * @param address absolute
 * @returns null if it cannot be had
 */
export async function fetchElsewhere(address: string): Promise<Blob | null> {
  const { href } = new URL(address);
  const cache = await secureContext.caches?.open(PICTURE_CACHE).catch(() => undefined);
  const kept = await cache?.match(href).catch(() => undefined);
  if (kept !== undefined) return kept.blob();
  // The page's policy lets it fetch from no other site, and the worker may. Without one there is no such policy (`npm run dev`), or
  // nothing to be done.
  const hasWorker = secureContext.workers?.controller != null;
  const parts = hasWorker ? picturePartsOfBrowser() : null;
  return loadPicture(parts ?? byPage, href, PICTURE_MS);
}

const byPage: Parameters<typeof loadPicture>[0] = {
  fetch: (url, init) => fetch(url, init),
  elsewhere: () => null,
};
