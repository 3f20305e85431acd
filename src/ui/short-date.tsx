import { shortDate } from '../lib/in-words.ts';

/** A short date; nothing if it is not known. */
export function ShortDate({ time }: { time: number | null }) {
  if (time === null) return null;
  return <time dateTime={new Date(time).toISOString()}>{shortDate(time)}</time>;
}
