/** How much goes into one request (R17): half after one that was too much, twice as much after one that was answered. */
export interface Pace {
  readonly size: number;
  /** A request with `size` was not answered in time, or the server could not manage it. */
  tooMuch(size: number): void;
  /** A request was answered. */
  answered(): void;
}

/** @param least below which a request is not made smaller */
export function createPace(most: number, least: number): Pace {
  let size = most;
  return {
    get size() {
      return size;
    },
    tooMuch(tried) {
      size = Math.max(least, Math.ceil(Math.min(tried, size) / 2));
    },
    answered() {
      size = Math.min(most, size * 2);
    },
  };
}
