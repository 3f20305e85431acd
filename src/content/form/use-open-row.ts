import { useState } from 'react';
import type { BaseRow } from '../../engine/index.ts';

/**
 * The row being edited, in its present state. If it is deleted elsewhere, its last state is kept, because the
 * text typed over it must not disappear with it.
 */
export function useOpenRow<Row extends BaseRow>(
  rows: readonly Row[],
  id: string,
): { row: Row | null; isGone: boolean } {
  const [last, setLast] = useState<Row | null>(null);
  const found = rows.find((row) => row.id === id) ?? null;
  const row = found ?? (last?.id === id ? last : null);
  if (row !== last) setLast(row);
  return { row, isGone: row !== null && found === null };
}
