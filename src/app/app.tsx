import { useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { ToastProvider } from '../ui/toast.tsx';
import { withCrossFade } from './cross-fade.ts';
import { routes } from './routes.tsx';

/** The site, at the address that the browser shows. */
export function App() {
  const [router] = useState(() => withCrossFade(createBrowserRouter(routes)));
  return (
    <ToastProvider>
      <RouterProvider router={router} />
    </ToastProvider>
  );
}
