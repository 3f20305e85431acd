import type { ReactElement } from 'react';
import { ChatterPage } from '../features/chatter/chatter-page.tsx';
import { ContactPage } from '../features/contact/contact-page.tsx';
import { HomePage } from '../features/home/home-page.tsx';
import { LearningsPage } from '../features/learnings/learnings-page.tsx';
import { PostsPage } from '../features/posts/posts-page.tsx';
import { ProjectsPage } from '../features/projects/projects-page.tsx';
import { ResourcesPage } from '../features/resources/resources-page.tsx';
import { RoadmapPage } from '../features/roadmap/roadmap-page.tsx';
import type { Page } from '../features/search/groups.ts';
import { ToolsPage } from '../features/tools/tools-page.tsx';

/** A page that visitors can open by its address. */
export interface SitePage extends Page {
  readonly element: ReactElement;
  /** Its label in the sidebar; pages without one have no link there. */
  readonly link?: string;
}

/** In the sidebar's order (FRAME-2). Routes, sidebar and search are all built from this list. */
export const pages: readonly SitePage[] = [
  {
    id: '/',
    title: 'Home',
    about: 'Profile, chatter, music and friends of the notebook',
    link: 'Home',
    shows: ['friends', 'tracks'],
    element: <HomePage />,
  },
  {
    id: '/projects',
    title: 'Projects',
    about: 'What is being built',
    link: 'Projects',
    shows: ['projects'],
    element: <ProjectsPage />,
  },
  {
    id: '/roadmap',
    title: 'Project Roadmap',
    about: 'Projects by how far they are',
    element: <RoadmapPage />,
  },
  {
    id: '/learnings',
    title: 'Learnings',
    about: 'What came out of it',
    link: 'Learnings',
    shows: ['learnings'],
    element: <LearningsPage />,
  },
  {
    id: '/resources',
    title: 'Resources',
    about: 'Things to read, to watch and to listen to',
    link: 'Resources',
    shows: ['resources'],
    element: <ResourcesPage />,
  },
  {
    id: '/friends',
    title: 'AI Tools',
    about: 'My AI friends',
    link: 'AI Tools',
    shows: ['tools'],
    element: <ToolsPage />,
  },
  {
    id: '/chatter',
    title: 'Chatter',
    about: 'Commentaries',
    shows: ['commentaries'],
    element: <ChatterPage />,
  },
  { id: '/posts', title: 'Posts', about: 'Longer pieces', element: <PostsPage /> },
  {
    id: '/contact',
    title: 'Contact',
    about: 'Say hello',
    link: 'Contact',
    element: <ContactPage />,
  },
];
