import { tagAt, tagPath, tagPlace } from '../../../src/content/tag-place.ts';

/** A tag that has a page and a feed of its own. */
export interface FeedTag {
  /** In its most common spelling. */
  readonly tag: string;
  /** The address of its page, percent-encoded, without the base path. */
  readonly path: string;
  /** Its folder in the site's, with a slash at its end: `tags/evals/`. It needs no encoding for a file system. */
  readonly folder: string;
  /** Whether an entry has it. */
  readonly has: (item: Tagged) => boolean;
}

interface Tagged {
  readonly tags: readonly string[];
}

/** The tags of some items, each with a place for its page and its feed (content/tag-place.ts). */
export function feedTags(items: readonly Tagged[]): readonly FeedTag[] {
  const places = new Set(items.flatMap(({ tags }) => tags.map(tagPlace)));
  return [...places].flatMap((place) => {
    const tag = tagAt(items, place);
    if (tag === undefined) return [];
    const has = ({ tags }: Tagged) => tags.some((other) => tagPlace(other) === place);
    return [{ tag, path: tagPath(tag), folder: `tags/${place}/`, has }];
  });
}
