/** ROUTE-3, ROUTE-4. Either may be empty (a title of nothing but punctuation): the id serves then. */

/**
 * What stands in an item's address: its slug, or its id where the slug cannot be an address. Browsers take `.` and
 * `..` for steps in a path, encoded or not, and would lead elsewhere.
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
