import type { Resource, ResourceType } from './resources.ts';

export interface ResourceFilter {
  /** Part of any tag, in any case. */
  readonly tag: string;
  readonly type: ResourceType | null;
  readonly learningId: string | null;
  readonly oldestFirst: boolean;
}

/** RESOURCES-1 to RESOURCES-4: the resources that match. `resources` are in list order, newest first. */
export function filterResources(
  resources: readonly Resource[],
  filter: ResourceFilter,
): Resource[] {
  const part = filter.tag.trim().toLowerCase();
  const found = resources.filter(
    ({ tags, type, learningId }) =>
      (part === '' || tags.some((tag) => tag.toLowerCase().includes(part))) &&
      (filter.type === null || type === filter.type) &&
      (filter.learningId === null || learningId === filter.learningId),
  );
  if (!filter.oldestFirst) return found;
  const dated = found.filter((resource) => resource.createdAt !== null);
  return [...dated.reverse(), ...found.filter((resource) => resource.createdAt === null)];
}

/**
 * Every tag once, the most used first, ties in alphabetical order. The search ignores case, so `RAG` and `rag` are
 * one tag here, in its most common spelling.
 */
export function popularTags(resources: readonly Resource[]): string[] {
  const tags = new Map<string, Map<string, number>>();
  for (const tag of resources.flatMap((resource) => resource.tags)) {
    const spellings = tags.get(tag.toLowerCase()) ?? new Map<string, number>();
    tags.set(tag.toLowerCase(), spellings.set(tag, (spellings.get(tag) ?? 0) + 1));
  }
  const alphabetical = new Intl.Collator('en');
  return [...tags.values()]
    .map((spellings) => ({
      uses: [...spellings.values()].reduce((sum, uses) => sum + uses),
      spelling: [...spellings].reduce((most, next) => (next[1] > most[1] ? next : most))[0],
    }))
    .sort((a, b) => b.uses - a.uses || alphabetical.compare(a.spelling, b.spelling))
    .map(({ spelling }) => spelling);
}

/** Whether the search treats two tags as the same. */
export function sameTag(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
