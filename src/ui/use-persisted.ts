import { useEffect, useState } from 'react';
import { secureContext } from '../lib/secure-context.ts';

/** Whether the browser has granted persistent storage; null until it is known. */
export function usePersisted(): boolean | null {
  const [persisted, setPersisted] = useState<boolean | null>(null);
  useEffect(() => {
    let isGone = false;
    const tell = (value: boolean) => !isGone && setPersisted(value);
    secureContext.storage?.persisted?.().then(tell, () => {});
    return () => {
      isGone = true;
    };
  }, []);
  return persisted;
}
