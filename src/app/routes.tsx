import { type ComponentType, lazy, Suspense } from 'react';
import { Navigate, type RouteObject, useLocation } from 'react-router-dom';
import { capture } from '../features/capture/capture.ts';
import { loadPart } from '../lib/part.ts';
import { PageColumn } from '../ui/page-column.tsx';
import { Spinner } from '../ui/spinner.tsx';
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

/** Each page is a part of the build, with everything that only this page needs. */
const visitorPages: readonly { path: string; load: () => Promise<ComponentType> }[] = [
  ...pages.map(({ id, load }) => ({ path: id, load })),
  {
    path: '/projects/:projectId',
    load: async () => (await import('../features/project/project-page.tsx')).ProjectPage,
  },
  {
    path: '/learnings/:slug',
    load: async () => (await import('../features/learnings/learning-page.tsx')).LearningPage,
  },
];

/** Loads the pages that have not been opened yet, so that a navigation waits for nothing. */
export function loadAllPages(): void {
  // One that is out of reach now is tried again when it is opened.
  for (const { load } of visitorPages) void load().catch(() => {});
}

/** ROUTE-1. The router keeps the page that is shown until the next one is loaded. */
const children: RouteObject[] = [
  ...visitorPages.map(({ path, load }) => ({
    path,
    lazy: async () => ({ Component: await loadPart(load) }),
  })),
  { path: '/capture', loader: capture },
  { path: '/commentary', element: <Navigate to="/friends" replace /> },
  { path: '/index.html', element: <HomeByFile /> },
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

/** The file that hosts serve for every page. */
function HomeByFile() {
  const { search, hash } = useLocation();
  return <Navigate to={{ pathname: '/', search, hash }} replace />;
}

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

/** Stands in the frame until the page that was opened first is loaded. */
function FirstPage() {
  return (
    <PageColumn>
      <Spinner />
    </PageColumn>
  );
}

/** If a page fails, the frame stays; if the frame fails, only the error screen is shown. */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: (
      <main>
        <ErrorScreen />
      </main>
    ),
    children: [
      {
        errorElement: <ErrorScreen />,
        hydrateFallbackElement: <FirstPage />,
        children: [...children, ...developmentPages],
      },
    ],
  },
];
