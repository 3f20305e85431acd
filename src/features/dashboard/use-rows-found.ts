import { useMemo } from 'react';
import { registry } from '../../content/kinds.ts';
import { type Contents, groups, kindNames } from '../../content/search/groups.ts';
import { useFound } from '../../content/search/use-found.ts';
import type { AnyKind, BaseRow } from '../../engine/index.ts';

const nothing = Object.fromEntries(groups.map((group) => [group, null]));

/**
 * The ids of the rows that the site's search finds by these words. Null while there is nothing to go by: no words, or none of
 * the rows searched yet.
 *
 * @param isNear the words are about to be typed: the rows are searched through by then
 */
export function useRowsFound(
  kind: AnyKind,
  rows: readonly BaseRow[],
  words: string,
  isNear: boolean,
): ReadonlySet<string> | null {
  const group = kindNames.find((name) => registry[name].table === kind.table);
  const isUsed = isNear || words.trim() !== '';
  const contents = useMemo(
    () =>
      (isUsed && group !== undefined
        ? { ...nothing, [group]: rows.map((row) => kind.toItem(row)) }
        : nothing) as Contents,
    [kind, rows, group, isUsed],
  );
  const { query, hits, isWhole } = useFound(words, contents);
  return useMemo(() => {
    if (query === '' || (hits.length === 0 && !isWhole)) return null;
    return new Set(hits.map(({ entry }) => entry.id));
  }, [query, hits, isWhole]);
}
