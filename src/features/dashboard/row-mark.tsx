import { useMemo } from 'react';
import { rowKey, useOutbox } from '../../engine/index.ts';
import { Chip } from '../../ui/chip.tsx';
import { TextLink } from '../../ui/text-link.tsx';

export type Mark = 'waiting' | 'refused';

/**
 * Marks rows of a table with edits that are not on the server: waiting or refused. `besides` is the number of the
 * row's waiting edits that are shown elsewhere.
 */
export function useMarks(table: string): (id: string, besides?: number) => Mark | null {
  const { waiting, rejected } = useOutbox();
  return useMemo(() => {
    const waitingRows = new Map<string, number>();
    for (const key of waiting.flatMap(({ rows }) => rows)) {
      waitingRows.set(key, (waitingRows.get(key) ?? 0) + 1);
    }
    const refusedRows = new Set(rejected.flatMap(({ mutation }) => mutation.rows));
    return (id, besides = 0) => {
      const key = rowKey({ table, id });
      if (refusedRows.has(key)) return 'refused';
      return (waitingRows.get(key) ?? 0) > besides ? 'waiting' : null;
    };
  }, [table, waiting, rejected]);
}

export function RowMark({ mark }: { mark: Mark | null }) {
  if (mark === null) return null;
  if (mark === 'waiting') return <Chip tone="busy">on this device</Chip>;
  return (
    <span className="text-small">
      <TextLink to="/admin/outbox">needs you</TextLink>
    </span>
  );
}
