import { deviceStorage, type VisitStorage } from './visit-storage.ts';

/** The cache that the content's pictures are kept in. */
export const PICTURES = 'fieldnotes-pictures';

const LOCK = 'fieldnotes-pictures';
/** Where it is remembered which pictures could not be had, and since when. */
const FAILED_KEY = 'fieldnotes.pictures-failed';

const PICTURES_AT_MOST = 300;
const BYTES_AT_MOST = 60_000_000;
const AT_ONCE = 2;
const ONE_MS = 20_000;
const RUN_MS = 120_000;
const LEFT_ALONE_MS = 86_400_000;

/** What it needs of the browser; told by tests. */
export interface PictureParts {
  caches: CacheStorage;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  locks: LockManager | undefined;
  remembered: VisitStorage;
  /** Chromium's `navigator.connection`; others do not say. */
  connection: { saveData?: boolean; type?: string } | undefined;
  /** False without a network, and while the page is being left: what fails then says nothing of the picture. */
  isUndisturbed: () => boolean;
  /** ms since 1970. */
  now: () => number;
}

let newest: readonly string[] | null = null;
let isRunning = false;

/**
 * Brings the cache of pictures in line with the content: fetches those that are missing, lets go of those no longer
 * shown.
 *
 * - One run at a time, over all tabs; one that is asked for meanwhile follows it, with the newest addresses.
 * - At most 300 pictures and 60 MB, those that are kept already counted; the first addresses come first.
 * - 20 s for a picture, 2 min for a run. One that could not be had is left alone for a day.
 * - Where the visitor saves data, or is on a mobile network that says so, nothing is fetched.
 *
 * Pictures of other sites are kept only if those allow it (CORS); anything else would count against the quota with
 * megabytes of padding each.
 *
 * @param addresses as stored in the content, relative ones included
 */
export async function keepPictures(
  addresses: readonly string[],
  parts: PictureParts | null = partsOfBrowser(),
): Promise<void> {
  newest = addresses;
  if (isRunning || parts === null) return;
  isRunning = true;
  try {
    while (newest !== null) {
      const wanted = newest.flatMap(absolute);
      newest = null;
      await alone(parts.locks, () => bringInLine(parts, new Set(wanted)));
    }
  } finally {
    isRunning = false;
  }
}

/** Makes room on a device that is full: pictures can be fetched again. */
export async function dropPictures(): Promise<void> {
  await caches.delete(PICTURES);
}

function partsOfBrowser(): PictureParts | null {
  if (!('caches' in globalThis)) return null;
  const { locks, connection } = navigator as Navigator & Pick<PictureParts, 'connection'>;
  return {
    caches,
    fetch: (url, init) => fetch(url, init),
    locks,
    remembered: deviceStorage,
    connection,
    isUndisturbed: () => navigator.onLine && document.visibilityState === 'visible',
    now: Date.now,
  };
}

/** Waits while another tab is at it. That one may be left in the middle; what it has kept is not fetched again. */
async function alone(locks: LockManager | undefined, run: () => Promise<void>): Promise<void> {
  if (locks === undefined) return run();
  await locks.request(LOCK, {}, run);
}

async function bringInLine(parts: PictureParts, wanted: ReadonlySet<string>): Promise<void> {
  const { now } = parts;
  const cache = await parts.caches.open(PICTURES);
  const kept = await sizesIn(cache);
  let bytes = 0;
  for (const [url, size] of kept) {
    if (wanted.has(url)) bytes += size;
    else await cache.delete(url);
  }
  if (parts.connection?.saveData || parts.connection?.type === 'cellular') return;
  const failed = recall(parts, wanted);
  const missing = [...wanted]
    .slice(0, PICTURES_AT_MOST)
    .filter((url) => !kept.has(url) && !failed.has(url));
  const end = now() + RUN_MS;
  const fetchNext = async (): Promise<void> => {
    for (let url = missing.shift(); url !== undefined; url = missing.shift()) {
      if (bytes >= BYTES_AT_MOST || now() > end) return;
      const picture = await load(parts, url);
      // The next run asks again.
      if (picture === null && !parts.isUndisturbed()) return;
      if (picture === null) {
        failed.set(url, now());
        parts.remembered.set(FAILED_KEY, JSON.stringify([...failed]));
      } else if (bytes + picture.size <= BYTES_AT_MOST) {
        bytes += picture.size;
        await cache.put(url, toKept(picture));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
}

async function sizesIn(cache: Cache): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const { url } of await cache.keys()) {
    const response = await cache.match(url);
    const told = Number(response?.headers.get('content-length') ?? Number.NaN);
    // Those that an older version has kept do not say.
    sizes.set(url, Number.isNaN(told) ? ((await response?.blob())?.size ?? 0) : told);
  }
  return sizes;
}

/** The wanted pictures that could not be had within a day, and when. */
function recall({ remembered, now }: PictureParts, wanted: ReadonlySet<string>) {
  const failed = new Map<string, number>();
  try {
    for (const [url, at] of JSON.parse(remembered.get(FAILED_KEY) ?? '[]')) {
      const age = now() - at;
      if (wanted.has(url) && age >= 0 && age < LEFT_ALONE_MS) failed.set(url, at);
    }
  } catch {
    // Something else was written there: nothing is known, then.
  }
  return failed;
}

/**
 * Asks once more where there was no whole answer: a request that is lost or broken off says nothing of the picture.
 *
 * @returns null where it could not be had in time, or is no picture
 */
async function load({ fetch }: PictureParts, url: string): Promise<Blob | null> {
  const signal = AbortSignal.timeout(ONE_MS);
  const ask = async () => {
    const response = await fetch(url, {
      mode: 'cors',
      credentials: 'omit',
      // What the page has just shown is not fetched again.
      cache: 'force-cache',
      signal,
    });
    const isPicture = response.headers.get('content-type')?.startsWith('image/');
    return response.ok && isPicture ? await response.blob() : null;
  };
  return ask()
    .catch(ask)
    .catch(() => null);
}

function toKept(picture: Blob): Response {
  const headers = { 'content-type': picture.type, 'content-length': String(picture.size) };
  return new Response(picture, { headers });
}

/** The address as the browser asks for it, or nothing where it is no web address. */
function absolute(address: string): string[] {
  try {
    const url = new URL(address, globalThis.location?.href);
    return url.protocol === 'http:' || url.protocol === 'https:' ? [url.href] : [];
  } catch {
    return [];
  }
}
