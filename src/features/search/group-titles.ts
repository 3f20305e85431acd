import { kindTitle } from '../../content/kinds.ts';
import type { Group, SearchedPage } from '../../content/search/groups.ts';

/** As the frame names its pages: it knows no content. */
export type FoundPage = SearchedPage;

export function groupTitle(group: Group): string {
  if (group === 'pages') return 'Pages';
  return group === 'posts' ? 'Posts' : kindTitle(group);
}

/** The page that shows a group's items. */
export function pageOf(group: Group, pages: readonly FoundPage[]): FoundPage | undefined {
  return pages.find(({ shows }) => (shows as readonly Group[] | undefined)?.includes(group));
}
