import { useEffect, useState } from 'react';
import { byId, type Content, find, type Kind, useContent } from '../engine/index.ts';
import { asInRows } from '../lib/uuid.ts';
import { useEntryState } from '../ui/use-entry-state.ts';
import { oldestOf } from './addresses.ts';

export type ItemAt<Item> =
  | { readonly state: 'loading' }
  /** `isGone` if the device is certain; otherwise the server could not be asked. */
  | { readonly state: 'missing'; readonly isGone: boolean }
  | { readonly state: 'ready'; readonly item: Item };

/**
 * The item at an address, live. ROUTE-2, LEARNING-1: by slug first, then by id, then by a former slug. If several items share a
 * slug, it is the oldest; the others have their id as address (addresses.ts).
 *
 * An open page follows its item: if a title is corrected, its slug changes, and a reader must not lose the page, nor
 * read another item that has the slug now. The history's entry remembers the item, for a reload.
 */
export function useItemAt<Item extends { readonly id: string; readonly createdAt: number | null }>(
  // biome-ignore lint/suspicious/noExplicitAny: the row type stays inside the kind
  kind: Kind<any, Item, 'slug' | 'former'>,
  address: string,
): ItemAt<Item> {
  const [kept, keep] = useEntryState<string>(`item at ${address}`, '');
  const [open, setOpen] = useState(kept);
  const bySlug = useContent(find(kind, 'slug', address));
  const key = asInRows(open === '' ? address : open);
  const byKey = useContent(byId(kind, key));
  const byFormer = useContent(find(kind, 'former', address));
  const holder = { state: bySlug.state, item: oldestOf(itemsOf(bySlug)) };
  // For a moment the answer is still that to the question before.
  const keyed = { state: byKey.state, item: itemsOf(byKey).find((item) => item.id === key) };
  const former = { state: byFormer.state, item: oldestOf(itemsOf(byFormer)) };
  const isAtHolder = open === '' || holder.item?.id === open;
  const at = firstOf(isAtHolder ? [holder, keyed, former] : [keyed, holder, former]);
  const id = at.state === 'ready' ? at.item.id : open;
  useEffect(() => {
    setOpen(id);
    // An id leads to its item whatever its title is.
    if (id !== kept && id !== asInRows(address)) keep(id);
  }, [id, kept, keep, address]);
  return at;
}

/** @param found in order of precedence */
function firstOf<Item>(
  found: readonly { readonly state: Content<Item>['state']; readonly item: Item | undefined }[],
): ItemAt<Item> {
  for (const { state, item } of found) {
    if (item !== undefined) return { state: 'ready', item };
    if (state === 'loading') return { state };
  }
  return { state: 'missing', isGone: found.every(({ state }) => state === 'empty') };
}

function itemsOf<Item>(content: Content<Item>): readonly Item[] {
  return content.state === 'ready' ? content.items : [];
}
