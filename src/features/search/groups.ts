import type { Commentary } from '../../content/commentaries/commentaries.ts';
import type { Post } from '../../content/commentaries/posts.ts';
import type { Friend } from '../../content/friends/friends.ts';
import type { Learning } from '../../content/learnings/learnings.ts';
import type { Project } from '../../content/projects/projects.ts';
import type { Resource } from '../../content/resources/resources.ts';
import type { Task } from '../../content/tasks/tasks.ts';
import type { Tool } from '../../content/tools/tools.ts';
import type { Track } from '../../content/tracks/tracks.ts';
import type { Page } from './pages.ts';

/** What is searched: the groups that results stand in, and what each consists of. */
export interface Items {
  pages: Page;
  projects: Project;
  learnings: Learning;
  resources: Resource;
  tools: Tool;
  commentaries: Commentary;
  posts: Post;
  friends: Friend;
  tracks: Track;
  tasks: Task;
}

export type Group = keyof Items;

export const groupTitles: Readonly<Record<Group, string>> = {
  pages: 'Pages',
  projects: 'Projects',
  learnings: 'Learnings',
  resources: 'Resources',
  tools: 'AI tools',
  commentaries: 'Chatter',
  posts: 'Posts',
  friends: 'Friends',
  tracks: 'Music',
  tasks: 'Tasks',
};

export const groups = Object.keys(groupTitles) as readonly Group[];

/** What the device has of each group; null for what is not known yet. */
export type Contents = { readonly [G in Group]: readonly Items[G][] | null };
