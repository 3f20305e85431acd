import MiniSearch from 'minisearch';
import { tokenize, tokenizeWithin } from '../../lib/search-words.ts';
import { keyOf, type SearchEntry, toEntry } from './entries.ts';
import type { Group, ItemsByGroup } from './groups.ts';

export interface Hit {
  readonly entry: SearchEntry;
  /** The matched words of the entry, normalized. */
  readonly terms: readonly string[];
}

/**
 * The words of everything on the device, kept for the life of the tab.
 *
 * It compares each list with the previous one, and only new, changed and deleted items touch the index. Rebuilding it
 * would cost a hundred times as much as a change.
 */
export interface SearchIndex {
  /**
   * Makes the index hold exactly these items of the group. Stops when the time is up, and continues with the
   * next call.
   *
   * @param isTimeUp asked after each change: thousands at once would block typing
   */
  follow<G extends Group>(
    group: G,
    items: readonly ItemsByGroup[G][],
    isTimeUp?: () => boolean,
  ): Followed;
  /** The entries that contain all words, best first. */
  search(query: string): readonly Hit[];
  /** The entries of a group, in the order given. */
  all(group: Group): readonly SearchEntry[];
}

export interface Followed {
  /** Whether the index has changed. */
  readonly changed: boolean;
  /** Whether it holds all of the items. */
  readonly done: boolean;
}

export function createSearchIndex(): SearchIndex {
  const index = new MiniSearch<SearchEntry>({
    idField: 'key',
    fields: ['title', 'tags', 'text'],
    tokenize: (text) => tokenizeWithin(text).map(({ term }) => term),
    searchOptions: {
      tokenize: (text) => tokenize(text).map(({ term }) => term),
      combineWith: 'AND',
      boost: { title: 6, tags: 3 },
      prefix: true,
      // One typo in five letters. With four, half of all words would match each other.
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      maxFuzzy: 2,
      // An unfinished word is more likely than a typo.
      weights: { prefix: 0.4, fuzzy: 0.2 },
    },
  });
  const entries = new Map<string, SearchEntry>();
  /** The item behind each entry. */
  const sources = new Map<Group, Map<string, object>>();
  const lists = new Map<Group, readonly { id: string }[]>();

  function follow<G extends Group>(
    group: G,
    items: readonly ItemsByGroup[G][],
    isTimeUp = () => false,
  ): Followed {
    let changed = false;
    if (lists.get(group) === items) return { changed, done: true };
    const held = sources.get(group) ?? new Map<string, object>();
    sources.set(group, held);
    const ids = new Set(items.map(({ id }) => id));
    for (const id of held.keys()) {
      if (ids.has(id)) continue;
      held.delete(id);
      entries.delete(keyOf(group, id));
      index.discard(keyOf(group, id));
      changed = true;
    }
    for (const item of items) {
      const source = held.get(item.id);
      if (source !== undefined && sameValues(source, item)) continue;
      if (isTimeUp()) return { changed, done: false };
      const entry = toEntry(group, item);
      held.set(item.id, item);
      entries.set(entry.key, entry);
      if (source === undefined) index.add(entry);
      else index.replace(entry);
      changed = true;
    }
    lists.set(group, items);
    return { changed, done: true };
  }

  return {
    follow,
    search: (query) =>
      index.search(query).flatMap(({ id, terms }) => {
        const entry = entries.get(String(id));
        return entry === undefined ? [] : [{ entry, terms }];
      }),
    all: (group) =>
      (lists.get(group) ?? []).flatMap(({ id }) => entries.get(keyOf(group, id)) ?? []),
  };
}

/** Whether two items of a group are equal: their values are primitives or lists of primitives. */
function sameValues(a: object, b: object): boolean {
  if (a === b) return true;
  const values = new Map<string, unknown>(Object.entries(a));
  return Object.entries(b).every(([name, value]) => same(values.get(name), value));
}

function same(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((value, place) => value === b[place]);
}
