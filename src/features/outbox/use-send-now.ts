import { useEffect, useState } from 'react';
import { useEditor, useMirrorState, useRequestSync } from '../../engine/index.ts';

/** An exchange may take a few milliseconds; that something happened should be seen all the same. */
const SHOWN_AT_LEAST_MS = 500;

/** Sends now, also what could still be taken back; `sending` from the press until the exchange is through. */
export function useSendNow(): { sendNow: () => void; sending: boolean } {
  const { releaseHolds } = useEditor();
  const requestSync = useRequestSync();
  const { phase } = useMirrorState().status;
  const [sending, setSending] = useState(false);
  const isTalking = phase === 'pushing' || phase === 'pulling';
  useEffect(() => {
    if (!sending || isTalking) return;
    const timer = setTimeout(() => setSending(false), SHOWN_AT_LEAST_MS);
    return () => clearTimeout(timer);
  }, [sending, isTalking]);
  const sendNow = () => {
    setSending(true);
    // A hold that the device cannot end is over in a moment anyway.
    void releaseHolds()
      .catch(() => {})
      .then(requestSync);
  };
  return { sendNow, sending };
}
