import type { ComponentType } from 'react';
import { matchRoutes, type NonIndexRouteObject, type To, useLocation } from 'react-router-dom';
import { NotFoundPage } from '../features/not-found/not-found-page.tsx';
import { loadPart } from '../lib/part.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { useLeadOn } from '../ui/use-lead-on.ts';
import { adminPart } from './admin-part.tsx';
import { pages } from './pages.tsx';

/** As in pages.tsx. */
declare const __HAS_INBOX__: boolean;

const more = adminPart('Admin', 'Loading...', async () => {
  return (await import('./more-admin-pages.tsx')).MoreAdminPages;
});

/** Each page is a part of the build, with everything that only this page needs. */
interface Route extends NonIndexRouteObject {
  /** Loads the component into the route. */
  readonly load?: () => Promise<ComponentType>;
}

/** Only in `npm run dev`: in a build the condition is false, and the import is left out. */
const developmentPages: readonly Route[] = import.meta.env.DEV
  ? [
      {
        path: '/ui',
        load: async () => (await import('../features/pieces/pieces-page.tsx')).PiecesPage,
      },
    ]
  : [];

/** ROUTE-1 */
export const routes: Route[] = [
  ...pages.map(({ id, load }) => ({ path: id, load })),
  ...pages
    .filter(({ isLongList }) => isLongList)
    .map(({ id, load }) => ({ path: `${id}/page/:number`, load })),
  {
    path: '/projects/:projectId',
    load: async () => (await import('../features/project/project-page.tsx')).ProjectPage,
  },
  {
    path: '/learnings/:slug',
    load: async () => (await import('../features/learnings/learning-page.tsx')).LearningPage,
  },
  {
    path: '/tags/:place',
    load: async () => (await import('../features/learnings/learnings-page.tsx')).LearningsPage,
  },
  { path: '/commentary', element: <LeadOn to="/friends" /> },
  {
    path: '/admin',
    element: adminPart('Admin', 'Loading...', async () => {
      return (await import('./admin-page.tsx')).AdminPage;
    }),
  },
  {
    path: '/admin/:section/:id',
    element: adminPart('Admin', 'Loading...', async () => {
      const { AdminPage } = await import('./admin-page.tsx');
      return () => <AdminPage writes />;
    }),
  },
  {
    path: '/admin/outbox',
    element: adminPart('Outbox', 'Loading edits...', async () => {
      return (await import('../features/outbox/outbox-page.tsx')).OutboxPage;
    }),
  },
  { path: '/admin/history', element: more },
  { path: '/admin/import', element: more },
  { path: '/admin/deleted', element: more },
  { path: '/admin/pictures', element: more },
  { path: '/admin/tags', element: more },
  { path: '/admin/profile', element: more },
  ...(__HAS_INBOX__ ? [{ path: '/admin/inbox', element: more }] : []),
  ...developmentPages,
  { path: '*', element: <PageByFile /> },
];

/** The name of a page's file is another name of the page: `/index.html` is Home. */
function PageByFile() {
  const { pathname } = useLocation();
  const named = pathname.replace(/(\/)index\.html$|\.html$/, '$1');
  return named === pathname ? <NotFoundPage /> : <LeadOn to={named} />;
}

function LeadOn({ to }: { to: string }) {
  useLeadOn(to);
  return null;
}

/**
 * Loads the page at an address of this site.
 *
 * @param basename the base path, which the address begins with
 * @returns null if it is loaded
 */
export function loadPage(to: To, basename: string): Promise<void> | null {
  const route = matchRoutes(routes, to, basename)?.at(-1)?.route;
  if (route?.load === undefined || route.Component !== undefined) return null;
  return loadPart(route.load).then((component) => {
    route.Component = component;
  });
}

/**
 * Loads the pages that have not been opened yet, so that a navigation waits for nothing: one after another, whenever the browser
 * is idle.
 *
 * @returns a function that stops it
 */
export function loadAllPages(): () => void {
  const missing = routes.flatMap(({ load, Component }) =>
    load === undefined || Component !== undefined ? [] : [load],
  );
  let stop = () => {};
  const loadNext = () => {
    const load = missing.shift();
    if (load === undefined) return;
    // If a page can't be loaded now, it is tried again when it is opened.
    stop = whenIdle(() => void load().then(loadNext, loadNext));
  };
  loadNext();
  return () => {
    missing.length = 0;
    stop();
  };
}
