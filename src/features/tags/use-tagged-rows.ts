import { useMemo } from 'react';
import { dashboardTabs } from '../../content/forms.ts';
import { type TaggedRows, tagColumns } from '../../content/retag.ts';
import { usePlaces } from '../../engine/editing.ts';
import { list } from '../../engine/index.ts';

const forms = dashboardTabs()
  .flatMap((tab) => tab.forms)
  .filter(({ kind }) => tagColumns(kind).length > 0);
const every = forms.map(({ rowKind }) => list(rowKind));

/** The rows of all kinds with tags, live; null while they are being read. */
export function useTaggedRows(): readonly TaggedRows[] | null {
  // biome-ignore lint/correctness/useHookAtTopLevel: as many in each render, in the same order
  const held = every.map((query) => usePlaces(query));
  // biome-ignore lint/correctness/useExhaustiveDependencies: one for each kind
  return useMemo(() => {
    if (held.some(({ state }) => state === 'loading')) return null;
    return forms.map(({ kind }, n) => {
      const content = held[n];
      const places = content?.state === 'ready' ? content.items : [];
      return {
        kind,
        rows: places.flatMap(({ item, deletion }) => (deletion === null ? item : [])),
      };
    });
  }, [...held]);
}
