/** The cache that the content's pictures are kept in. */
export const PICTURES = 'fieldnotes-pictures';

const PICTURES_AT_MOST = 300;
const BYTES_AT_MOST = 60_000_000;
const AT_ONCE = 2;

/**
 * Brings the cache of pictures in line with the content: fetches those that are missing, lets go of
 * those no longer shown. Quiet about failures: a picture that cannot be had now is asked for after the
 * next sync. Pictures of other sites are kept only if those allow it (CORS); anything else would count
 * against the quota with megabytes of padding each.
 *
 * @param addresses as stored in the content, relative ones included; the first 300 are kept, 60 MB in all
 */
export async function keepPictures(addresses: readonly string[]): Promise<void> {
  if (!('caches' in globalThis)) return;
  const cache = await caches.open(PICTURES);
  const wanted = new Set(addresses.flatMap(absolute).slice(0, PICTURES_AT_MOST));
  const kept = new Set((await cache.keys()).map((request) => request.url));
  for (const url of kept) if (!wanted.has(url)) await cache.delete(url);
  const missing = [...wanted].filter((url) => !kept.has(url));
  let bytes = 0;
  const fetchNext = async (): Promise<void> => {
    for (let url = missing.shift(); url !== undefined; url = missing.shift()) {
      if (bytes > BYTES_AT_MOST) return;
      bytes += await keep(cache, url).catch(() => 0);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
}

/** Makes room on a device that is full: pictures can be fetched again. */
export async function dropPictures(): Promise<void> {
  await caches.delete(PICTURES);
}

/** The address as the browser asks for it, or nothing where it is no web address. */
function absolute(address: string): string[] {
  try {
    const url = new URL(address, globalThis.location.href);
    return url.protocol === 'http:' || url.protocol === 'https:' ? [url.href] : [];
  } catch {
    return [];
  }
}

/** @returns the picture's size in bytes */
async function keep(cache: Cache, url: string): Promise<number> {
  const response = await fetch(url, { mode: 'cors', credentials: 'omit' });
  if (!response.ok || !response.headers.get('content-type')?.startsWith('image/')) return 0;
  const picture = await response.blob();
  await cache.put(url, new Response(picture, { headers: { 'content-type': picture.type } }));
  return picture.size;
}
