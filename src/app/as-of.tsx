import { useMirrorState } from '../engine/index.ts';
import { dayAndTime } from '../lib/day-and-time.ts';
import { useNow } from '../ui/use-now.ts';

const MINUTE_MS = 60_000;

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

/**
 * The same below the page, where there is no sidebar. The time may be known before the content is drawn; the
 * line waits for the content, so that nobody sees it move.
 */
export function AsOfFooter() {
  if (useMirrorState().freshness === null) return null;
  return (
    <footer className="after-content px-4 pb-[max(1.5rem,env(safe-area-inset-bottom))] xs:px-6 md:hidden print:hidden">
      <AsOf />
    </footer>
  );
}
