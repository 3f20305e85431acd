import { vi } from 'vitest';

/** Lets each look at the page's clock be some ms later than the one before: what works by the clock works in slices of a few steps. */
export function slowClock(ms: number): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += ms;
    return now;
  });
}
