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

/** Why a device stores nothing, or nothing new; null if it is fine. What it means depends on the reader. */
export const deviceTrouble = {
  kept: null,
  silent: 'This device’s storage does not answer.',
  full: 'This device has no room left.',
  failing: 'This device’s storage fails.',
  none: 'This browser keeps nothing for this site.',
} as const;
