import { backendOfBuild } from '../../lib/backend-of-build.ts';
import { readParts, untilSilence } from '../../lib/fetch-text.ts';
import { inSite } from '../../lib/in-site.ts';
import { keptPicture } from '../../lib/keep-pictures.ts';
import { PICTURE_BEGINS_MS } from '../../lib/limits.ts';
import { addressAtBackend } from '../../lib/site-picture.ts';
import type { ZippedPicture } from '../write-content-zip.ts';
import { isAsNamed } from './is-as-named.ts';

/** Where this device may have a picture, or get it. */
export interface PicturePlaces {
  /** What edits name that are not sent yet; the editor's. */
  readonly fileOf: (name: string) => Promise<Blob | undefined>;
  readonly kept?: (path: string) => Promise<Blob | undefined>;
  readonly fetch?: (address: string) => Promise<Blob | undefined>;
  readonly isOnline?: () => boolean;
  /** Its address, without a slash at the end. */
  readonly backend?: string;
}

/**
 * Gathers pictures one after the other: of edits that are not sent yet, of those kept for reading offline, and else from the
 * site's host and the backend. What is not what its name says is looked for elsewhere. A host that does not answer is not asked
 * for the others.
 *
 * @param names as the engine stores them, `pictures/<…>`
 * @param onDone called after each, with whether it was found
 */
export async function* gatherPictures(
  names: readonly string[],
  places: PicturePlaces,
  onDone: (name: string, isHere: boolean) => void,
): AsyncGenerator<ZippedPicture> {
  const { fileOf, kept = keptPicture, fetch = fetched, isOnline = () => navigator.onLine } = places;
  const backend = places.backend ?? backendOfBuild(window.location.origin).url;
  const silent = new Set<string>();
  const from = (host: string, address: string | null) => async () => {
    if (address === null || silent.has(host) || !isOnline()) return undefined;
    return fetch(address).catch(() => {
      silent.add(host);
      return undefined;
    });
  };
  for (const name of names) {
    const path = `/${name}`;
    const bytes = await firstAsNamed(name, [
      () => fileOf(name),
      () => kept(path),
      from('site', inSite(path)),
      from('backend', addressAtBackend(path, backend)),
    ]);
    onDone(name, bytes !== null);
    if (bytes !== null) yield { name, bytes };
  }
}

async function firstAsNamed(
  name: string,
  places: readonly (() => Promise<Blob | undefined>)[],
): Promise<Uint8Array<ArrayBuffer> | null> {
  for (const place of places) {
    try {
      const file = await place();
      const bytes = file && new Uint8Array(await file.arrayBuffer());
      if (bytes !== undefined && (await isAsNamed(name, bytes))) return bytes;
    } catch {
      // The device may not give what it has; the next place may.
    }
  }
  return null;
}

/** @throws if the host does not answer */
function fetched(address: string): Promise<Blob | undefined> {
  return untilSilence(
    async (signal, heard) => {
      const response = await fetch(address, { credentials: 'omit', signal });
      return response.ok ? new Blob(await readParts(response, heard)) : undefined;
    },
    undefined,
    PICTURE_BEGINS_MS,
  );
}
