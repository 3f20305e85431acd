import { useEffect } from 'react';
import { RouterProvider } from 'react-router-dom';
import { whenIdle } from '../lib/when-idle.ts';
import { ToastProvider } from '../ui/toast.tsx';
import { KeptScrollContext } from './kept-scroll.ts';
import { useMissedNavigation } from './missed-navigation.ts';
import type { OpenSite } from './open-site.ts';
import { loadAllPages } from './routes.tsx';
import { type Diagnostics, DiagnosticsContext } from './sync-details-by-address.tsx';

/** The whole site, at the address in the browser. */
export function App({
  site: { router, scroll },
  diagnostics,
}: {
  site: OpenSite;
  diagnostics: Diagnostics;
}) {
  useMissedNavigation(router);
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
