import { shortDate } from '../lib/in-words.ts';
import type { Instant } from '../lib/millis.ts';
import { ownersDay } from '../lib/owner-days.ts';

/** A short date; nothing if it is not known. */
export function ShortDate({ time }: { time: Instant | null }) {
  if (time === null) return null;
  const day = ownersDay(time);
  return <time dateTime={day}>{shortDate(day)}</time>;
}
