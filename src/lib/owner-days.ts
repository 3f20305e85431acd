import { site } from '../site.config.ts';
import type { Instant } from './millis.ts';
import { clockIn, dayIn } from './zones.ts';

/**
 * A day is the owner's day (site.config.ts): what was written on the 14th is of the 14th for every reader, in the build, in the
 * app and in feeds. All that shows or groups content by its date asks here, and what writes a time owner-times.ts. What happens
 * at the reader's machine, such as a sync or a draft, is told by their own clock (in-words.ts).
 */

export const ownersZone: string = site.timeZone;

/** `2024-03-14` */
export function ownersDay(time: Instant): string {
  return dayIn(time, ownersZone);
}

/** `2024` */
export function ownersYear(time: Instant): string {
  return ownersDay(time).slice(0, 4);
}

/** `2024-03-14T10:30`: what the owner's clock says, as a field for dates has it. */
export function ownersClock(time: Instant): string {
  return clockIn(time, ownersZone).slice(0, 16);
}
