import type { Instant } from './millis.ts';

/**
 * Times and numbers in the site's English. Without `Intl`: it loads its tables when it is first used, which would take longer
 * than all else that the start of a page computes.
 */

const spans: readonly (readonly [name: string, ms: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** `just now`, `1 minute ago`, `3 hours ago`, `12 days ago`. A clock that was set back makes it `just now`. */
export function ageInWords(time: Instant, now: Instant): string {
  for (const [name, ms] of spans) {
    const count = Math.floor((now - time) / ms);
    if (count >= 1) return `${counted(count, name)} ago`;
  }
  return 'just now';
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `Nov 18, 2026`. @param day as `yyyy-mm-dd` */
export function shortDate(day: string): string {
  const [year, month, date] = partsOf(day);
  return `${month} ${date}, ${year}`;
}

/** `18 Nov 2026`. @param besides a day that is named before it: its year is not repeated */
export function dayInWords(day: string, besides?: string): string {
  const [year, month, date] = partsOf(day);
  const isSameYear = besides !== undefined && partsOf(besides)[0] === year;
  return isSameYear ? `${date} ${month}` : `${date} ${month} ${year}`;
}

function partsOf(day: string): [year: number, month: string, date: number] {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return [year, months[month - 1] ?? '', date];
}

function readersDate(time: Instant): string {
  const date = new Date(time);
  return `${months[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
}

/** `09:14`, on the reader's clock. */
function clockTime(time: Instant): string {
  const date = new Date(time);
  return [date.getHours(), date.getMinutes()].map((it) => String(it).padStart(2, '0')).join(':');
}

/** `today 09:14`, `yesterday 21:03`, or `Nov 18, 2026, 09:14`, on the reader's calendar. */
export function dayAndTime(time: Instant, now: Instant): string {
  const days = calendarDay(now) - calendarDay(time);
  if (days === 0) return `today ${clockTime(time)}`;
  if (days === 1) return `yesterday ${clockTime(time)}`;
  return `${readersDate(time)}, ${clockTime(time)}`;
}

/** The number of the reader's calendar day; days of 23 or 25 hours count as one. */
function calendarDay(time: Instant): number {
  const date = new Date(time);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}

const sizes: readonly (readonly [name: string, bytes: number])[] = [
  ['GB', 1_000_000_000],
  ['MB', 1_000_000],
  ['kB', 1_000],
];

/** `512 bytes`, `1.4 kB`, `38 MB`, `2.0 GB`. */
export function bytesInWords(bytes: number): string {
  for (const [name, size] of sizes) {
    const count = bytes / size;
    if (count >= 1) return `${count < 10 ? count.toFixed(1) : Math.round(count)} ${name}`;
  }
  return counted(bytes, 'byte');
}

/** `5,000`. */
export function inThousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 edit`, `5,000 edits`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${inThousands(count)} ${count === 1 ? one : many}`;
}
