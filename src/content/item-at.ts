import { byId, find, type Kind, useContent } from '../engine/index.ts';

export type ItemAt<Item> =
  | { readonly state: 'loading' }
  /** `isGone` if the device is certain; otherwise the server could not be asked. */
  | { readonly state: 'missing'; readonly isGone: boolean }
  | { readonly state: 'ready'; readonly item: Item };

/**
 * The item at an address, live. ROUTE-2, LEARNING-1: by slug first, then by id. If several items share a slug, it is the
 * first in the list; the others have their id as address (addresses.ts).
 */
export function useItemAt<Item>(
  // biome-ignore lint/suspicious/noExplicitAny: the row type stays inside the kind
  kind: Kind<any, Item, 'slug'>,
  address: string,
): ItemAt<Item> {
  const bySlug = useContent(find(kind, 'slug', address));
  const byKey = useContent(byId(kind, address));
  for (const found of [bySlug, byKey]) {
    const item = found.state === 'ready' ? found.items[0] : undefined;
    if (item !== undefined) return { state: 'ready', item };
    if (found.state === 'loading') return { state: 'loading' };
  }
  return { state: 'missing', isGone: bySlug.state === 'empty' && byKey.state === 'empty' };
}
