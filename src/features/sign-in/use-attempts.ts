import { useCallback, useRef, useState } from 'react';
import { AUTH_ATTEMPTS_APART_MS } from '../../lib/limits.ts';
import { visitStorage } from '../../lib/visit-storage.ts';

export interface Attempts {
  /** One is under way, or waits for its time. */
  readonly busy: boolean;
  /** Runs the job, 2000 ms after the last one at the earliest. Does nothing while busy. */
  readonly attempt: (job: () => Promise<void>) => Promise<void>;
}

/** When the last attempt was, in ms since 1970: the pause holds over a reload. */
const LAST = 'fieldnotes sign-in attempt';

/** Attempts to sign in and up, one at a time and not too fast (SIGNIN-3). */
export function useAttempts(): Attempts {
  const [busy, setBusy] = useState(false);
  const underWay = useRef(false);
  // Where the browser remembers nothing, the page does.
  const last = useRef<number | null>(null);

  const attempt = useCallback(async (job: () => Promise<void>) => {
    // The state is as old as the last rendering; two presses of Enter may come between two of them.
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    try {
      const wait = pauseLeft(last.current ?? Number(visitStorage.get(LAST)), Date.now());
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      last.current = Date.now();
      visitStorage.set(LAST, String(last.current));
      await job();
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  }, []);

  return { busy, attempt };
}

/** In ms. A clock that was set back makes no pause longer. */
function pauseLeft(last: number, now: number): number {
  return Math.min(last + AUTH_ATTEMPTS_APART_MS - now, AUTH_ATTEMPTS_APART_MS);
}
