import { shortDate } from '../lib/in-words.ts';
import type { Instant } from '../lib/millis.ts';
import { ownersDay } from '../lib/owner-days.ts';

/**
 * A short date; nothing if it is not known.
 *
 * @param props.inWords another way to write a day, `yyyy-mm-dd`, than `Nov 18, 2026`
 */
export function ShortDate({
  time,
  inWords = shortDate,
}: {
  time: Instant | null;
  inWords?: (day: string) => string;
}) {
  if (time === null) return null;
  const day = ownersDay(time);
  return <time dateTime={day}>{inWords(day)}</time>;
}
