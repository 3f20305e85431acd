import { useEffect } from 'react';
import { inSite } from '../lib/in-site.ts';
import { ToastProvider } from '../ui/toast.tsx';
import { FramedPage } from './framed-page.tsx';
import { KeptScrollContext } from './kept-scroll.ts';
import { Navigated } from './navigated.tsx';
import type { OpenSite } from './open-site.ts';
import { loadAllPages } from './routes.tsx';
import { type Diagnostics, DiagnosticsContext } from './sync-details-by-address.tsx';

/** The whole site, at the address in the browser. */
export function App({
  site: { navigation, scroll },
  diagnostics,
}: {
  site: OpenSite;
  diagnostics: Diagnostics;
}) {
  useEffect(loadAllPages, []);
  return (
    <DiagnosticsContext value={diagnostics}>
      <KeptScrollContext value={scroll}>
        <Navigated navigation={navigation} basename={inSite('/')}>
          {(page) => (
            // Within the router: a toast may lead to a page.
            <ToastProvider>
              <FramedPage page={page} />
            </ToastProvider>
          )}
        </Navigated>
      </KeptScrollContext>
    </DiagnosticsContext>
  );
}
