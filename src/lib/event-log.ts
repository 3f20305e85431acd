/** One thing that happened, for engineers. */
export interface LoggedEvent {
  /** ms since 1970. */
  readonly at: number;
  readonly what: string;
}

/** The most recent events, in memory only. */
export interface EventLog {
  add(what: string): void;
  /** Oldest first. */
  list(): readonly LoggedEvent[];
}

/**
 * @param most how many events to keep
 * @param now ms since 1970
 */
export function createEventLog(most: number, now: () => number = Date.now): EventLog {
  let events: readonly LoggedEvent[] = [];
  return {
    add(what) {
      events = [...events, { at: now(), what }].slice(-most);
    },
    list: () => events,
  };
}
