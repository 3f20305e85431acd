import { useEffect, useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { forgetHead } from '../lib/forget-head.ts';
import { inSite } from '../lib/in-site.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { ToastProvider } from '../ui/toast.tsx';
import { withCrossFade } from './cross-fade.ts';
import { KeptScrollContext, keepScroll } from './kept-scroll.ts';
import { nameEntries } from './name-entries.ts';
import { loadAllPages, routes } from './routes.tsx';
import { type Diagnostics, DiagnosticsContext } from './sync-details-by-address.tsx';

/** The whole site, at the address in the browser. */
export function App({ diagnostics }: { diagnostics: Diagnostics }) {
  const [{ router, scroll }] = useState(openSite);
  useEffect(() => whenIdle(loadAllPages), []);
  return (
    <DiagnosticsContext value={diagnostics}>
      <ToastProvider>
        <KeptScrollContext value={scroll}>
          <RouterProvider router={router} />
        </KeptScrollContext>
      </ToastProvider>
    </DiagnosticsContext>
  );
}

function openSite() {
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
