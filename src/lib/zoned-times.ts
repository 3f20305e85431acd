import type { Instant } from './millis.ts';
import { clockIn, offsetAt } from './zones.ts';

/** Moments as programs write them by the clock of a place, and as its people do. No page needs this before its content. */

const MINUTE_MS = 60_000;

/** `2024-03-14T10:30:00.000+09:00`, or with a `Z` for UTC: the moment, by this clock (RFC 3339). */
export function timeIn(time: Instant, zone: string): string {
  return clockIn(time, zone) + (offsetWords(offsetAt(time, zone), ':') ?? 'Z');
}

/** `Thu, 14 Mar 2024 10:30:00 +0900`, or `GMT` (RFC 822). */
export function mailTimeIn(time: Instant, zone: string): string {
  const offset = offsetAt(time, zone);
  const words = new Date(time + offset).toUTCString();
  return words.replace('GMT', offsetWords(offset, '') ?? 'GMT');
}

/**
 * The moment at which the clock says this. An hour that the clock skips is the one after it; of one that it has twice it is
 * the first.
 *
 * @param clock `2024-03-14T10:30`, with or without seconds
 * @returns null if it is no time
 */
export function momentAt(clock: string, zone: string): Instant | null {
  const there = Date.parse(`${clock}Z`);
  if (Number.isNaN(there)) return null;
  const moments = [there - DAY_MS, there + DAY_MS].map((near) => there - offsetAt(near, zone));
  const fitting = moments.filter((it) => it + offsetAt(it, zone) === there);
  return fitting.length > 0 ? Math.min(...fitting) : Math.max(...moments);
}

/** Longer than any zone is from UTC, and than the time between a change of its clock and the next. */
const DAY_MS = 24 * 60 * MINUTE_MS;

/** `+09:00`; null for none. */
function offsetWords(offset: number, between: string): string | null {
  if (offset === 0) return null;
  const minutes = Math.abs(offset / MINUTE_MS);
  const parts = [Math.floor(minutes / 60), minutes % 60].map((it) => String(it).padStart(2, '0'));
  return (offset < 0 ? '-' : '+') + parts.join(between);
}
