import { useMemo } from 'react';
import { useOutbox } from '../../store/editing.tsx';
import { rowKey } from '../../store/mutation.ts';
import { Chip } from '../../ui/chip.tsx';
import { TextLink } from '../../ui/text-link.tsx';

export type Mark = 'waiting' | 'refused';

/** Which rows of a table have edits that are not on the server: not yet, or refused. */
export function useMarks(table: string): (id: string) => Mark | null {
  const { waiting, rejected } = useOutbox();
  return useMemo(() => {
    const waitingRows = new Set(waiting.flatMap(({ rows }) => rows));
    const refusedRows = new Set(rejected.flatMap(({ mutation }) => mutation.rows));
    return (id) => {
      const key = rowKey({ table, id });
      if (refusedRows.has(key)) return 'refused';
      return waitingRows.has(key) ? 'waiting' : null;
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
