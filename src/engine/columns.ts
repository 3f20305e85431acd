import * as v from 'valibot';

/** The column types that the content tables share, as valibot schemas. */

export const uuid = v.pipe(v.string(), v.uuid());
export const text = v.string();
export const optionalText = v.nullable(v.string());

/** A timestamp with zone as Postgres writes it in JSON; adopted tables may hold rows without one. */
export const optionalTimestamp = v.nullable(
  v.pipe(
    v.string(),
    v.check((value) => !Number.isNaN(Date.parse(value)), 'not a timestamp'),
  ),
);

/** Milliseconds since 1970 of a checked timestamp, or null. */
export function milliseconds(timestamp: string | null): number | null {
  return timestamp === null ? null : Date.parse(timestamp);
}

/**
 * Sorts newest first when read in ascending order, rows without a date last.
 * Counts microseconds, the precision Postgres keeps, so that rows made in one millisecond stay in order.
 */
export function newestFirst(timestamp: string | null): number {
  if (timestamp === null) return Number.POSITIVE_INFINITY;
  const fraction = /\.(\d{1,6})/.exec(timestamp)?.[1] ?? '';
  const belowMillisecond = Number(fraction.padEnd(6, '0').slice(3));
  return -(Date.parse(timestamp) * 1000 + belowMillisecond);
}

/** Text that means nothing when blank becomes null: hand-made rows hold both. */
export function textOrNull(value: string | null): string | null {
  return value === null || value.trim() === '' ? null : value;
}

/** `'a, b,,a'` → `['a', 'b']`: tags kept in one comma-separated column. */
export function splitTags(value: string | null): string[] {
  return uniqueTags((value ?? '').split(','));
}

/** Trims, drops blanks and repeats; the order stays. */
export function uniqueTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
}
