import type { ComponentType } from 'react';
import type { FoundPage } from '../features/search/group-titles.ts';

/** Whether the owner wants an inbox (site.config.ts). A constant of the build, so that one without an inbox has no code of it. */
declare const __HAS_INBOX__: boolean;

/** A page that visitors can open by its address. */
export interface SitePage extends FoundPage {
  /** The part of the site that shows it, loaded when it is needed. */
  readonly load: () => Promise<ComponentType>;
  /** Its label in the sidebar; pages without one have no link there. */
  readonly link?: string;
  /** Whether a build has several pages of its list, if that is long (PAGES-11). Then `shows` names one kind. */
  readonly isLongList?: true;
}

/** In the sidebar's order (FRAME-2). Routes, sidebar and search are all built from this list. */
export const pages: readonly SitePage[] = [
  {
    id: '/',
    title: 'Home',
    about: 'Profile, chatter, music and friends of the notebook',
    link: 'Home',
    shows: ['friends', 'tracks', 'profile'],
    load: async () => (await import('../features/home/home-page.tsx')).HomePage,
  },
  {
    id: '/projects',
    title: 'Projects',
    about: 'What is being built',
    link: 'Projects',
    shows: ['projects'],
    load: async () => (await import('../features/projects/projects-page.tsx')).ProjectsPage,
  },
  {
    id: '/roadmap',
    title: 'Project Roadmap',
    about: 'Projects by how far they are',
    load: async () => (await import('../features/roadmap/roadmap-page.tsx')).RoadmapPage,
  },
  {
    id: '/learnings',
    title: 'Learnings',
    about: 'What came out of it',
    link: 'Learnings',
    shows: ['learnings'],
    isLongList: true,
    load: async () => (await import('../features/learnings/learnings-page.tsx')).LearningsPage,
  },
  {
    id: '/resources',
    title: 'Resources',
    about: 'Things to read, to watch and to listen to',
    link: 'Resources',
    shows: ['resources'],
    isLongList: true,
    load: async () => (await import('../features/resources/resources-page.tsx')).ResourcesPage,
  },
  {
    id: '/friends',
    title: 'AI Tools',
    about: 'My AI friends',
    link: 'AI Tools',
    shows: ['tools'],
    load: async () => (await import('../features/tools/tools-page.tsx')).ToolsPage,
  },
  {
    id: '/chatter',
    title: 'Chatter',
    about: 'Commentaries',
    shows: ['commentaries'],
    load: async () => (await import('../features/chatter/chatter-page.tsx')).ChatterPage,
  },
  {
    id: '/posts',
    title: 'Posts',
    about: 'Longer pieces',
    load: async () => (await import('../features/posts/posts-page.tsx')).PostsPage,
  },
  {
    id: '/contact',
    title: 'Contact',
    about: 'Say hello',
    link: 'Contact',
    load: async () =>
      __HAS_INBOX__
        ? (await import('../features/contact/message-page.tsx')).MessagePage
        : (await import('../features/contact/contact-page.tsx')).ContactPage,
  },
  {
    id: '/offline',
    title: 'On this device',
    about: 'What is kept for reading offline',
    load: async () => (await import('../features/offline/offline-page.tsx')).OfflinePage,
  },
];
