import type { Sent } from './server.ts';

/** Each edit writes values that nothing else writes, so that its effect can be told from every other. */

/** Values that only edits write, never SQL. */
function isUnique(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('edit ');
}

export function uniqueValues(changes: readonly object[]): string[] {
  return changes.flatMap((change) =>
    'values' in change ? Object.values(change.values as object).filter(isUnique) : [],
  );
}

export function uniqueTexts(
  change: Sent['changes'][number],
): { table: string; id: string; column: string; value: string }[] {
  const { table, id, values = {} } = change;
  return Object.entries(values).flatMap(([column, value]) =>
    isUnique(value) ? [{ table, id, column, value }] : [],
  );
}

/** All that the changes write, as it is compared. */
export function values(changes: readonly object[]): unknown[] {
  return changes.map((change) => ('values' in change ? change.values : 'deleted'));
}

/** How often each unique value was written over another one. */
export function timesWritten(written: readonly Record<string, unknown>[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const { before, after } of written as { before: object | null; after: object }[]) {
    for (const [column, value] of Object.entries(after)) {
      if (!isUnique(value)) continue;
      if (before !== null && (before as Record<string, unknown>)[column] === value) continue;
      times.set(value, (times.get(value) ?? 0) + 1);
    }
  }
  return times;
}
