const format = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
});

/** `Nov 18, 2026`, on the reader's calendar. @param time milliseconds since 1970 */
export function shortDate(time: number): string {
  return format.format(time);
}
