import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { INDEX_SLICE_MS } from '../../lib/limits.ts';
import { type Contents, type Group, groups, type ItemsByGroup } from './groups.ts';
import { createSearchIndex, type Followed, type Hit } from './search-index.ts';

/** One for the search of the site and for the lists of the dashboard, kept while neither is used: only changes are indexed then. */
const index = createSearchIndex();

export interface Found {
  /** The query of these results; lags behind typing if there is much to search. */
  readonly query: string;
  readonly hits: readonly Hit[];
  /** Whether everything was searched; if not, more results may follow. */
  readonly isWhole: boolean;
}

/** The results for a query, updated whenever the contents change. */
export function useFound(typed: string, contents: Contents): Found {
  const query = useDeferredValue(typed.trim());
  const { version, done } = useIndexOf(contents);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version of the index may answer differently
  const hits = useMemo(() => findHits(query, contents), [query, contents, version]);
  return { query, hits, isWhole: done };
}

/** For an empty query, the pages. */
export function findHits(query: string, contents: Contents): readonly Hit[] {
  // For contents still unknown, the index may hold entries from the last opening.
  if (query !== '')
    return index.search(query).filter(({ entry }) => contents[entry.group] !== null);
  return index.all('pages').map((entry) => ({ entry, terms: [] }));
}

/** Updates the index from the contents, a slice at a time; the version grows with each change. */
function useIndexOf(contents: Contents): { readonly version: number; readonly done: boolean } {
  const [state, setState] = useState({ version: 0, done: false, of: contents });
  useEffect(() => {
    let next: ReturnType<typeof setTimeout>;
    const followOn = () => {
      const end = performance.now() + INDEX_SLICE_MS;
      const followed = groups.map((group) => follow(group, contents, end));
      const changed = followed.some((group) => group.changed);
      const done = followed.every((group) => group.done);
      setState((last) =>
        changed || done !== last.done || contents !== last.of
          ? { version: last.version + 1, done, of: contents }
          : last,
      );
      if (!done) next = setTimeout(followOn);
    };
    followOn();
    return () => clearTimeout(next);
  }, [contents]);
  return { version: state.version, done: state.done && state.of === contents };
}

function follow<G extends Group>(group: G, contents: Contents, end: number): Followed {
  const items: readonly ItemsByGroup[G][] | null = contents[group];
  // Unknown is not empty: entries from the last opening are probably still right.
  if (items === null) return { changed: false, done: true };
  return index.follow(group, items, () => performance.now() > end);
}
