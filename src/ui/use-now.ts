import { useEffect, useState } from 'react';
import type { Instant, Millis } from '../lib/millis.ts';

/** The time, updated at this interval. */
export function useNow(interval: Millis): Instant {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
