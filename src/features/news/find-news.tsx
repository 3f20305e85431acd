import { useEffect, useMemo } from 'react';
import { type KindName, registry } from '../../content/kinds.ts';
import { type AnyKind, list, useContent, useMirrorState } from '../../engine/index.ts';
import type { Instant } from '../../lib/millis.ts';
import { noteSeen } from '../../lib/visits.ts';

/** An item, and when the server made it. */
interface Dated {
  readonly id: string;
  readonly createdAt: Instant | null;
}

export interface FoundNews {
  readonly ids: ReadonlySet<string>;
  /** How many there are of each kind that has any. */
  readonly counts: ReadonlyMap<KindName, number>;
}

const kinds = (Object.entries(registry) as [KindName, AnyKind][]).filter(
  ([, { columns }]) => 'created_at' in columns,
);
const every = kinds.map(([, kind]) => list<Dated>(kind));

/**
 * Finds the items that the server has made since the last visit, live, and remembers the newest for the next visit. It
 * compares only the server's times, so a wrong clock on the device does not matter.
 *
 * @param before the time of the newest item that was here when the last visit ended; null marks nothing
 */
export function FindNews({
  before,
  tell,
}: {
  before: Instant | null;
  tell: (found: FoundNews) => void;
}) {
  // biome-ignore lint/correctness/useHookAtTopLevel: as many in each render, in the same order
  const held = every.map((query) => useContent(query));
  const isComplete = useMirrorState().freshness !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one for each kind
  const found = useMemo(() => {
    const ids = new Set<string>();
    const counts = new Map<KindName, number>();
    let newest = 0;
    for (const [place, [name]] of kinds.entries()) {
      const content = held[place];
      for (const { id, createdAt } of content?.state === 'ready' ? content.items : []) {
        newest = Math.max(newest, createdAt ?? 0);
        if (before === null || (createdAt ?? 0) <= before) continue;
        ids.add(id);
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
    return { ids, counts, newest };
  }, [before, ...held]);

  useEffect(() => tell(found), [tell, found]);
  useEffect(() => {
    if (isComplete) noteSeen(found.newest);
  }, [isComplete, found]);
  return null;
}
