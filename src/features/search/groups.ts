import type { Post } from '../../content/commentaries/posts.ts';
import { type KindName, registry } from '../../content/kinds.ts';
import type { ItemOf } from '../../engine/index.ts';

/** A page of the site, to be found by its name or by what it is for. */
export interface Page {
  /** Its address. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** The kinds whose items the search finds here. */
  readonly shows?: readonly KindName[];
}

/** What is searched: the groups that results stand in, and what each consists of. */
export type Items = { readonly pages: Page; readonly posts: Post } & {
  readonly [Name in KindName]: ItemOf<(typeof registry)[Name]>;
};

export type Group = keyof Items;

export const kindNames = Object.keys(registry) as readonly KindName[];

export const groups: readonly Group[] = ['pages', 'posts', ...kindNames];

/** The groups that are not called as the page is that shows them. */
const titles: Partial<Readonly<Record<Group, string>>> = {
  pages: 'Pages',
  posts: 'Posts',
  tools: 'AI tools',
  friends: 'Friends',
  tracks: 'Music',
  tasks: 'Tasks',
};

export function groupTitle(group: Group, pages: readonly Page[]): string {
  return titles[group] ?? pageOf(group, pages)?.title ?? group;
}

/** The page on which the items of a group are to be found. */
export function pageOf(group: Group, pages: readonly Page[]): Page | undefined {
  return pages.find(({ shows }) => (shows as readonly Group[] | undefined)?.includes(group));
}

/** What the device has of each group; null for what is not known yet. */
export type Contents = { readonly [G in Group]: readonly Items[G][] | null };
