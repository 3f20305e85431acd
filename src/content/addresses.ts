/**
 * The addresses of projects and learnings. The server gives each its slug, unique within its kind, by the rules at the end of
 * this file (in SQL: supabase/migrations/20261126100000_lasting_addresses.sql), keeps it when the title changes, and remembers
 * those that were replaced. What is here is for items without a slug of their own: added on this device and not sent yet, or
 * from before there were slugs. Two of those may share one.
 */

/** What decides who holds a slug. */
interface Holder {
  readonly id: string;
  readonly createdAt: number | null;
}

/**
 * The item that a shared slug leads to: the oldest, so that a newer item cannot take over a link that others have. An
 * item without a date comes from before there were dates.
 */
export function oldestOf<Item extends Holder>(items: readonly Item[]): Item | undefined {
  return items.reduce<Item | undefined>(
    (oldest, item) => (oldest === undefined || isOlder(item, oldest) ? item : oldest),
    undefined,
  );
}

function isOlder(a: Holder, b: Holder): boolean {
  const [of, than] = [
    a.createdAt ?? Number.NEGATIVE_INFINITY,
    b.createdAt ?? Number.NEGATIVE_INFINITY,
  ];
  return of === than ? a.id < b.id : of < than;
}

/**
 * The address of an item with a slug: its slug, unless an older item has the same one. Then it is the id, so that both
 * can be reached.
 *
 * @param all the whole list, read once when this is called
 * @returns the address of an item of the list
 */
export function addressesIn<Item extends Holder & { slug: string }>(
  all: readonly Item[],
): (item: Item) => string {
  const holders = new Map<string, Item>();
  for (const item of all) {
    const { slug } = item;
    const holder = holders.get(slug);
    if (holder === undefined || isOlder(item, holder)) holders.set(slug, item);
  }
  return ({ id, slug }) => (holders.get(slug)?.id === id ? slug : id);
}

/**
 * The path of an item's page.
 *
 * @param address as `addressesIn` gives it
 */
export function itemPath(list: 'projects' | 'learnings', address: string): string {
  return `/${list}/${encodeURIComponent(address)}`;
}

/** ROUTE-3, ROUTE-4. Both may be empty (a title of only punctuation); then the id is used. */

/**
 * The address of an item: its slug, or its id if the slug cannot be an address. Browsers resolve `.` and `..`,
 * encoded or not, as steps in a path.
 */
export function slugOrId(slug: string, id: string): string {
  return ['', '.', '..'].includes(slug) ? id : slug;
}

/** The slugs that a row had before. */
export function formerSlugs(row: {
  former_slugs: readonly string[] | string | null;
}): readonly string[] {
  return Array.isArray(row.former_slugs) ? row.former_slugs : [];
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
