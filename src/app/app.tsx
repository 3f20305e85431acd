import { useEffect, useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { inSite } from '../lib/in-site.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { ToastProvider } from '../ui/toast.tsx';
import { withCrossFade } from './cross-fade.ts';
import { KeptScrollContext, keepScroll } from './kept-scroll.ts';
import { nameEntries } from './name-entries.ts';
import { forgetAddress } from './replace-built.ts';
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
  const { pathname } = router.state.location;
  router.subscribe(({ location }) => {
    if (location.pathname !== pathname) forgetAddress();
  });
  // First, as a page that is left must be measured before it fades.
  const scroll = keepScroll(router);
  return { router: withCrossFade(router), scroll };
}
