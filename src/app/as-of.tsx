import { useEffect, useState } from 'react';
import { dayAndTime } from '../lib/day-and-time.ts';
import { useMirrorState } from '../store/react.tsx';

const MINUTE_MS = 60_000;

/** When this device last had everything, in one quiet line; nothing before the first time. */
export function AsOf() {
  const { freshness } = useMirrorState();
  const now = useNow(MINUTE_MS);
  if (freshness === null) return null;
  return (
    <p className="text-micro font-medium text-muted tabular-nums">
      as of{' '}
      <time dateTime={new Date(freshness).toISOString()}>
        {dayAndTime(freshness, Math.max(now, freshness))}
      </time>
    </p>
  );
}

/** The time, looked at again every `interval` ms, so that 'today' becomes 'yesterday' in an open page. */
function useNow(interval: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
