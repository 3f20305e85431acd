import { VISIT_ENDS_MS } from './limits.ts';
import { NEWS_MARKS_KEY, VISITS_KEY } from './storage-keys.ts';
import { deviceStorage } from './web-storage.ts';

/** The visits to the site, as only this device remembers them. */
export interface Visits {
  /** This visit is the nth. */
  readonly count: number;
  /** The time of the last activity, in ms since 1970. */
  readonly at: number;
  /** The server's time of the newest item that was here by then, in ms since 1970; null for none. */
  readonly seen: number | null;
  /** What `seen` was when the visit before ended: later items are new in this one. Null in the first visit. */
  readonly before: number | null;
}

/** Records activity; after a long pause this begins a new visit. @param now ms since 1970 */
export function noteVisit(now: number): Visits {
  const held = read();
  const next = nextVisits(held, now);
  write(next);
  return next;
}

export function nextVisits(held: Visits | null, now: number): Visits {
  if (held === null) return { count: 1, at: now, seen: null, before: null };
  // A clock that was set back says nothing about how long it was.
  const isAnother = Math.abs(now - held.at) > VISIT_ENDS_MS;
  if (!isAnother) return { ...held, at: now };
  return { count: held.count + 1, at: now, seen: held.seen, before: held.seen };
}

/** @param newest the server's time of the newest item on this device */
export function noteSeen(newest: number): void {
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

/** Calls back when that is switched, in this tab. @returns a function that stops it */
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
