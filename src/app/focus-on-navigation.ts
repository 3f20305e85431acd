import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * After a navigation the focus moves to the new page's heading, or to `main` if it has none yet, so
 * that the keyboard goes on from there and a screen reader says where it is. The browser draws no
 * ring when the navigation was a click. Only another path counts: not the menu, not a filter in the query.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const heading = main.current?.querySelector<HTMLElement>('h1') ?? main.current;
    heading?.focus({ preventScroll: true });
  }, [pathname, main]);
}
