/**
 * The address of an item with a slug: its slug, unless an item earlier in the list has the same one. Then its id,
 * so that both can be reached.
 *
 * @param all the whole list, read once when this is called
 * @returns the address of an item of the list
 */
export function addressesIn<Item extends { id: string; slug: string }>(
  all: readonly Item[],
): (item: Item) => string {
  const holders = new Map<string, string>();
  for (const { id, slug } of all) if (!holders.has(slug)) holders.set(slug, id);
  return ({ id, slug }) => (holders.get(slug) === id ? slug : id);
}
