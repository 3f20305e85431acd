import type { FailureReport } from './failure.ts';

/** What is said of each failure. The first line that fits counts; `null` stands for any code. */
export type FailureTable = readonly (readonly [
  kind: FailureReport['kind'],
  codes: RegExp | null,
  words: string,
])[];

/** @returns what a table says of a failure; null where it says nothing */
export function lookUp(
  table: FailureTable,
  { kind, code }: Pick<FailureReport, 'kind' | 'code'>,
): string | null {
  const line = table.find(([of, codes]) => of === kind && (codes?.test(code ?? '') ?? true));
  return line?.[2] ?? null;
}
