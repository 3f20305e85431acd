import { useEffect, useRef } from 'react';
import { useHref, useLocation } from 'react-router-dom';

/**
 * Keeps the address bar at the present address of the item that an open page shows, so that what is copied or kept from there
 * is found. The history's entry stays. The router is not told: it would show the page anew, without what its reader has opened
 * or typed in it.
 *
 * @param path null while it is not known
 */
export function useAddressInBar(path: string | null): void {
  const { pathname } = useLocation();
  const present = useHref(path ?? pathname);
  const inBar = useRef(useHref(pathname));
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    // In the second case the reader is about to leave: the bar has the next page's address already.
    if (path === null || pathname !== inBar.current || pathname === present) return;
    window.history.replaceState(window.history.state, '', `${present}${search}${hash}`);
    inBar.current = window.location.pathname;
  }, [path, present]);
}
