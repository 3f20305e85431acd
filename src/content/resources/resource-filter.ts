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
