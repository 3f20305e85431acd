/**
 * Finds the words of a shown text in the Markdown that it was made of. The renderer does not say where its words come from, and a
 * text may also be HTML: so they are found as a reader would, by words in their order.
 */

interface Word {
  readonly word: string;
  /** Where it begins. */
  readonly at: number;
}

/** How many words of a block are looked for, and how far: fewer words are found in more places, so they are looked for nearby. */
const attempts = [
  { words: 6, within: 4_000 },
  { words: 3, within: 400 },
  { words: 1, within: 60 },
] as const;

/**
 * Where each block of a shown text begins in its source; null where that is not found.
 *
 * @param blocks their words, in their order
 */
export function alignBlocks(source: string, blocks: readonly string[]): (number | null)[] {
  const words = wordsOf(source);
  let next = 0;
  return blocks.map((block) => {
    const wanted = wordsOf(block).map(({ word }) => word);
    for (const { words: most, within } of wanted.length === 0 ? [] : attempts) {
      const place = find(words, wanted.slice(0, most), next, within);
      if (place === null) continue;
      // Not all of them: a source may have words twice that are shown once.
      next = place + Math.max(1, Math.floor(wanted.length / 2));
      return words[place]?.at ?? null;
    }
    return null;
  });
}

/** Where words that were seen on a page are in its source; null if they are not. */
export function findPassage(source: string, seen: string): number | null {
  const words = wordsOf(source);
  const wanted = wordsOf(seen).map(({ word }) => word);
  // The first words may be those of a link, whose address is between them.
  for (const most of wanted.length === 0 ? [] : [12, 4]) {
    const place = find(words, wanted.slice(0, most), 0, words.length);
    if (place !== null) return words[place]?.at ?? null;
  }
  return null;
}

/**
 * Where a word of a block is in the source; where the block begins if it is not found.
 *
 * @param from where the block begins
 * @param before the block's words before this one
 */
export function findWord(source: string, from: number, before: string, word: string): number {
  const [wanted = ''] = wordsOf(word).map((it) => it.word);
  const isIt = (it: Word) => it.word === wanted;
  const nth = wordsOf(before).filter(isIt).length;
  const found = wordsOf(source.slice(from)).filter(isIt)[nth];
  return found === undefined ? from : from + found.at;
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    at: index,
  }));
}

function find(
  words: readonly Word[],
  wanted: readonly string[],
  from: number,
  within: number,
): number | null {
  const last = Math.min(words.length - wanted.length, from + within);
  for (let place = from; place <= last; place += 1) {
    if (wanted.every((word, step) => words[place + step]?.word === word)) return place;
  }
  return null;
}
