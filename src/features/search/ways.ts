import { addressesIn } from '../../content/addresses.ts';
import { webAddress } from '../../lib/web-address.ts';
import { toEntry } from './entries.ts';
import { type Contents, type Group, type Items, pageOf } from './groups.ts';
import { resourcesWith } from './resources-with.ts';

/** Where a result leads. */
export interface Way {
  /**
   * An address of this site; of another one, in a new tab, if `leaves`. Worked out when it is taken:
   * some look through whole lists, and most are never taken.
   */
  readonly to: () => string;
  readonly leaves?: true;
  /** What stands there among others, to be scrolled to. */
  readonly reveal?: string;
  /** Its id, where it may stand in the part of a list that is drawn only when its end comes near. */
  readonly upTo?: string;
  /** Said beside the title: whose it is. */
  readonly of?: string;
}

/** The way to an item, or null where the device no longer has it. */
export function wayTo<G extends Group>(group: G, id: string, contents: Contents): Way | null {
  const items: readonly Items[G][] | null = contents[group];
  const item = items?.find((other) => other.id === id);
  if (item === undefined) return null;
  const way = special[group];
  return way === undefined ? toPage(group, item, contents) : way(item, contents);
}

/** To the page that shows the group, and on it to the item by its name. */
function toPage(group: Group, item: Items[Group], { pages }: Contents): Way | null {
  const page = pageOf(group, pages ?? []);
  return page === undefined ? null : { to: () => page.id, reveal: toEntry(group, item).title };
}

/** Where there is a better way: to a page of its own, or to a list that is narrowed down. */
const special: { readonly [G in Group]?: (item: Items[G], contents: Contents) => Way | null } = {
  pages: ({ id }) => ({ to: () => id }),
  projects: (project, { projects }) => ({
    to: () => `/projects/${encodeURIComponent(addressesIn(projects ?? [])(project))}`,
  }),
  learnings: (learning, { learnings }) => ({
    to: () => `/learnings/${encodeURIComponent(addressesIn(learnings ?? [])(learning))}`,
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
    // Only the current one is shown on this site.
    const address = webAddress(spotifyUrl);
    return isCurrentlyPlaying || address === null
      ? { to: () => '/', reveal: title }
      : { to: () => address, leaves: true };
  },
  tasks: ({ projectId, content }, { projects }) => {
    const project = projects?.find(({ id }) => id === projectId);
    if (project === undefined) return null;
    return {
      to: () => `/projects/${encodeURIComponent(addressesIn(projects ?? [])(project))}`,
      reveal: content,
      of: project.title,
    };
  },
};
