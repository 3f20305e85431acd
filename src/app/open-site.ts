import { createBrowserRouter } from 'react-router-dom';
import { forgetHead } from '../lib/forget-head.ts';
import { inSite } from '../lib/in-site.ts';
import { withCrossFade } from './cross-fade.ts';
import { type KeptScroll, keepScroll } from './kept-scroll.ts';
import { nameEntries } from './name-entries.ts';
import { routes } from './routes.tsx';

/** What the app navigates with: opened once, before anything is rendered. */
export interface OpenSite {
  readonly router: ReturnType<typeof createBrowserRouter>;
  readonly scroll: KeptScroll;
}

/** Opens the site at the address in the browser, and begins to load the page that is there. */
export function openSite(): OpenSite {
  nameEntries();
  const router = createBrowserRouter(routes, { basename: inSite('/') });
  let { pathname } = router.state.location;
  router.subscribe(({ location }) => {
    // What it says of the next page, features/head says once that page is known.
    if (location.pathname !== pathname) forgetHead();
    pathname = location.pathname;
  });
  // First, as a page that is left must be measured before it fades.
  const scroll = keepScroll(router);
  return { router: withCrossFade(router), scroll };
}
