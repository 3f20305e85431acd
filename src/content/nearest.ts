/** Something that has an address of its own. */
export interface Addressed {
  readonly title: string;
  /** The words of its present and former addresses. */
  readonly slugs: readonly string[];
  readonly tags: readonly string[];
}

/** A word may be cut short or continued by as much as its beginning still tells: `chunk` is near `chunking`. */
const TELLING = 4;

/** What scores less than the best by this factor has but a word like 'the' of the address. */
const FAR_BEHIND = 3;

/** Among so few each word tells something. */
const FEW = 12;

/**
 * What the words of an address find, best first. A word weighs more the fewer have it, and half as much if only its beginning
 * fits. What has only words that more than half of all have is not found, nor what is far behind the best.
 *
 * @param address as decoded
 * @param count how many at most
 */
export function nearestTo<Item extends Addressed>(
  address: string,
  all: readonly Item[],
  count: number,
): readonly Item[] {
  const asked = [...wordsOf(address)];
  const found = all.map((item) => {
    const words = [...wordsOf([item.title, ...item.slugs, ...item.tags].join(' '))];
    return {
      item,
      fits: asked.map((word) => Math.max(0, ...words.map((it) => nearness(word, it)))),
    };
  });
  const weights = asked.map((_, place) => {
    const having = found.filter(({ fits }) => (fits[place] ?? 0) > 0).length;
    return having * 2 > Math.max(all.length, FEW) ? 0 : 1 / Math.max(having, 1);
  });
  const scored = found
    .map(({ item, fits }) => ({
      item,
      score: fits.reduce((sum, it, place) => sum + it * (weights[place] ?? 0), 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  return scored
    .filter(({ score }) => score * FAR_BEHIND >= best)
    .slice(0, count)
    .map(({ item }) => item);
}

function nearness(asked: string, word: string): number {
  if (asked === word) return 1;
  const shorter = Math.min(asked.length, word.length);
  return shorter >= TELLING && (asked.startsWith(word) || word.startsWith(asked)) ? 0.5 : 0;
}

/** Its words without case and accents. */
function wordsOf(text: string): ReadonlySet<string> {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return new Set(plain.match(/[\p{L}\p{N}]+/gu) ?? []);
}
