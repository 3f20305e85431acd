import type { RouteObject } from 'react-router-dom';
import { HomePage } from '../features/home/home-page.tsx';
import { ProjectsPage } from '../features/projects/projects-page.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { Layout } from './layout.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** Spec section 2, the route table. */
const pages: RouteObject[] = [
  { path: '/', element: <HomePage /> },
  { path: '/projects', element: <ProjectsPage /> },
  { path: '*', element: <NotFoundPage /> },
];

/** A page that fails leaves the frame standing; a frame that fails leaves the error screen alone. */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <ErrorScreen />,
    children: [{ errorElement: <ErrorScreen />, children: pages }],
  },
];
