import { type KindName, registry } from '../../content/kinds.ts';
import type { Post } from '../../content/posts.ts';
import type { ItemOf } from '../../engine/index.ts';

/** A page of the site, found by its name or its purpose. */
export interface FoundPage {
  /** Its address. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** The kinds whose items are shown on it. */
  readonly shows?: readonly KindName[];
}

/** The groups of results, and the items in each. */
export type ItemsByGroup = { readonly pages: FoundPage; readonly posts: Post } & {
  readonly [Name in KindName]: ItemOf<(typeof registry)[Name]>;
};

export type Group = keyof ItemsByGroup;

export const kindNames = Object.keys(registry) as readonly KindName[];

export const groups: readonly Group[] = ['pages', 'posts', ...kindNames];

/** The groups whose title differs from their page's. */
const titles: Partial<Readonly<Record<Group, string>>> = {
  pages: 'Pages',
  posts: 'Posts',
  tools: 'AI tools',
  friends: 'Friends',
  tracks: 'Music',
  tasks: 'Tasks',
};

export function groupTitle(group: Group, pages: readonly FoundPage[]): string {
  return titles[group] ?? pageOf(group, pages)?.title ?? group;
}

/** The page that shows a group's items. */
export function pageOf(group: Group, pages: readonly FoundPage[]): FoundPage | undefined {
  return pages.find(({ shows }) => (shows as readonly Group[] | undefined)?.includes(group));
}

/** The device's items of each group; null while unknown. */
export type Contents = { readonly [G in Group]: readonly ItemsByGroup[G][] | null };
