import { visitStorage } from './visit-storage.ts';

/**
 * What is remembered of the entries of this tab's history, by the router's key of each: going back, or a reload, finds
 * it again. Another visit to the same address is another entry, and starts anew.
 */
export interface EntryMemory {
  /** Undefined if nothing is remembered. After an update of the site it may be anything. */
  get(key: string): unknown;
  /** @param value as JSON can hold it */
  set(key: string, value: unknown): void;
}

/** The oldest are forgotten: nobody goes back further. */
const REMEMBERED = 200;

/** @param name of what is remembered */
export function openEntryMemory(name: string): EntryMemory {
  const stored = `fieldnotes.${name}`;
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
      for (const oldest of [...held.keys()].slice(0, -REMEMBERED)) held.delete(oldest);
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
