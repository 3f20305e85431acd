import type { Instant } from './millis.ts';

/** One thing that happened, for engineers. */
export interface LoggedEvent {
  readonly at: Instant;
  readonly what: string;
}

/** The most recent events, in memory only. */
export interface EventLog {
  add(what: string): void;
  /** Oldest first. */
  list(): readonly LoggedEvent[];
}

/** @param most how many events to keep */
export function createEventLog(most: number, now: () => Instant = Date.now): EventLog {
  let events: readonly LoggedEvent[] = [];
  return {
    add(what) {
      events = [...events, { at: now(), what }].slice(-most);
    },
    list: () => events,
  };
}
