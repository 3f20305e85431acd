import { addressesIn, itemPath, oldestOf } from '../addresses.ts';
import type { Commentary } from '../commentaries/commentaries.ts';
import type { Learning } from '../learnings/learnings.ts';
import { isHtml } from '../markdown/html-or-markdown.ts';
import type { Project } from '../projects/projects.ts';
import type { Resource } from '../resources/resources.ts';
import { resourcesWith } from '../resources/resources-with.ts';
import type { Tool } from '../tools/tools.ts';
import { namesIn } from './names-in.ts';

/** What a text can link to by its name, and commentaries, which only link. */
export interface NamedItems {
  readonly learnings: readonly Learning[];
  readonly projects: readonly Project[];
  readonly resources: readonly Resource[];
  readonly tools: readonly Tool[];
  readonly commentaries: readonly Commentary[];
}

/** Where an item of the site is shown. */
export interface ItemPage {
  readonly id: string;
  readonly title: string;
  /** Computed when it is asked for: some addresses require a search through whole lists. */
  readonly address: () => string;
  /** What it can be called by, other than its title; null for what no text can link to. */
  readonly names: readonly string[] | null;
  /** The Markdown in which the site shows links, or null. A list of resources shows words alone. */
  readonly text: string | null;
}

/** @returns the pages of all items. Of two with one name, the first is meant. */
export function itemPages(items: NamedItems): ItemPage[] {
  const { learnings, projects, resources, tools, commentaries } = items;
  return [
    ...ofSlugs('learnings', learnings, ({ content }) => content),
    ...ofSlugs('projects', projects, ({ details }) =>
      details === null || isHtml(details) ? null : details,
    ),
    ...resources.map((resource) => ({
      ...{ id: resource.id, title: resource.title, text: null, names: [] },
      address: () => resourcesWith(resource, resources),
    })),
    ...tools.map(({ id, name, bio }) => ({
      ...{ id, title: name, text: bio, names: [] },
      address: () => `/friends?${new URLSearchParams({ q: name })}`,
    })),
    ...commentaries.map(({ id, title, content }) => ({
      ...{ id, title, text: content, names: null },
      address: () => `/chatter#${id}`,
    })),
  ];
}

function ofSlugs<Item extends Learning | Project>(
  list: 'projects' | 'learnings',
  items: readonly Item[],
  textOf: (item: Item) => string | null,
): ItemPage[] {
  const addressOf = addressesIn(items);
  // The oldest first, as it is with addresses (addresses.ts).
  const inOrder = [...items].sort((a, b) => (oldestOf([a, b]) === a ? -1 : 1));
  return inOrder.map((item) => {
    const address = itemPath(list, addressOf(item));
    return {
      ...{ id: item.id, title: item.title, text: textOf(item), address: () => address },
      names: [item.slug, address, ...item.formerSlugs],
    };
  });
}

/** @returns finds the page that a link by name means: by its title in any case, or else by its address; or null */
export function pagesByName(pages: readonly ItemPage[]): (name: string) => ItemPage | null {
  const byName = new Map<string, ItemPage>();
  const call = (page: ItemPage, name: string) => {
    const key = keyOf(name);
    if (key !== '' && !byName.has(key)) byName.set(key, page);
  };
  for (const page of pages) if (page.names !== null) call(page, page.title);
  for (const page of pages) for (const name of page.names ?? []) call(page, name);
  return (name) => byName.get(keyOf(name)) ?? null;
}

function keyOf(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The pages whose texts link to an item by name, in their order. A text that links to its own item is none of them. */
export function mentionsOf(id: string, pages: readonly ItemPage[]): ItemPage[] {
  const linking = linkingIn(pages);
  // Most sites have no such link, and every page of a learning or a project asks.
  if (linking.length === 0) return [];
  const named = pagesByName(pages);
  return linking
    .filter(({ page, names }) => page.id !== id && names.some((name) => named(name)?.id === id))
    .map(({ page }) => page);
}

/** The texts that link to names which no page has, with these names, each once. */
export function unfoundNames(pages: readonly ItemPage[]): Linking[] {
  const named = pagesByName(pages);
  return linkingIn(pages)
    .map(({ page, names }) => ({ page, names: names.filter((name) => named(name) === null) }))
    .filter(({ names }) => names.length > 0);
}

interface Linking {
  readonly page: ItemPage;
  /** Each once. */
  readonly names: readonly string[];
}

/** The pages whose texts link by name. */
function linkingIn(pages: readonly ItemPage[]): Linking[] {
  return pages
    .map((page) => ({ page, names: [...new Set(namesIn(page.text ?? ''))] }))
    .filter(({ names }) => names.length > 0);
}
