import { useMirrorState } from '../engine/index.ts';
import { dayAndTime } from '../lib/in-words.ts';
import { MINUTE_MS } from '../lib/limits.ts';
import { useNow } from '../ui/use-now.ts';

/** The time of the last complete sync, in one quiet line; nothing before the first. */
export function AsOf() {
  const { freshness } = useMirrorState();
  // In an open page 'today' must become 'yesterday'.
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
