import { shortDate } from './short-date.ts';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/**
 * `today 09:14`, `yesterday 21:03`, or `Nov 18, 2026, 09:14`.
 *
 * @param time milliseconds since 1970
 * @param now milliseconds since 1970
 */
export function dayAndTime(time: number, now: number): string {
  const days = calendarDay(now) - calendarDay(time);
  if (days === 0) return `today ${clock.format(time)}`;
  if (days === 1) return `yesterday ${clock.format(time)}`;
  return `${shortDate(time)}, ${clock.format(time)}`;
}

/** The number of the reader's calendar day; days of 23 or 25 hours count as one. */
function calendarDay(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}
