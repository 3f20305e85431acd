import { isAsNamed, mediaType } from '../../src/content/pictures/is-as-named.ts';
import type { ZippedPicture } from '../../src/content/write-content-zip.ts';
import type { Backend } from '../../src/engine/supabase/http.ts';
import { createFileStore } from '../../src/engine/supabase/store-file.ts';
import { Failure } from '../../src/lib/failure.ts';
import { addressAtBackend, withoutCard } from '../../src/lib/site-picture.ts';
import { patiently } from './patience.ts';
import type { Takeout } from './read-takeout.ts';

/** The pictures that rows name: out of a backend, and into one. */

/** How long one may take, in ms. */
const PICTURE_PATIENCE_MS = 60_000;
const TRIES = 2;

/**
 * Fetches pictures, one when it is asked for.
 *
 * @param names as the engine stores them
 * @param onMissing called with each that the backend does not have, or not as it was
 */
export async function* fetchPictures(
  backend: Backend,
  names: readonly string[],
  onMissing: (name: string) => void,
): AsyncGenerator<ZippedPicture> {
  for (const name of names) {
    const bytes = await fetched(backend, name);
    if (bytes === null) onMissing(name);
    else yield { name, bytes };
  }
}

async function fetched(backend: Backend, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const bytes = await ask(backend, name)
      .then(async (response) => (response.ok ? new Uint8Array(await response.arrayBuffer()) : null))
      .catch(() => null);
    if (bytes !== null && (await isAsNamed(name, bytes))) return bytes;
  }
  return null;
}

export interface AddedPictures {
  added: number;
  /** Those that the site has already. */
  same: number;
  /** Those that are neither in the takeout nor on the site. */
  missing: string[];
  /** Those that were not added, and why. */
  refused: { name: string; why: string }[];
}

/**
 * Adds the pictures of a takeout that the site does not have. What keeps one out keeps no other out, and no row.
 *
 * A picture whose card is not there is its own card: a device that has exported it without a network may have kept no other.
 *
 * @param names of those that the rows name
 * @throws {Failure} if the site is out of reach, or nobody is signed in; doing it again adds the rest
 */
export async function addPictures(
  backend: Backend,
  token: string,
  names: readonly string[],
  { pictures }: Pick<Takeout, 'pictures'>,
): Promise<AddedPictures> {
  const caller = { token, userId: '' };
  const store = createFileStore(backend, {
    accessToken: async () => caller,
    refreshAfter401: async () => caller,
  });
  const done: AddedPictures = { added: 0, same: 0, missing: [], refused: [] };
  for (const name of names) {
    if (await isOnSite(backend, name)) {
      done.same += 1;
      continue;
    }
    const file = pictures.get(name) ?? pictures.get(withoutCard(name));
    const bytes = file?.();
    if (bytes === undefined) {
      done.missing.push(name);
    } else if (typeof bytes === 'string') {
      done.refused.push({ name, why: bytes });
    } else if (!(await isAsNamed(pictures.has(name) ? name : withoutCard(name), bytes))) {
      done.refused.push({ name, why: 'its bytes are not those that its name says' });
    } else {
      const sent = { name, type: mediaType(name), bytes: bytes.buffer, at: Date.now() };
      const { signal } = new AbortController();
      const why = await patiently(() => store(sent, signal)).then(() => null, refusal);
      if (why === null) done.added += 1;
      else done.refused.push({ name, why });
    }
  }
  return done;
}

/** Not for sure: what says that a picture is not there only costs an upload of what is there already. */
export async function isOnSite(backend: Backend, name: string): Promise<boolean> {
  return ask(backend, name, 'HEAD').then(
    ({ ok }) => ok,
    () => false,
  );
}

function ask({ url }: Backend, name: string, method = 'GET'): Promise<Response> {
  const address = addressAtBackend(`/${name}`, url);
  if (address === null) throw new Error(`'${name}' is no picture's name.`);
  return fetch(address, { method, signal: AbortSignal.timeout(PICTURE_PATIENCE_MS) });
}

/** @throws what is no answer about this picture */
function refusal(error: unknown): string {
  if (!(error instanceof Failure) || error.kind !== 'refused') throw error;
  if (error.code === '404')
    return 'the project has no bucket for pictures; the migrations make it: npx supabase@3.1.0 db push --remote';
  if (error.code === '403') return 'only admins may add pictures';
  return error.message;
}
