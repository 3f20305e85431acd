import { type KindName, kindTitle } from '../../content/kinds.ts';
import type { Group, SearchedPage } from '../../content/search/groups.ts';

/** As the frame names its pages: it knows no content. */
export type FoundPage = SearchedPage;

/** The groups that are no kinds. */
const fixed = { pages: 'Pages', about: 'About', posts: 'Posts' } as const;

export function groupTitle(group: Group): string {
  return fixed[group as keyof typeof fixed] ?? kindTitle(group as KindName);
}
