import { useEffect, useState } from 'react';
import { useMirrorState, useRequestSync } from '../../engine/index.ts';

/** A sync may take a few milliseconds; this makes it visible. */
const SHOWN_AT_LEAST_MS = 500;

/** Syncs now; `working` until the sync is done. Background syncs do not show. */
export function useRefresh(): { refresh: () => void; working: boolean } {
  const requestSync = useRequestSync();
  const { phase } = useMirrorState().status;
  const [working, setWorking] = useState(false);
  useEffect(() => {
    if (!working || phase === 'pulling') return;
    const timer = setTimeout(() => setWorking(false), SHOWN_AT_LEAST_MS);
    return () => clearTimeout(timer);
  }, [working, phase]);
  const refresh = () => {
    setWorking(true);
    void requestSync();
  };
  return { refresh, working };
}
