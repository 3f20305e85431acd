import { itemName } from '../../engine/index.ts';
import { webAddress } from '../../lib/web-address.ts';
import { addressesIn, itemPath } from '../addresses.ts';
import { type KindName, registry } from '../kinds.ts';
import { resourcesWith } from '../resources/resources-with.ts';
import type { Contents, Group, ItemsByGroup, SearchedPage } from './groups.ts';

/** Where an item leads: a result of the search, or what is new. */
export interface Way {
  /**
   * An address of this site, or, with `leaves`, of another site in a new tab. A function, because some addresses
   * require a search through whole lists, and most are never used.
   */
  readonly to: () => string;
  readonly leaves?: true;
  /** The text of the item on that page, to scroll to. */
  readonly reveal?: string;
  /** Its id, if it may be in the part of a growing list that is not rendered yet. */
  readonly upTo?: string;
  /** Shown beside the title: what the item belongs to. */
  readonly of?: string;
}

/** The page that shows a group's items. */
export function pageOf(group: Group, pages: readonly SearchedPage[]): SearchedPage | undefined {
  return pages.find(({ shows }) => (shows as readonly Group[] | undefined)?.includes(group));
}

/** The way to an item, or null if the device no longer has it. */
export function wayTo<G extends Group>(group: G, id: string, contents: Contents): Way | null {
  const items: readonly ItemsByGroup[G][] | null = contents[group];
  const item = items?.find((other) => other.id === id);
  if (item === undefined) return null;
  const way = special[group];
  return way === undefined ? toPage(group, item, contents) : way(item, contents);
}

/** To the page that shows the group, scrolled to the item's name. */
function toPage(group: Group, item: ItemsByGroup[Group], { pages }: Contents): Way | null {
  const page = pageOf(group, pages ?? []);
  // The other groups have ways of their own.
  const kind = registry[group as KindName];
  return page === undefined ? null : { to: () => page.id, reveal: itemName(kind, item) };
}

/** Better ways: to the item's own page, or to a filtered list. */
const special: {
  readonly [G in Group]?: (item: ItemsByGroup[G], contents: Contents) => Way | null;
} = {
  pages: ({ id }) => ({ to: () => id }),
  about: ({ to, reveal }) => ({ to: () => to, reveal }),
  projects: (project, { projects }) => ({
    to: () => itemPath('projects', addressesIn(projects ?? [])(project)),
  }),
  learnings: (learning, { learnings }) => ({
    to: () => itemPath('learnings', addressesIn(learnings ?? [])(learning)),
  }),
  resources: (resource, { resources }) => ({
    to: () => resourcesWith(resource, resources ?? []),
    reveal: resource.title,
    upTo: resource.id,
  }),
  tools: ({ name }) => ({
    to: () => `/friends?${new URLSearchParams({ q: name })}`,
    reveal: name,
  }),
  posts: ({ title }) => ({ to: () => '/posts', reveal: title }),
  tracks: ({ title, isCurrentlyPlaying, spotifyUrl }) => {
    // Only the current track is shown on this site.
    const address = webAddress(spotifyUrl);
    return isCurrentlyPlaying || address === null
      ? { to: () => '/', reveal: title }
      : { to: () => address, leaves: true };
  },
  tasks: ({ projectId, content }, { projects }) => {
    const project = projects?.find(({ id }) => id === projectId);
    if (project === undefined) return null;
    return {
      to: () => itemPath('projects', addressesIn(projects ?? [])(project)),
      reveal: content,
      of: project.title,
    };
  },
};
