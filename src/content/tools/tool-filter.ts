import type { Tool } from './tools.ts';

export interface ToolFilter {
  /** Searched in name and tag. */
  readonly search: string;
  /** Tools with any of these match; an empty list matches all. */
  readonly tags: readonly string[];
  readonly oldestFirst: boolean;
}

/**
 * TOOLS-1, TOOLS-2: the matching tools, sorted by date; those without a date follow, sorted by name.
 * `tools` are in list order, newest first.
 */
export function filterTools(tools: readonly Tool[], filter: ToolFilter): Tool[] {
  const search = filter.search.trim().toLowerCase();
  const found = tools.filter(
    ({ name, tag }) =>
      (name.toLowerCase().includes(search) || (tag ?? '').toLowerCase().includes(search)) &&
      (filter.tags.length === 0 || (tag !== null && filter.tags.includes(tag))),
  );
  if (!filter.oldestFirst) return found;
  const dated = found.filter((tool) => tool.createdAt !== null);
  return [...dated.reverse(), ...found.filter((tool) => tool.createdAt === null)];
}

/** Every tag once, in alphabetical order. */
export function toolTags(tools: readonly Tool[]): string[] {
  return [...new Set(tools.flatMap(({ tag }) => (tag === null ? [] : [tag])))].sort((a, b) =>
    a.localeCompare(b, 'en'),
  );
}

/** Tags as one text for the address, with commas between; a comma within a tag stands after a backslash. */
export function joinTags(tags: readonly string[]): string {
  return tags.map((tag) => tag.replace(/[\\,]/g, '\\$&')).join(',');
}

/** The tags of such a text. */
export function tagsOf(joined: string): string[] {
  const parts = joined.match(/(?:\\.|[^\\,])+/gs) ?? [];
  return parts.map((part) => part.replace(/\\(.)/gs, '$1'));
}
