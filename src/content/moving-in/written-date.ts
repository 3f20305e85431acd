import type { Instant } from '../../lib/millis.ts';
import { atOwnersClock } from '../../lib/owner-times.ts';

/**
 * The moment that a note's date means. A day, or a time without a zone, is of the owner's clock (lib/owner-days.ts), so that
 * `2024-03-14` stays the 14th.
 *
 * | written | read as |
 * |---|---|
 * | `2024-03-14` | the 14th, 00:00 |
 * | `2024-03-14 10:30`, `2024-03-14T10:30:05` | by the owner's clock |
 * | `2024-03-14T10:30:05Z`, `2024-03-14 10:30:05 +0100` | that moment |
 * | `14 March 2024`, `Mar 14, 2024`, `Jul 08 2022` | that day |
 * | `March 14, 2024 9:30 AM`, `March 14, 2024 21:30` | by the owner's clock |
 * | `March 14, 2024 → March 16, 2024` | its beginning |
 *
 * @returns null for everything else: of `03/04/2024` nobody can say which day it is
 */
export function writtenDate(written: string): Instant | null {
  const text = written.split('→', 1)[0]?.trim() ?? '';
  const [, day, time = '00:00', zone] =
    /^(\d{4}-\d{1,2}-\d{1,2})(?:[T ]+(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?(?:\s*(Z|UTC|[+-]\d{2}:?\d{2}))?$/i.exec(
      text,
    ) ?? [];
  if (day !== undefined) return momentOf(day, time, zone);
  const [, before, name = '', after, year, hour, minute, half] =
    /^(?:(\d{1,2})(?:st|nd|rd|th)? )?([a-z]{3,9})\.?(?: (\d{1,2})(?:st|nd|rd|th)?)?,? (\d{4})(?: (\d{1,2}):(\d{2})(?: ?(AM|PM))?)?$/i.exec(
      text,
    ) ?? [];
  const month = months.findIndex(
    (it) => it === name.toLowerCase() || it.slice(0, 3) === name.toLowerCase(),
  );
  if (month === -1 || (before === undefined) === (after === undefined)) return null;
  const clock = hour === undefined ? '00:00' : `${hourOf(hour, half)}:${minute}`;
  return momentOf(`${year}-${month + 1}-${before ?? after}`, clock, undefined);
}

/** 12 AM is midnight. */
function hourOf(hour: string, half: string | undefined): string {
  if (half === undefined) return hour;
  return String((Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0));
}

function momentOf(written: string, time: string, zone: string | undefined): Instant | null {
  const [year = '', month = '', date = ''] = written.split('-');
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const clock = `${day}T${time.padStart(time.indexOf(':') === 1 ? time.length + 1 : 0, '0')}`;
  // `Date.parse` takes the 31st of February for a day in March.
  const isDay = new Date(`${day}T00:00Z`).toJSON()?.slice(0, 10) === day;
  if (!isDay || Number.isNaN(Date.parse(`${clock}Z`))) return null;
  // What the database takes: lists could not be sorted by others.
  if (Number(year) < 1000 || Number(year) > 9998) return null;
  if (zone === undefined) return atOwnersClock(clock);
  const offset = /^[+-]/.test(zone) ? zone.replace(/^(...)(\d\d)$/, '$1:$2') : 'Z';
  const moment = Date.parse(clock + offset);
  return Number.isNaN(moment) ? null : moment;
}

const months: readonly string[] =
  'january february march april may june july august september october november december'.split(
    ' ',
  );
