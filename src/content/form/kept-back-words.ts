import { dayInWords } from '../../lib/in-words.ts';
import type { Instant } from '../../lib/millis.ts';
import { ownersClock, ownersDay } from '../../lib/owner-days.ts';
import { publicationOf } from '../publication.ts';

/** `draft`, `scheduled for 14 Mar 2027, 10:30`; null for what is published. By the owner's clock. */
export function keptBackWords(time: Instant | null, now: Instant): string | null {
  const is = publicationOf(time, now);
  if (time === null || is === 'draft') return 'draft';
  const clock = ownersClock(time).slice(11, 16);
  return is === 'published' ? null : `scheduled for ${dayInWords(ownersDay(time))}, ${clock}`;
}
