import { useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { ToastProvider } from '../ui/toast.tsx';
import { routes } from './routes.tsx';

/** The site, at the address that the browser shows. */
export function App() {
  const [router] = useState(() => createBrowserRouter(routes));
  return (
    <ToastProvider>
      <RouterProvider router={router} />
    </ToastProvider>
  );
}
