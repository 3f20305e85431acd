import { backendOfBuild } from './backend-of-build.ts';
import { readParts, untilSilence } from './fetch-text.ts';
import { inSite, withinSite } from './in-site.ts';
import {
  PICTURE_BEGINS_MS,
  PICTURE_LEFT_ALONE_MS,
  PICTURE_MS,
  PICTURES_AT_ONCE,
} from './limits.ts';
import type { Instant, Millis } from './millis.ts';
import { secureContext } from './secure-context.ts';
import { addressAtBackend } from './site-picture.ts';
import { FAILED_PICTURES_KEY, PICTURE_CACHE, PICTURES_LOCK } from './storage-keys.ts';
import { deviceStorage, type WebStorage } from './web-storage.ts';

/**
 * Asks the service worker to fetch a picture (sw/pictures.ts). It answers with `HEARD` whenever something of it arrives,
 * and at last with a `FetchedPicture`, or null.
 */
export const FETCH_PICTURE = 'FETCH_PICTURE';
export const HEARD = 'HEARD';

export interface FetchedPicture {
  readonly status: number;
  readonly picture: Blob;
}

export const asPicture: RequestInit = {
  mode: 'cors',
  credentials: 'omit',
  // The HTTP cache has the pictures that the page has just shown.
  cache: 'force-cache',
};

/** The limits of an automatic run. */
const limits = { pictures: 300, bytes: 60_000_000, ms: 120_000, isSparing: true };
/** A run that a person asked for has no limits. */
const noLimits: typeof limits = {
  pictures: Number.POSITIVE_INFINITY,
  bytes: Number.POSITIVE_INFINITY,
  ms: Number.POSITIVE_INFINITY,
  isSparing: false,
};

/** What this needs from the browser. Tests pass their own. */
export interface PictureParts {
  caches: CacheStorage;
  /** `heard` is called when something has arrived that cannot be read yet. */
  fetch: (
    url: string,
    init: RequestInit & { signal: AbortSignal },
    heard: () => void,
  ) => Promise<Response>;
  /** Where else a picture may be that is not at its address; null for most. */
  elsewhere: (url: string) => string | null;
  locks: LockManager | undefined;
  remembered: WebStorage;
  /** Chromium's `navigator.connection`; other browsers lack it. */
  connection: { saveData?: boolean; type?: string } | undefined;
  /** False offline and while the page unloads: a failure then says nothing about the picture. */
  isUndisturbed: () => boolean;
  now: () => Instant;
}

let newest: readonly string[] | null = null;
let isRunning = false;

/**
 * Brings the cache of pictures in line with the content: fetches missing pictures and deletes those no longer shown.
 *
 * - One run at a time, over all tabs. Calls during a run share the next one, which takes the newest addresses.
 * - At most 300 pictures and 60 MB, including those already kept; the first addresses have priority.
 * - At most 2 min for a run. A picture of which nothing arrives any more has failed, and is retried after a day.
 * - Nothing is fetched in data-saving mode, or on a connection that reports itself as mobile.
 *
 * Pictures of other sites are kept only if those sites allow it (CORS): an opaque response would count against the
 * quota with megabytes of padding.
 *
 * @param addresses as stored in the content, including relative ones
 */
export async function keepPictures(
  addresses: readonly string[],
  parts: PictureParts | null = picturePartsOfBrowser(),
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

/**
 * The same when a person asks for it: all pictures, whatever their size and whatever the connection costs, including those
 * that failed before. Waits for a run that is under way.
 *
 * @throws {DOMException} if there is no room
 */
export async function keepAllPictures(
  addresses: readonly string[],
  parts: PictureParts | null = picturePartsOfBrowser(),
): Promise<void> {
  if (parts === null) return;
  const wanted = new Set(addresses.flatMap(absolute));
  await alone(parts.locks, () => bringInLine(parts, wanted, noLimits));
}

/** Keeps a picture that is on the device already, where the browser can. */
export async function keepHere(address: string, picture: Blob): Promise<void> {
  const [url] = absolute(address);
  const cache = await secureContext.caches?.open(PICTURE_CACHE);
  if (url !== undefined) await cache?.put(url, toKept(picture));
}

/** A picture that is kept; undefined if it is not. */
export async function keptPicture(address: string): Promise<Blob | undefined> {
  const [url] = absolute(address);
  const cache = await secureContext.caches?.open(PICTURE_CACHE);
  return url === undefined ? undefined : (await cache?.match(url))?.blob();
}

/** How many of these pictures are kept, and their bytes. */
export async function countPictures(
  addresses: readonly string[],
): Promise<{ kept: number; of: number; bytes: number }> {
  const wanted = new Set(addresses.flatMap(absolute));
  const counted = { kept: 0, of: wanted.size, bytes: 0 };
  const cache = await secureContext.caches?.open(PICTURE_CACHE);
  if (cache === undefined) return counted;
  for (const [url, size] of await sizesIn(cache)) {
    if (!wanted.has(url)) continue;
    counted.kept += 1;
    counted.bytes += size;
  }
  return counted;
}

/** Null where there is no worker that could keep pictures. */
export function picturePartsOfBrowser(): PictureParts | null {
  // Only the worker can show kept pictures.
  const { caches, locks, workers } = secureContext;
  if (caches === undefined || workers === undefined) return null;
  const { connection } = navigator as Navigator & Pick<PictureParts, 'connection'>;
  return {
    caches,
    fetch: (url, init, heard) =>
      new URL(url).origin === window.location.origin
        ? fetch(url, init)
        : fetchByWorker(url, init.signal, heard),
    elsewhere,
    locks,
    remembered: deviceStorage,
    connection,
    isUndisturbed: () => navigator.onLine && document.visibilityState === 'visible',
    now: Date.now,
  };
}

/** The site's host has the pictures of its last build, the backend all. */
function elsewhere(url: string): string | null {
  const { origin, pathname } = new URL(url);
  if (origin !== window.location.origin) return null;
  return addressAtBackend(withinSite(pathname), backendOfBuild(origin).url);
}

/** The page's policy lets it talk to its backend only (tools/build/plugins/content-policy.ts); its pictures may be anywhere. */
async function fetchByWorker(
  url: string,
  signal: AbortSignal,
  heard: () => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<FetchedPicture | typeof HEARD | null>) => {
      if (data === HEARD) return heard();
      port1.close();
      if (data === null) reject(new TypeError('The picture cannot be fetched.'));
      else resolve(new Response(data.picture, { status: data.status }));
    };
    void secureContext.workers?.ready.then(({ active }) =>
      active?.postMessage({ type: FETCH_PICTURE, url }, [port2]),
    );
  });
}

/** Waits while another tab runs. If that tab closes half-way, the pictures it has kept are not fetched again. */
async function alone(locks: LockManager | undefined, run: () => Promise<void>): Promise<void> {
  if (locks === undefined) return run();
  await locks.request(PICTURES_LOCK, {}, run);
}

async function bringInLine(
  parts: PictureParts,
  wanted: ReadonlySet<string>,
  most = limits,
): Promise<void> {
  const { now } = parts;
  const cache = await parts.caches.open(PICTURE_CACHE);
  const kept = await sizesIn(cache);
  let bytes = 0;
  for (const [url, size] of kept) {
    if (wanted.has(url)) bytes += size;
    else await cache.delete(url);
  }
  const isDear = parts.connection?.saveData || parts.connection?.type === 'cellular';
  if (isDear && most.isSparing) return;
  const failed = recall(parts, wanted);
  const missing = [...wanted]
    .slice(0, most.pictures)
    .filter((url) => !kept.has(url) && !(most.isSparing && failed.has(url)));
  const end = now() + most.ms;
  const fetchNext = async (): Promise<void> => {
    for (let url = missing.shift(); url !== undefined; url = missing.shift()) {
      if (bytes >= most.bytes || now() > end) return;
      const picture = await loadPicture(parts, url, Math.min(PICTURE_MS, end - now()));
      // The next run retries.
      if (picture === null && !parts.isUndisturbed()) return;
      if (picture === null) {
        failed.set(url, now());
        parts.remembered.set(FAILED_PICTURES_KEY, JSON.stringify([...failed]));
      } else if (bytes + picture.size <= most.bytes) {
        bytes += picture.size;
        await cache.put(url, toKept(picture));
      }
    }
  };
  await Promise.all(Array.from({ length: PICTURES_AT_ONCE }, fetchNext));
}

async function sizesIn(cache: Cache): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const { url } of await cache.keys()) {
    const response = await cache.match(url);
    const told = Number(response?.headers.get('content-length') ?? Number.NaN);
    // Entries of an older version have no such header.
    sizes.set(url, Number.isNaN(told) ? ((await response?.blob())?.size ?? 0) : told);
  }
  return sizes;
}

/** The wanted pictures that failed within the last day, and when. */
function recall({ remembered, now }: PictureParts, wanted: ReadonlySet<string>) {
  const failed = new Map<string, number>();
  try {
    for (const [url, at] of JSON.parse(remembered.get(FAILED_PICTURES_KEY) ?? '[]')) {
      const age = now() - at;
      if (wanted.has(url) && age >= 0 && age < PICTURE_LEFT_ALONE_MS) failed.set(url, at);
    }
  } catch {
    // The stored value is not ours; treat it as empty.
  }
  return failed;
}

/**
 * Retries once if the response did not arrive complete: a broken connection says nothing about the picture.
 *
 * @param most how long it may take in all, for a host that sends a byte now and then
 * @returns null if it did not arrive or is not a picture
 */
export async function loadPicture(
  parts: Pick<PictureParts, 'fetch' | 'elsewhere'>,
  url: string,
  most: Millis,
): Promise<Blob | null> {
  const end = AbortSignal.timeout(most);
  const askAt = (address: string) => () =>
    untilSilence(
      async (signal, heard) => {
        const response = await parts.fetch(address, { ...asPicture, signal }, heard);
        const type = response.headers.get('content-type') ?? '';
        if (!response.ok || !type.startsWith('image/')) return null;
        return new Blob(await readParts(response, heard), { type });
      },
      end,
      PICTURE_BEGINS_MS,
    );
  const from = async (address: string) => {
    const ask = askAt(address);
    return ask()
      .catch(ask)
      .catch(() => null);
  };
  const there = parts.elsewhere(url);
  return (await from(url)) ?? (there === null ? null : from(there));
}

function toKept(picture: Blob): Response {
  const headers = { 'content-type': picture.type, 'content-length': String(picture.size) };
  return new Response(picture, { headers });
}

/** The absolute address, or nothing if it is not a web address. */
function absolute(address: string): string[] {
  try {
    const url = new URL(inSite(address), globalThis.location?.href);
    return url.protocol === 'http:' || url.protocol === 'https:' ? [url.href] : [];
  } catch {
    return [];
  }
}
