/**
 * What stands in the address of an item that has a slug: the slug, unless an item before it in the list
 * has the same; then its id, so that both can be reached.
 */
export function addressOf<Item extends { id: string; slug: string }>(
  item: Item,
  all: readonly Item[],
): string {
  return all.find((other) => other.slug === item.slug)?.id === item.id ? item.slug : item.id;
}
