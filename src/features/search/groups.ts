import type { Commentary } from '../../model/commentaries.ts';
import type { Friend } from '../../model/friends.ts';
import type { Learning } from '../../model/learnings.ts';
import type { Post } from '../../model/posts.ts';
import type { Project } from '../../model/projects.ts';
import type { Resource } from '../../model/resources.ts';
import type { Task } from '../../model/tasks.ts';
import type { Tool } from '../../model/tools.ts';
import type { Track } from '../../model/tracks.ts';
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
