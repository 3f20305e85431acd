import type { Measure, Sample } from './sample.ts';

/** What the samples of one contestant at one size say of one measure. */
export interface Summary {
  /** Of its numbers; null if there is none. */
  readonly median: number | null;
  readonly least: number;
  readonly most: number;
  /** The words that stand in place of a number, each once. */
  readonly words: readonly string[];
  /** How many samples have neither. */
  readonly missing: number;
}

export function summarize(samples: readonly Sample[], measure: Measure): Summary {
  const found = samples.map(({ values }) => values[measure]);
  const numbers = found.filter((it) => typeof it === 'number');
  return {
    median: median(numbers),
    least: Math.min(...numbers),
    most: Math.max(...numbers),
    words: [...new Set(found.filter((it) => typeof it === 'string'))],
    missing: found.filter((it) => it === undefined).length,
  };
}

/** The middle one, or the mean of the middle two; null of none. */
export function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** The median of some times, with the least and the most, in whole ms. */
export function spread(times: readonly number[]): string {
  const [least, most] = [Math.min(...times), Math.max(...times)];
  return `${Math.round(median(times) ?? 0)} (${Math.round(least)}–${Math.round(most)})`;
}

/** How often the floor's median fits into the other; null if one of them has none. */
export function ratio(one: Summary, floor: Summary): number | null {
  return one.median === null || floor.median === null ? null : one.median / floor.median;
}

export function samplesOf(
  samples: readonly Sample[],
  contestant: string,
  rows: number,
): readonly Sample[] {
  return samples.filter((it) => it.contestant === contestant && it.rows === rows);
}
