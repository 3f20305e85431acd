/**
 * LEARNINGS-7: where a tag has its page and its feed. Spellings that differ in case or in what stands between words have one place,
 * and the signs in whose place another tag would come out are spelled: "C" and "C#" have two.
 */

/** Longer names are cut: a file system takes 255 bytes, and a letter may take four. */
const LONGEST = 50;

const places = new Map<string, string>();

/** The tag in words that every address and file system takes. */
export function tagPlace(tag: string): string {
  const known = places.get(tag);
  if (known !== undefined) return known;
  const same = tag.normalize('NFC').toLowerCase();
  const words = same
    .replace(/(?<=[\p{L}\p{N}#])#/gu, '-sharp-')
    .replaceAll('+', '-plus-')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  const place =
    cut(words) || cut([...same].map((sign) => sign.codePointAt(0)?.toString(16)).join('-'));
  places.set(tag, place);
  return place;
}

function cut(words: string): string {
  return [...words.replace(/^-/, '')].slice(0, LONGEST).join('').replace(/-$/, '');
}

/** Percent-encoded, without the base path. */
export function tagPath(tag: string): string {
  return `/tags/${encodeURIComponent(tagPlace(tag))}`;
}

/** The tag at a place, in its most common spelling; undefined if no item has one there. */
export function tagAt(
  items: readonly { readonly tags: readonly string[] }[],
  place: string,
): string | undefined {
  const uses = new Map<string, number>();
  for (const tag of items.flatMap((item) => item.tags))
    if (tagPlace(tag) === place) uses.set(tag, (uses.get(tag) ?? 0) + 1);
  return [...uses].reduce<[string, number] | undefined>(
    (most, next) => (most === undefined || next[1] > most[1] ? next : most),
    undefined,
  )?.[0];
}

/** The title of a tag's page. */
export function taggedTitle(tag: string): string {
  return `Learnings tagged “${tag}”`;
}
