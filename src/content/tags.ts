/** A tag, and how many items have it. */
export interface TagUse {
  readonly tag: string;
  readonly uses: number;
}

/**
 * Every tag once, the most used first, ties in alphabetical order. The search ignores case, so `RAG` and `rag` are
 * one tag here, in its most common spelling.
 */
export function popularTags(items: readonly { readonly tags: readonly string[] }[]): TagUse[] {
  const tags = new Map<string, Map<string, number>>();
  for (const tag of items.flatMap((item) => item.tags)) {
    const spellings = tags.get(tag.toLowerCase()) ?? new Map<string, number>();
    tags.set(tag.toLowerCase(), spellings.set(tag, (spellings.get(tag) ?? 0) + 1));
  }
  const alphabetical = new Intl.Collator('en');
  return [...tags.values()]
    .map((spellings) => ({
      uses: [...spellings.values()].reduce((sum, uses) => sum + uses),
      tag: [...spellings].reduce((most, next) => (next[1] > most[1] ? next : most))[0],
    }))
    .sort((a, b) => b.uses - a.uses || alphabetical.compare(a.tag, b.tag));
}

/** Whether the search treats two tags as the same. */
export function sameTag(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
