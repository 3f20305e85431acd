import { useMemo } from 'react';
import { type AnyKind, type BaseRow, type Content, list, useContent } from '../engine/index.ts';
import { kinds } from './kinds.ts';
import { tagColumns, tagsEverywhere } from './retag.ts';

const tagged = kinds.filter((kind) => tagColumns(kind).length > 0);
const every = tagged.map((kind) => list<BaseRow>(kind as AnyKind));

/** The tags of all kinds on this device, the most used first, live. */
export function useKnownTags(): readonly string[] {
  // biome-ignore lint/correctness/useHookAtTopLevel: as many in each render, in the same order
  const held: readonly Content<BaseRow>[] = every.map((query) => useContent(query));
  // biome-ignore lint/correctness/useExhaustiveDependencies: one for each kind
  return useMemo(() => {
    const rows = tagged.map((kind, n) => {
      const content = held[n];
      return { kind, rows: content?.state === 'ready' ? content.items : [] };
    });
    return tagsEverywhere(rows).map(({ tag }) => tag);
  }, [...held]);
}
