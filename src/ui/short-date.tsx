import { shortDate } from '../lib/in-words.ts';
import type { Instant } from '../lib/millis.ts';

/** A short date; nothing if it is not known. */
export function ShortDate({ time }: { time: Instant | null }) {
  if (time === null) return null;
  return <time dateTime={new Date(time).toISOString()}>{shortDate(time)}</time>;
}
