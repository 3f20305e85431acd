import { useEffect, useState } from 'react';
import { SLOW_PAGE_MS } from '../lib/limits.ts';
import type { Arrival, Navigation } from './navigation.ts';

/**
 * LOOK-16: a line at the top while the next page is loading, unseen for the first 150 ms. A screen reader says so if it takes long.
 *
 * @param props.shown the arrival that is on the screen
 */
export function OnItsWay({ navigation, shown }: { navigation: Navigation; shown: Arrival }) {
  const [left, setLeft] = useState<Arrival | null>(null);
  const [isLong, setLong] = useState(false);
  // Another arrival ends it, in the same render as its page.
  const isOn = left === shown;
  useEffect(() => navigation.onDeparture(() => setLeft(navigation.arrival)), [navigation]);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => setLong(true), SLOW_PAGE_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isOn]);
  return (
    isOn && (
      <div
        // A popover lies above the menu, whose link may have been the one that was followed.
        popover="manual"
        ref={(line) => line?.showPopover?.()}
        role="status"
        className="after-wait fixed inset-x-0 top-[env(safe-area-inset-top)] bottom-auto z-50 h-0.5 w-full overflow-hidden bg-transparent print:hidden"
      >
        <div className="on-its-way h-full origin-left bg-accent" />
        {isLong && <span className="sr-only">Loading page</span>}
      </div>
    )
  );
}
