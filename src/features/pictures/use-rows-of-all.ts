import { useMemo } from 'react';
import { formOf } from '../../content/forms.ts';
import { kinds } from '../../content/kinds.ts';
import type { KindRows } from '../../content/pictures/named-pictures.ts';
import { usePlaces } from '../../engine/editing.ts';
import { type AnyKind, type BaseRow, type Kind, list } from '../../engine/index.ts';

/** A kind whose items are its rows as they are. */
const rowKind = (kind: AnyKind): Kind<BaseRow, BaseRow> =>
  formOf(kind.table)?.rowKind ?? { ...kind, toItem: kind.filled };

const every = kinds.map((kind) => list(rowKind(kind)));

/** The rows of all kinds on this device, live; null while they are being read. A row whose deletion can be taken back is not here. */
export function useRowsOfAll(): readonly KindRows[] | null {
  // biome-ignore lint/correctness/useHookAtTopLevel: as many in each render, in the same order
  const held = every.map((query) => usePlaces(query));
  // biome-ignore lint/correctness/useExhaustiveDependencies: one for each kind
  return useMemo(() => {
    if (held.some(({ state }) => state === 'loading')) return null;
    return kinds.map((kind, n) => {
      const content = held[n];
      const places = content?.state === 'ready' ? content.items : [];
      return {
        kind,
        rows: places.flatMap(({ item, deletion }) => (deletion === null ? item : [])),
      };
    });
  }, [...held]);
}
