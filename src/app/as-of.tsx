import { useMirrorState } from '../engine/index.ts';
import { dayAndTime } from '../lib/day-and-time.ts';
import { useNow } from '../ui/use-now.ts';

const MINUTE_MS = 60_000;

/** When this device last had everything, in one quiet line; nothing before the first time. */
export function AsOf() {
  const { freshness } = useMirrorState();
  // 'Today' becomes 'yesterday' in an open page.
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
 * The same below the page, where there is no sidebar. What it tells can be known a moment before the content is
 * drawn; it comes after it, so as not to be seen moving out of its way.
 */
export function AsOfFooter() {
  if (useMirrorState().freshness === null) return null;
  return (
    <footer className="after-content px-4 pb-[max(1.5rem,env(safe-area-inset-bottom))] xs:px-6 md:hidden print:hidden">
      <AsOf />
    </footer>
  );
}
