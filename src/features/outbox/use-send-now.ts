import { useEffect, useState } from 'react';
import { useEditor, useMirrorState, useRequestSync } from '../../engine/index.ts';

/** An exchange may take a few milliseconds; this makes it visible. */
const SHOWN_AT_LEAST_MS = 500;

/** Sends now, including edits that could still be taken back; `sending` until the exchange is done. */
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
    // If the device cannot end a hold, it ends by itself soon.
    void releaseHolds()
      .catch(() => {})
      .then(requestSync);
  };
  return { sendNow, sending };
}
