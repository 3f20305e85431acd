import { draftPrefix } from '../device-names.ts';
import type { Draft } from '../draft.ts';

/**
 * Drafts on their way from a closing page to the next one. A closing page has no time for IndexedDB, but
 * localStorage writes synchronously; the next form to open moves them to the drafts. If it is full, sessionStorage
 * carries them over a reload at least.
 */
export interface CarriedDrafts {
  put(draft: Draft): void;
  drop(key: string): void;
  /** Of every tab and account. */
  all(): Draft[];
}

/** @param engine the name of the engine whose drafts these are */
export function openCarriedDrafts(engine: string): CarriedDrafts {
  const prefix = draftPrefix(engine);
  return {
    put(draft) {
      const text = JSON.stringify(draft);
      // Full or forbidden, both of them: the last stored draft remains.
      places.some((place) =>
        attempt(() => {
          place().setItem(prefix + draft.key, text);
          return true;
        }),
      );
    },
    drop(key) {
      for (const place of places) attempt(() => place().removeItem(prefix + key));
    },
    all() {
      return places.flatMap((place) => attempt(() => found(place(), prefix)) ?? []);
    },
  };
}

const places = [() => localStorage, () => sessionStorage];

/** Undefined if the storage is full or forbidden; then merely naming it throws. */
function attempt<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}

function found(storage: Storage, prefix: string): Draft[] {
  const keys = Object.keys(storage).filter((key) => key.startsWith(prefix));
  return keys.flatMap((key) => parsed(storage.getItem(key), key.slice(prefix.length)));
}

function parsed(json: string | null, key: string): Draft[] {
  try {
    const draft = JSON.parse(json ?? 'null');
    return typeof draft?.at === 'number' ? [{ ...draft, key }] : [];
  } catch {
    return [];
  }
}
