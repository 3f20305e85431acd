/** A span of time in milliseconds. */
export type Millis = number;

/** A point in time, in milliseconds since 1970 (UTC), as `Date.now()` gives it. */
export type Instant = number;
