import type { Instant } from './millis.ts';
import { ownersZone } from './owner-days.ts';
import { mailTimeIn, momentAt, timeIn } from './zoned-times.ts';

/** Moments by the owner's clock (owner-days.ts). */

/** As programs read it: its day is to be read in it. */
export function ownersTime(time: Instant): string {
  return timeIn(time, ownersZone);
}

/** The same as mail and RSS write it. */
export function ownersMailTime(time: Instant): string {
  return mailTimeIn(time, ownersZone);
}

/** The moment at which the owner's clock says `2024-03-14T10:30`; null if it is no time. */
export function atOwnersClock(clock: string): Instant | null {
  return momentAt(clock, ownersZone);
}
