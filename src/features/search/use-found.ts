import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { type Contents, type Group, groups, type Items } from './groups.ts';
import { createSearchIndex, type Followed, type Hit } from './search-index.ts';

/** Kept while the dialog is closed, so that the next opening has only the changes to look at. */
const index = createSearchIndex();

/** Of each sixtieth of a second, as much as leaves the rest to typing and drawing. */
const SLICE_MS = 8;

export interface Found {
  /** What was searched for; trails what is typed while there is much to search. */
  readonly query: string;
  readonly hits: readonly Hit[];
  /** Whether all of the contents was searched; if not, there may be more in a moment. */
  readonly isWhole: boolean;
}

/** What is found of the contents, searched again whenever they change. */
export function useFound(typed: string, contents: Contents): Found {
  const query = useDeferredValue(typed.trim());
  const { version, done } = useIndexOf(contents);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the index says something else at each version
  const hits = useMemo(() => find(query, contents), [query, contents, version]);
  return { query, hits, isWhole: done };
}

/** Before anything is typed, the pages. */
export function find(query: string, contents: Contents): readonly Hit[] {
  // Of what is not known yet, the index may hold what the last opening left.
  if (query !== '')
    return index.search(query).filter(({ entry }) => contents[entry.group] !== null);
  return index.all('pages').map((entry) => ({ entry, terms: [] }));
}

/** Has the index follow the contents, a slice at a time; the version is another one after each change. */
function useIndexOf(contents: Contents): { readonly version: number; readonly done: boolean } {
  const [state, setState] = useState({ version: 0, done: false });
  useEffect(() => {
    let next: ReturnType<typeof setTimeout>;
    const followOn = () => {
      const end = performance.now() + SLICE_MS;
      const followed = groups.map((group) => follow(group, contents, end));
      const changed = followed.some((group) => group.changed);
      const done = followed.every((group) => group.done);
      setState((last) =>
        changed || done !== last.done ? { version: last.version + 1, done } : last,
      );
      if (!done) next = setTimeout(followOn);
    };
    followOn();
    return () => clearTimeout(next);
  }, [contents]);
  return state;
}

function follow<G extends Group>(group: G, contents: Contents, end: number): Followed {
  const items: readonly Items[G][] | null = contents[group];
  // Not known yet is not empty: what was found at the last opening is probably still there.
  if (items === null) return { changed: false, done: true };
  return index.follow(group, items, () => performance.now() > end);
}
