import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { addressAtBackend, sitePicture } from '../../../src/lib/site-picture.ts';

/** How long one picture may take, in ms. */
const PICTURE_PATIENCE_MS = 30_000;
const AT_ONCE = 4;

/**
 * Takes along the pictures of the content that the site has taken in (PICTURE-1), so that it outlives its backend with them.
 *
 * @param addresses of all pictures of the content, as it has them
 * @param places the site's folder; the backend's address, empty if there is none; and a folder that keeps what earlier builds
 *   have fetched: what has a name never changes
 * @returns how many the site has now, and the paths of those that it has not
 */
export async function takePictures(
  addresses: readonly string[],
  places: { readonly site: string; readonly backend: string; readonly kept: string },
): Promise<{ taken: number; missing: readonly string[] }> {
  const paths = addresses.flatMap((address) => {
    const own = sitePicture(address);
    if (own === null) return [];
    return own.card === null ? [address] : [address, own.card];
  });
  const left = [...paths];
  const missing: string[] = [];
  const takeNext = async (): Promise<void> => {
    for (let path = left.shift(); path !== undefined; path = left.shift())
      if (!(await takePicture(path, places))) missing.push(path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext));
  return { taken: paths.length - missing.length, missing: missing.sort() };
}

/** Takes one along. @returns whether the site has it */
export async function takePicture(
  path: string,
  { site, backend, kept }: Parameters<typeof takePictures>[1],
): Promise<boolean> {
  const [target, known] = [join(site, path), join(kept, path)];
  if (existsSync(target)) return true;
  let bytes: Uint8Array | null = existsSync(known) ? readFileSync(known) : null;
  if (bytes === null || !isWhole(path, bytes)) bytes = await fetched(path, backend);
  if (bytes === null || !isWhole(path, bytes)) return false;
  for (const file of [target, known]) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  return true;
}

async function fetched(path: string, backend: string): Promise<Uint8Array | null> {
  const address = backend === '' ? null : addressAtBackend(path, backend);
  if (address === null) return null;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(PICTURE_PATIENCE_MS) });
    const isPicture = response.ok && response.headers.get('content-type')?.startsWith('image/');
    return isPicture ? new Uint8Array(await response.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/** Its name is the hash of its bytes, so what a network has put in its place, or cut, is known. A card has the name of its picture. */
function isWhole(path: string, bytes: Uint8Array): boolean {
  if (sitePicture(path) === null) return bytes.length > 0;
  const hash = createHash('sha256').update(bytes).digest('hex');
  return path.startsWith(`/pictures/${hash.slice(0, 32)}-`);
}
