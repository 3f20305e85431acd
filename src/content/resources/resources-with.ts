import { SEEN_IN_LIST } from '../../lib/limits.ts';
import { filterResources, type ResourceFilter } from './resource-filter.ts';
import type { Resource } from './resources.ts';

/**
 * The address of the resources page that shows this resource near the top. It takes the first of these lists that does,
 * or else the list in which the resource is nearest to the top.
 *
 * 1. the whole list
 * 2. those with one of its tags, the rarest first
 * 3. those of its learning
 * 4. those with its rarest tag, its learning and its type
 *
 * each newest first, then oldest first.
 */
export function resourcesWith(resource: Resource, all: readonly Resource[]): string {
  let best = { place: Number.POSITIVE_INFINITY, filter: everything };
  for (const filter of narrowings(resource, all)) {
    for (const oldestFirst of [false, true]) {
      const place = filterResources(all, { ...filter, oldestFirst }).indexOf(resource);
      if (place !== -1 && place < best.place) best = { place, filter: { ...filter, oldestFirst } };
      if (best.place < SEEN_IN_LIST) return addressOfFilter(best.filter);
    }
  }
  return addressOfFilter(best.filter);
}

const everything: ResourceFilter = { tag: '', type: null, learningId: null, oldestFirst: false };

function* narrowings(
  { tags, type, learningId }: Resource,
  all: readonly Resource[],
): Generator<ResourceFilter> {
  yield everything;
  const uses = new Map(
    tags.map((tag) => [tag, filterResources(all, { ...everything, tag }).length]),
  );
  const rarestFirst = [...tags].sort((a, b) => (uses.get(a) ?? 0) - (uses.get(b) ?? 0));
  for (const tag of rarestFirst) yield { ...everything, tag };
  if (learningId !== null) yield { ...everything, learningId };
  yield { tag: rarestFirst[0] ?? '', type, learningId, oldestFirst: false };
}

function addressOfFilter({ tag, type, learningId, oldestFirst }: ResourceFilter): string {
  const query = new URLSearchParams({
    ...(tag === '' ? {} : { tag }),
    ...(type === null ? {} : { type }),
    ...(learningId === null ? {} : { learning: learningId }),
    ...(oldestFirst ? { sort: 'oldest' } : {}),
  });
  return query.size === 0 ? '/resources' : `/resources?${query}`;
}
