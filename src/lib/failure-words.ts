import type { FailureReport } from './failure.ts';

/** The words for each failure. The first matching line counts; `null` stands for any code. */
export type FailureTable = readonly (readonly [
  kind: FailureReport['kind'],
  codes: RegExp | null,
  words: string,
])[];

/** @returns the table's words for a failure; null if it has none */
export function lookUp(
  table: FailureTable,
  { kind, code }: Pick<FailureReport, 'kind' | 'code'>,
): string | null {
  const line = table.find(([of, codes]) => of === kind && (codes?.test(code ?? '') ?? true));
  return line?.[2] ?? null;
}

/** Why a device stores nothing, or nothing new; null if all is well. Each screen adds what that means for its readers. */
export const deviceTrouble = {
  kept: null,
  silent: 'This device’s storage isn’t responding.',
  full: 'This device has no room left.',
  failing: 'This device’s storage isn’t working.',
  none: 'This browser doesn’t store anything for this site.',
} as const;
