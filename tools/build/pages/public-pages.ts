import { pages } from '../../../src/app/pages.tsx';
import { addressesIn } from '../../../src/content/addresses.ts';
import {
  changedAt,
  learningPage,
  listedPages,
  type PublicPage,
  partOfList,
  projectPage,
  tagPage,
} from '../../../src/features/head/public-page.ts';
import { listPages } from '../../../src/lib/list-pages.ts';
import type { Items } from './content.ts';
import type { FeedTag } from './tag-feeds.ts';

export interface DatedPage extends PublicPage {
  /** When what it shows was last added to or changed, in ms since 1970; null if nothing of it has a date. */
  readonly changed: number | null;
}

/** Every public page, parents before children. */
export function publicPages(items: Items): readonly DatedPage[] {
  const listed = listedPages(pages);
  const projectAddress = addressesIn(items.projects);
  const learningAddress = addressesIn(items.learnings);
  return [
    ...listed.map((page) => ({ ...page, changed: newest(shownOn(page.path, items)) })),
    ...items.projects.map((project) => ({
      ...projectPage(project, projectAddress(project), listed),
      changed: changedAt(project),
    })),
    ...items.learnings.map((learning) => ({
      ...learningPage(learning, learningAddress(learning), listed),
      changed: changedAt(learning),
    })),
  ];
}

/** PAGES-11: the second and further pages of long lists. */
export function furtherPages(items: Items): readonly DatedPage[] {
  const listed = listedPages(pages);
  return pages.flatMap(({ id, shows = [], isLongList }) => {
    const first = listed.find(({ path }) => path === id);
    if (!isLongList || first === undefined) return [];
    const shown = shows.flatMap((kind): readonly object[] => items[kind]);
    return Array.from({ length: listPages(shown.length) - 1 }, (_, place) => ({
      ...partOfList(first, place + 2),
      changed: newest(shown),
    }));
  });
}

/** LEARNINGS-7: the page of each tag. */
export function tagPages(tags: readonly FeedTag[], items: Items): readonly DatedPage[] {
  const listed = listedPages(pages);
  return tags.map(({ tag, has }) => ({
    ...tagPage(tag, listed),
    changed: newest(items.learnings.filter(has)),
  }));
}

function shownOn(path: string, items: Items): readonly object[] {
  if (path === '/') return Object.values(items).flat();
  const shows = pages.find(({ id }) => id === path)?.shows ?? [];
  return shows.flatMap((kind): readonly object[] => items[kind]);
}

function newest(items: readonly object[]): number | null {
  const times = items.flatMap((item) =>
    [
      'createdAt' in item ? item.createdAt : null,
      'updatedAt' in item ? item.updatedAt : null,
    ].filter((time) => typeof time === 'number'),
  );
  return times.length === 0 ? null : Math.max(...times);
}
