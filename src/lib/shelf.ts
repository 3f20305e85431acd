import { SHELF_ITEMS } from './limits.ts';
import { secureContext } from './secure-context.ts';

/**
 * JSON that the server has once told and can tell again, kept in the browser to be read without a network. Where there are no
 * caches (by plain http) nothing is kept. No function fails: without what is kept there is only less to read.
 */
export interface Shelf {
  /** What was put at a place; undefined if there is nothing. */
  get(place: string): Promise<unknown>;
  /** Puts it there; the one that was put first makes room where there are too many. */
  put(place: string, value: unknown): Promise<void>;
}

export function openShelf(name: string): Shelf {
  const open = async () => secureContext.caches?.open(name);
  return {
    get: (place) => tried(async () => (await (await open())?.match(addressOf(place)))?.json()),
    async put(place, value) {
      await tried(async () => {
        const cache = await open();
        if (cache === undefined) return;
        await cache.put(addressOf(place), Response.json(value));
        const [first, ...others] = await cache.keys();
        if (first !== undefined && others.length >= SHELF_ITEMS) await cache.delete(first);
      });
    },
  };
}

/** Clears every shelf whose name begins so, but for one. */
export async function clearShelves(beginning: string, kept?: string): Promise<void> {
  const names = (await tried(async () => secureContext.caches?.keys())) ?? [];
  const ours = names.filter((name) => name.startsWith(beginning) && name !== kept);
  await Promise.all(ours.map((name) => tried(async () => secureContext.caches?.delete(name))));
}

/** Caches are keyed by addresses. Nothing is ever asked for at this one. */
function addressOf(place: string): string {
  return `/kept/${encodeURIComponent(place)}`;
}

async function tried<Result>(job: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await job();
  } catch {
    return undefined;
  }
}
