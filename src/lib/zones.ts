import type { Instant } from './millis.ts';

/**
 * Times by the clock of a place, wherever the program runs. A browser knows the reader's clock, and Node that of its machine;
 * a day that was written on one of them is another day on the other.
 *
 * UTC is computed without `Intl`, which loads its tables when it is first used (in-words.ts).
 */

const MINUTE_MS = 60_000;

/** `2024-03-14`: the day at a moment. @param zone an IANA name, such as `Europe/Berlin` */
export function dayIn(time: Instant, zone: string): string {
  return clockIn(time, zone).slice(0, 10);
}

/** `2024-03-14T10:30:00.000`: what the clock says at a moment. */
export function clockIn(time: Instant, zone: string): string {
  return new Date(time + offsetAt(time, zone)).toISOString().slice(0, -1);
}

/** How far the clock is ahead of UTC, in ms, in whole minutes: before 1900 places had their own seconds. */
export function offsetAt(time: Instant, zone: string): number {
  if (zone === 'UTC') return 0;
  const parts = new Map(
    formatIn(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const at = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const there = Date.UTC(
    at('year'),
    at('month') - 1,
    at('day'),
    at('hour'),
    at('minute'),
    at('second'),
  );
  return Math.round((there - time) / MINUTE_MS) * MINUTE_MS;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}
