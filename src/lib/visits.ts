import { VISIT_ENDS_MS } from './limits.ts';
import type { Instant } from './millis.ts';
import { NEWS_MARKS_KEY, VISITS_KEY } from './storage-keys.ts';
import { deviceStorage } from './web-storage.ts';

/** The visits to the site, as only this device remembers them. */
export interface Visits {
  /** This visit is the nth. */
  readonly count: number;
  /** The last activity. */
  readonly at: Instant;
  /** The server's time of the newest item that was here by then; null for none. */
  readonly seen: Instant | null;
  /** What `seen` was when the visit before ended: later items are new in this one. Null in the first visit. */
  readonly before: Instant | null;
}

/** Records activity; after a long pause this begins a new visit. */
export function noteVisit(now: Instant): Visits {
  const held = read();
  const next = nextVisits(held, now);
  write(next);
  return next;
}

export function nextVisits(held: Visits | null, now: Instant): Visits {
  if (held === null) return { count: 1, at: now, seen: null, before: null };
  // After a clock was set back, the difference says nothing.
  const isAnother = Math.abs(now - held.at) > VISIT_ENDS_MS;
  if (!isAnother) return { ...held, at: now };
  return { count: held.count + 1, at: now, seen: held.seen, before: held.seen };
}

/** @param newest the server's time of the newest item on this device */
export function noteSeen(newest: Instant): void {
  const held = read();
  if (held !== null && newest > (held.seen ?? 0)) write({ ...held, seen: newest });
}

/** Whether items that came since the last visit are marked: yes, unless it was switched off here. */
export function marksNews(): boolean {
  return deviceStorage.get(NEWS_MARKS_KEY) !== 'off';
}

export function setMarksNews(isOn: boolean): void {
  deviceStorage.set(NEWS_MARKS_KEY, isOn ? null : 'off');
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

/** Calls back when that setting changes in this tab. @returns a function that stops it */
export function watchMarksNews(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function read(): Visits | null {
  try {
    const held: unknown = JSON.parse(deviceStorage.get(VISITS_KEY) ?? 'null');
    const { count, at, seen, before } = Object(held);
    const isTime = (it: unknown) => it === null || typeof it === 'number';
    const isOurs = typeof count === 'number' && typeof at === 'number';
    return isOurs && isTime(seen) && isTime(before) ? { count, at, seen, before } : null;
  } catch {
    return null;
  }
}

function write(visits: Visits): void {
  deviceStorage.set(VISITS_KEY, JSON.stringify(visits));
}
