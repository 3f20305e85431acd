/**
 * The address of an item with a slug: its slug, unless an earlier item in the list has the same one. Then it is the id,
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

/** ROUTE-3, ROUTE-4. Both may be empty (a title of only punctuation); then the id is used. */

/**
 * The address of an item: its slug, or its id if the slug cannot be an address. Browsers resolve `.` and `..`,
 * encoded or not, as steps in a path.
 */
export function slugOrId(slug: string, id: string): string {
  return ['', '.', '..'].includes(slug) ? id : slug;
}

/** Lower-cased, runs of non-alphanumerics replaced by one hyphen, hyphens at the ends trimmed. */
export function projectSlug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** Lower-cased, all but word characters, spaces and hyphens removed, runs of white space hyphenated. */
export function learningSlug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s+/g, '-');
}
