import { useCallback, useRef, useState } from 'react';
import { AUTH_ATTEMPTS_APART_MS } from '../../lib/limits.ts';

export interface Attempts {
  /** One is under way, or waits for its time. */
  readonly busy: boolean;
  /** Runs the job, 2000 ms after the last one at the earliest. Does nothing while busy. */
  readonly attempt: (job: () => Promise<void>) => Promise<void>;
}

/** Attempts to sign in and up, one at a time and not too fast (spec section 9). */
export function useAttempts(): Attempts {
  const [busy, setBusy] = useState(false);
  const underWay = useRef(false);
  const last = useRef(Number.NEGATIVE_INFINITY);

  const attempt = useCallback(async (job: () => Promise<void>) => {
    // The state is as old as the last rendering; two presses of Enter may come between two of them.
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    try {
      const wait = last.current + AUTH_ATTEMPTS_APART_MS - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      last.current = performance.now();
      await job();
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  }, []);

  return { busy, attempt };
}
