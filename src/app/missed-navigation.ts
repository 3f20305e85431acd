import { useLayoutEffect, useRef } from 'react';
import type { OpenSite } from './open-site.ts';

/**
 * The router's provider reads the router's state when it is rendered, and listens from its first effect on. If the first
 * render takes several slices (first-render.ts), a navigation in between would never show: it is told again. The router
 * does so itself only if nobody else has listened, as open-site.ts has.
 */
export function useMissedNavigation(
  router: Pick<OpenSite['router'], 'state' | 'revalidate'>,
): void {
  const rendered = useRef(router.state);
  useLayoutEffect(() => {
    if (router.state !== rendered.current) void router.revalidate();
  }, [router]);
}
