import type { Group, SearchedPage } from '../../content/search/groups.ts';

/** As the frame names its pages: it knows no content. */
export type FoundPage = SearchedPage;

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
