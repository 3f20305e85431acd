import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { inState } from '../lib/history-entry.ts';
import { LED_ON } from '../ui/use-lead-on.ts';

/**
 * After a navigation the focus moves to the new page's heading, or to `main` if it has none yet, so that
 * keyboard users go on from there and a screen reader announces the page. Browsers draw no focus ring after a
 * click. Only a change of path counts: not the menu, not a filter in the query.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const { pathname, state } = useLocation();
  const isLedOn = inState(state, LED_ON) === true;
  const type = useNavigationType();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const focused = document.activeElement;
    // A page that has got another address, such as that of a new item's row, goes on.
    const goesOn = focused !== main.current && main.current?.contains(focused);
    // An old address that the visit began with leads on by itself: nobody has navigated, and a ring would be drawn.
    const isUnasked = isLedOn && focused === document.body;
    if (type === 'REPLACE' && (goesOn || isUnasked)) return;
    const heading = main.current?.querySelector<HTMLElement>('h1') ?? main.current;
    heading?.focus({ preventScroll: true });
  }, [pathname, type, main, isLedOn]);
}
