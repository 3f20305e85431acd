/**
 * What stands in the address of an item that has a slug: the slug, unless an item before it in the list
 * has the same; then its id, so that both can be reached.
 *
 * @param all the whole list; it is gone through once, here
 * @returns the address of an item of the list
 */
export function addressesIn<Item extends { id: string; slug: string }>(
  all: readonly Item[],
): (item: Item) => string {
  const holders = new Map<string, string>();
  for (const { id, slug } of all) if (!holders.has(slug)) holders.set(slug, id);
  return ({ id, slug }) => (holders.get(slug) === id ? slug : id);
}
