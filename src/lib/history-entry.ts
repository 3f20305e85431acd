import { ENTRIES_REMEMBERED } from './limits.ts';
import { entriesKey } from './storage-keys.ts';
import { visitStorage } from './web-storage.ts';

/**
 * A memory for the entries of this tab's history, by the router's keys. Going back, or a reload, finds an entry's value
 * again. Another visit to the same address is another entry, without a value.
 */
export interface EntryMemory {
  /** Undefined if nothing is remembered. After an update of the site it may be anything. */
  get(key: string): unknown;
  /** @param value as JSON can hold it */
  set(key: string, value: unknown): void;
}

/** @param name of the memory in the storage */
export function openEntryMemory(name: string): EntryMemory {
  const stored = entriesKey(name);
  let known: Map<string, unknown> | null = null;

  function read(): Map<string, unknown> {
    known ??= parse(visitStorage.get(stored));
    return known;
  }

  return {
    get: (key) => read().get(key),
    set(key, value) {
      const held = read();
      held.delete(key);
      held.set(key, value);
      for (const oldest of [...held.keys()].slice(0, -ENTRIES_REMEMBERED)) held.delete(oldest);
      visitStorage.set(stored, JSON.stringify(Object.fromEntries(held)));
    },
  };
}

function parse(text: string | null): Map<string, unknown> {
  try {
    return new Map(Object.entries(Object(JSON.parse(text ?? '{}'))));
  } catch {
    return new Map();
  }
}

/** Different for each load of the page. A reload keeps the history's state, but must not reopen a menu or a picture. */
export const THIS_VISIT = performance.timeOrigin;

/** A value by its name in a navigation's state; undefined if it is missing or the state is not ours. */
export function inState(state: unknown, name: string): unknown {
  if (typeof state !== 'object' || state === null) return undefined;
  return (state as Readonly<Record<string, unknown>>)[name];
}
