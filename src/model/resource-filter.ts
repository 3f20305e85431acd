import type { Resource, ResourceType } from './resources.ts';

export interface ResourceFilter {
  /** Part of any tag, in any case. */
  readonly tag: string;
  readonly type: ResourceType | null;
  readonly learningId: string | null;
  readonly oldestFirst: boolean;
}

/** Spec section 2, Resources: those that match. `resources` are in list order, newest first. */
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

/** Every tag once, the most used first, equals in alphabetical order. */
export function popularTags(resources: readonly Resource[]): string[] {
  const uses = new Map<string, number>();
  for (const { tags } of resources) for (const tag of tags) uses.set(tag, (uses.get(tag) ?? 0) + 1);
  return [...uses]
    .sort(([a, usesOfA], [b, usesOfB]) => usesOfB - usesOfA || a.localeCompare(b, 'en'))
    .map(([tag]) => tag);
}
