import { useCallback, useRef, useState } from 'react';
import { AUTH_ATTEMPTS_APART_MS } from '../../lib/limits.ts';
import type { Instant, Millis } from '../../lib/millis.ts';
import { LAST_ATTEMPT_KEY } from '../../lib/storage-keys.ts';
import { visitStorage } from '../../lib/web-storage.ts';

export interface SignInAttempts {
  /** An attempt is running, or waits for the pause to end. */
  readonly busy: boolean;
  /** Runs the job, at the earliest 2000 ms after the last one. Does nothing while busy. */
  readonly attempt: (job: () => Promise<void>) => Promise<void>;
}

/** Attempts to sign in and up, one at a time and not too fast (SIGNIN-3). */
export function useAttempts(): SignInAttempts {
  const [busy, setBusy] = useState(false);
  const underWay = useRef(false);
  // If the browser stores nothing, the page remembers it.
  const last = useRef<Instant | null>(null);

  const attempt = useCallback(async (job: () => Promise<void>) => {
    // State dates from the last render, and Enter may be pressed twice between two renders.
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    try {
      const wait = pauseLeft(
        last.current ?? Number(visitStorage.get(LAST_ATTEMPT_KEY)),
        Date.now(),
      );
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      last.current = Date.now();
      visitStorage.set(LAST_ATTEMPT_KEY, String(last.current));
      await job();
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  }, []);

  return { busy, attempt };
}

/** A clock that was set back does not lengthen the pause. */
function pauseLeft(last: Instant, now: Instant): Millis {
  return Math.min(last + AUTH_ATTEMPTS_APART_MS - now, AUTH_ATTEMPTS_APART_MS);
}
