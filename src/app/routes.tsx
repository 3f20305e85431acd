import { lazy, Suspense } from 'react';
import { Navigate, type RouteObject } from 'react-router-dom';
import { LearningPage } from '../features/learnings/learning-page.tsx';
import { ProjectPage } from '../features/project/project-page.tsx';
import { loadPart } from '../lib/part.ts';
import { ErrorScreen } from './error-screen.tsx';
import { Layout } from './layout.tsx';
import { Loading } from './loading.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { pages } from './pages.tsx';

const AdminPage = lazy(async () => {
  const { AdminPage: page } = await loadPart(() => import('./admin-page.tsx'));
  return { default: page };
});
const OutboxPage = lazy(async () => {
  const { OutboxPage: page } = await loadPart(() => import('../features/outbox/outbox-page.tsx'));
  return { default: page };
});

/** ROUTE-1 */
const children: RouteObject[] = [
  ...pages.map(({ id, element }) => ({ path: id, element })),
  { path: '/projects/:projectId', element: <ProjectPage /> },
  { path: '/learnings/:slug', element: <LearningPage /> },
  { path: '/commentary', element: <Navigate to="/friends" replace /> },
  {
    path: '/admin',
    element: (
      <Suspense fallback={<Loading title="Admin" words="Loading..." />}>
        <AdminPage />
      </Suspense>
    ),
  },
  {
    path: '/admin/outbox',
    element: (
      <Suspense fallback={<Loading title="Outbox" words="Loading edits..." />}>
        <OutboxPage />
      </Suspense>
    ),
  },
  { path: '*', element: <NotFoundPage /> },
];

/** Only in `npm run dev`: in a build the condition is false, and the import is left out. */
const developmentPages: RouteObject[] = import.meta.env.DEV
  ? [
      {
        path: '/ui',
        lazy: async () => {
          const { PiecesPage } = await import('../features/pieces/pieces-page.tsx');
          return { Component: PiecesPage };
        },
      },
    ]
  : [];

/** If a page fails, the frame stays; if the frame fails, only the error screen is shown. */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: (
      <main>
        <ErrorScreen />
      </main>
    ),
    children: [{ errorElement: <ErrorScreen />, children: [...children, ...developmentPages] }],
  },
];
