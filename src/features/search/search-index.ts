import MiniSearch from 'minisearch';
import { type Entry, keyOf, toEntry } from './entries.ts';
import type { Group, Items } from './groups.ts';
import { wordsOf } from './search-words.ts';

export interface Hit {
  readonly entry: Entry;
  /** The words of the entry that were found, as they are compared. */
  readonly terms: readonly string[];
}

/**
 * The words of everything on the device, held for as long as the tab lives.
 *
 * It follows the mirror by comparing what it is given with what it was given before: only items that
 * are new, changed or gone touch the index. Building it anew takes a hundred times as long as a change.
 */
export interface SearchIndex {
  /**
   * Makes the index hold these items of the group and no others. Stops when the time is up, and goes
   * on where it stopped when it is called again.
   *
   * @param isTimeUp asked after each change: thousands of them at once would hold up what is typed
   */
  follow<G extends Group>(group: G, items: readonly Items[G][], isTimeUp?: () => boolean): Followed;
  /** What has all of the words, the best first. */
  search(query: string): readonly Hit[];
  /** The entries of a group, in the order they were given. */
  all(group: Group): readonly Entry[];
}

export interface Followed {
  /** Whether anything in the index is different now. */
  readonly changed: boolean;
  /** Whether it holds all of the items. */
  readonly done: boolean;
}

export function createSearchIndex(): SearchIndex {
  const index = new MiniSearch<Entry>({
    idField: 'key',
    fields: ['title', 'tags', 'text'],
    tokenize: (text) => wordsOf(text).map(({ term }) => term),
    searchOptions: {
      combineWith: 'AND',
      boost: { title: 6, tags: 3 },
      prefix: true,
      // A slip in five letters; in four, half of all words are each other's.
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      maxFuzzy: 2,
      // What is being typed is a beginning more often than a slip.
      weights: { prefix: 0.4, fuzzy: 0.2 },
    },
  });
  const entries = new Map<string, Entry>();
  /** What each entry was made of. */
  const sources = new Map<Group, Map<string, object>>();
  const lists = new Map<Group, readonly { id: string }[]>();

  function follow<G extends Group>(
    group: G,
    items: readonly Items[G][],
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

/** Whether two items of a group say the same: their values are primitive or lists of such. */
function sameValues(a: object, b: object): boolean {
  if (a === b) return true;
  const values = new Map<string, unknown>(Object.entries(a));
  return Object.entries(b).every(([name, value]) => same(values.get(name), value));
}

function same(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((value, place) => value === b[place]);
}
