import { useState } from 'react';
import type { BaseRow } from '../../engine/index.ts';

/**
 * The row that is being edited, as it is now. One that is deleted elsewhere meanwhile stays, as it was last:
 * what was typed over it must not go with it.
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
