import { useMemo } from 'react';
import { formOf } from '../../content/forms.ts';
import { kinds } from '../../content/kinds.ts';
import type { RowHere } from '../../content/past/restored.ts';
import { usePlaces } from '../../engine/editing.ts';
import { type AnyKind, type BaseRow, type Kind, list } from '../../engine/index.ts';

/** A kind whose items are its rows as they are. */
const rowKind = (kind: AnyKind): Kind<BaseRow, BaseRow> =>
  formOf(kind.table)?.rowKind ?? { ...kind, toItem: kind.filled };

const every = kinds.map((kind) => list(rowKind(kind)));

/** Finds the rows of this device, live; null while they are being read. A row whose deletion can be taken back is not here. */
export function useRowsHere(): RowHere | null {
  // biome-ignore lint/correctness/useHookAtTopLevel: as many in each render, in the same order
  const held = every.map((query) => usePlaces(query));
  // biome-ignore lint/correctness/useExhaustiveDependencies: one for each kind
  return useMemo(() => {
    if (held.some(({ state }) => state === 'loading')) return null;
    const rows = new Map<string, BaseRow>();
    for (const [n, content] of held.entries()) {
      if (content.state !== 'ready') continue;
      for (const { item, deletion } of content.items)
        if (deletion === null) rows.set(`${kinds[n]?.table}/${item.id}`, item);
    }
    return (table, id) => rows.get(`${table}/${id}`);
  }, [...held]);
}
