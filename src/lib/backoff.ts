import { BACKOFF_FIRST_MS, BACKOFF_MOST_MS } from './limits.ts';
import type { Millis } from './millis.ts';

/**
 * The back-off after the nth failure in a row (n from 1): min(1000·2^(n-1), 30000). Jitter takes off up to
 * half of it, so that devices that failed together do not retry together.
 *
 * @param chance a random number in [0, 1)
 */
export function backoff(failures: number, chance: number): Millis {
  const most = Math.min(BACKOFF_FIRST_MS * 2 ** Math.min(failures - 1, 30), BACKOFF_MOST_MS);
  return jitter(most * 0.75, chance, 1 / 3);
}

/** `ms`, varied at random by up to the fraction `spread`. */
export function jitter(ms: Millis, chance: number, spread = 0.25): Millis {
  return Math.round(ms * (1 - spread + 2 * spread * chance));
}
