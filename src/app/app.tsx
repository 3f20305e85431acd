import { useEffect, useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { whenIdle } from '../lib/when-idle.ts';
import { ToastProvider } from '../ui/toast.tsx';
import { withCrossFade } from './cross-fade.ts';
import { loadAllPages, routes } from './routes.tsx';
import { type Diagnostics, DiagnosticsContext } from './sync-details-by-address.tsx';

/** The whole site, at the address in the browser. */
export function App({ diagnostics }: { diagnostics: Diagnostics }) {
  const [router] = useState(() => withCrossFade(createBrowserRouter(routes)));
  useEffect(() => whenIdle(loadAllPages), []);
  return (
    <DiagnosticsContext value={diagnostics}>
      <ToastProvider>
        <RouterProvider router={router} />
      </ToastProvider>
    </DiagnosticsContext>
  );
}
