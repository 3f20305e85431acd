import { useEffect, useState } from 'react';
import { useMirrorState, useRequestSync } from '../engine/index.ts';
import { SYNC_SHOWN_MS } from '../lib/limits.ts';

/**
 * Syncs now; `working` until the exchange is done. Background syncs do not show.
 *
 * @param before runs first; the sync follows even if it fails
 */
export function useSyncNow(before?: () => Promise<unknown>): {
  syncNow: () => void;
  working: boolean;
} {
  const requestSync = useRequestSync();
  const { phase } = useMirrorState().status;
  const [working, setWorking] = useState(false);
  const isTalking = phase === 'pushing' || phase === 'pulling';
  useEffect(() => {
    if (!working || isTalking) return;
    const timer = setTimeout(() => setWorking(false), SYNC_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [working, isTalking]);
  const syncNow = () => {
    setWorking(true);
    if (before === undefined) requestSync();
    else
      void before()
        .catch(() => {})
        .then(requestSync);
  };
  return { syncNow, working };
}
