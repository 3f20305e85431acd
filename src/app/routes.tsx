import { lazy, Suspense } from 'react';
import { Navigate, type RouteObject } from 'react-router-dom';
import { ChatterPage } from '../features/chatter/chatter-page.tsx';
import { ContactPage } from '../features/contact/contact-page.tsx';
import { HomePage } from '../features/home/home-page.tsx';
import { LearningPage } from '../features/learnings/learning-page.tsx';
import { LearningsPage } from '../features/learnings/learnings-page.tsx';
import { PostsPage } from '../features/posts/posts-page.tsx';
import { ProjectPage } from '../features/project/project-page.tsx';
import { ProjectsPage } from '../features/projects/projects-page.tsx';
import { ResourcesPage } from '../features/resources/resources-page.tsx';
import { RoadmapPage } from '../features/roadmap/roadmap-page.tsx';
import { ToolsPage } from '../features/tools/tools-page.tsx';
import { loadPart } from '../lib/part.ts';
import { ErrorScreen } from './error-screen.tsx';
import { Layout } from './layout.tsx';
import { Loading } from './loading.tsx';
import { NotFoundPage } from './not-found-page.tsx';

const AdminPage = lazy(async () => {
  const { AdminPage: page } = await loadPart(() => import('./admin-page.tsx'));
  return { default: page };
});
const OutboxPage = lazy(async () => {
  const { OutboxPage: page } = await loadPart(() => import('../features/outbox/outbox-page.tsx'));
  return { default: page };
});

/** ROUTE-1 */
const pages: RouteObject[] = [
  { path: '/', element: <HomePage /> },
  { path: '/projects', element: <ProjectsPage /> },
  { path: '/projects/:projectId', element: <ProjectPage /> },
  { path: '/roadmap', element: <RoadmapPage /> },
  { path: '/learnings', element: <LearningsPage /> },
  { path: '/learnings/:slug', element: <LearningPage /> },
  { path: '/resources', element: <ResourcesPage /> },
  { path: '/friends', element: <ToolsPage /> },
  { path: '/chatter', element: <ChatterPage /> },
  { path: '/posts', element: <PostsPage /> },
  { path: '/contact', element: <ContactPage /> },
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

/** A page that fails leaves the frame standing; a frame that fails leaves the error screen alone. */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: (
      <main>
        <ErrorScreen />
      </main>
    ),
    children: [{ errorElement: <ErrorScreen />, children: pages }],
  },
];
