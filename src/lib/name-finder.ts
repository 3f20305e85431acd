import { tokenize, tokenizeWithin } from './search-words.ts';

/**
 * Finds names by their words, as the search does: in any case and without accents, by the beginning of each word, in any order.
 *
 * @returns the places in `names` of those that have all typed words; first the names that begin with what is typed
 */
export function nameFinder(names: readonly string[]): (typed: string) => readonly number[] {
  const all = names.map((name, place) => ({
    place,
    words: tokenizeWithin(name).map(({ term }) => term),
  }));
  return (typed) => {
    const wanted = tokenize(typed).map(({ term }) => term);
    const [first] = wanted;
    // Signs are no words: of these the letters decide.
    if (first === undefined)
      return all.flatMap(({ place }) => (names[place]?.includes(typed.trim()) ? place : []));
    const found = all.filter(({ words }) =>
      wanted.every((one) => words.some((word) => word.startsWith(one))),
    );
    const rank = ({ words }: { words: readonly string[] }) => (words[0]?.startsWith(first) ? 0 : 1);
    return found.sort((a, b) => rank(a) - rank(b)).map(({ place }) => place);
  };
}
