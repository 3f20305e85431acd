import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { type Keeping, type MirrorState, useKeeping, useMirrorState } from '../engine/index.ts';
import { deviceTrouble } from '../lib/failure-words.ts';
import { dayAndTime } from '../lib/in-words.ts';
import { OUTAGE_UNMENTIONED_MS } from '../lib/limits.ts';
import type { Instant } from '../lib/millis.ts';
import { unreadableInWords } from '../ui/by-state.tsx';
import { failureInWords } from './no-news-words.ts';
import { DEBUG, useIsEngineer } from './sync-details-by-address.tsx';

/**
 * One quiet strip that says there is no news, and how old the content is. It floats at the bottom and lets presses
 * through, so that it neither moves anything nor blocks what is under it.
 */
export function OfflineStrip() {
  const state = useMirrorState();
  const keeping = useKeeping();
  const told = [deviceTrouble[keeping], meansToReaders[keeping], wordsFor(state, Date.now())];
  const words = useLasting(told.filter((part) => part !== null).join(' ') || null);
  const hasDetails = useIsEngineer() && (state.status.failures > 0 || state.malformed > 0);
  return (
    <div role="status" className="pointer-events-none sticky bottom-0 z-10 print:hidden">
      {words !== null && (
        <p className="border-t border-hairline bg-sunken px-4 pt-1.5 pb-[max(0.375rem,env(safe-area-inset-bottom))] text-micro font-medium text-muted xs:px-6 md:py-2 md:text-small md:font-normal lg:px-10">
          <span>{words}</span>
          <OfflineLink />
          {hasDetails && <DetailsLink />}
        </p>
      )}
    </div>
  );
}

const linkClass =
  'pointer-events-auto -my-1 inline-flex min-h-6 min-w-6 items-center font-semibold underline';

function OfflineLink() {
  return (
    <>
      {' '}
      <Link to="/offline" className={linkClass}>
        What is here
      </Link>
    </>
  );
}

function DetailsLink() {
  const { pathname, search, hash } = useLocation();
  const parameters = new URLSearchParams(search);
  parameters.set(DEBUG, '');
  return (
    <>
      {' '}
      <Link
        to={{ pathname, search: `${parameters}`, hash }}
        preventScrollReset
        className={linkClass}
      >
        Details
      </Link>
    </>
  );
}

/** What the device's trouble means for readers. */
const meansToReaders: Readonly<Record<Keeping, string | null>> = {
  kept: null,
  silent: 'What you see comes from the network and isn’t kept; edits can’t be saved right now.',
  full: 'What you see comes from the network and isn’t kept.',
  failing: 'What you see comes from the network and isn’t kept.',
  none: 'What you see, and any unsent edits, are lost when the tab closes.',
};

export function wordsFor(
  { status, freshness, malformed }: MirrorState,
  now: Instant,
): string | null {
  const asOf =
    freshness === null
      ? ''
      : ` Everything here is from ${dayAndTime(freshness, Math.max(now, freshness))}.`;
  if (status.phase === 'offline') {
    return freshness === null
      ? 'You’re offline, and nothing is saved on this device yet.'
      : `You’re offline.${asOf}`;
  }
  if (status.failures > 0) return `${failureInWords(status.failure)}${asOf}`;
  return malformed === 0 ? null : unreadableInWords(malformed);
}

/** The value once it has lasted a moment; null again at once. */
function useLasting(value: string | null): string | null {
  const [lasting, setLasting] = useState<string | null>(null);
  useEffect(() => {
    if (value === null) {
      setLasting(null);
      return;
    }
    const timer = setTimeout(() => setLasting(value), OUTAGE_UNMENTIONED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return value === null ? null : lasting;
}
