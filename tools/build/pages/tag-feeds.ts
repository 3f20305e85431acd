import { createHash } from 'node:crypto';

/** A tag that has a feed of its own. */
export interface FeedTag {
  /** In its most common spelling. */
  readonly tag: string;
  /** Its folder in the site's, with a slash at its end: `tags/evals/`. It needs no encoding for a file system. */
  readonly folder: string;
  /** Whether an entry has it: tags differ in more than case. */
  readonly has: (item: Tagged) => boolean;
}

interface Tagged {
  readonly tags: readonly string[];
}

/** Longer names are cut: a file system takes 255 bytes, and a letter may take four. */
const LONGEST = 50;

/**
 * The tags of some items, each with a place for its feed.
 *
 * A place is the tag in words that every address and file system takes. Where two tags have the same words ("C" and "C#"), it
 * is the one's that an item had first, so that a new tag takes no place from another. Others, and tags without such words,
 * get a sign of their own.
 *
 * @param oldestFirst the items
 */
export function feedTags(oldestFirst: readonly Tagged[]): readonly FeedTag[] {
  const spellings = new Map<string, Map<string, number>>();
  for (const tag of oldestFirst.flatMap(({ tags }) => tags)) {
    const of = spellings.get(sameFor(tag)) ?? new Map<string, number>();
    spellings.set(sameFor(tag), of.set(tag, (of.get(tag) ?? 0) + 1));
  }
  const taken = new Set<string>();
  return [...spellings].map(([same, of]) => {
    const words = wordsOf(same);
    const isOwn = words !== '' && words.length <= LONGEST && !taken.has(words);
    const sign = createHash('sha256').update(same).digest('hex').slice(0, 8);
    const place = isOwn ? words : [[...words].slice(0, LONGEST).join(''), sign].join('-');
    taken.add(place);
    const [tag] = [...of].reduce((most, next) => (next[1] > most[1] ? next : most));
    return {
      tag,
      folder: `tags/${place.replace(/^-/, '')}/`,
      has: ({ tags }) => tags.some((other) => sameFor(other) === same),
    };
  });
}

function sameFor(tag: string): string {
  return tag.normalize('NFC').toLowerCase();
}

function wordsOf(tag: string): string {
  return tag.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
}
