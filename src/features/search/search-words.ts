import { WORD_LENGTH } from '../../lib/limits.ts';

/**
 * How text is split into words, the same for indexed texts, queries and marks.
 * `C++` and `C#` keep their signs, `don't` is one word, and any other character that is not a letter or digit
 * separates words: `<script>` leaves only `script`.
 */
const word = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+)*[+#]*/gu;

export interface Token {
  /** Normalized for comparison. */
  readonly term: string;
  /** Its offset in the text. */
  readonly from: number;
  readonly to: number;
}

export function tokenize(text: string): Token[] {
  return [...text.matchAll(word)].map(({ 0: found, index }) => ({
    term: fold(found),
    from: index,
    to: index + found.length,
  }));
}

/** `Überraschung` → `uberraschung`, so that case and accents do not matter. */
export function fold(found: string): string {
  return found
    .slice(0, WORD_LENGTH)
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[ßøłđæœ]/g, (letter) => plain[letter] ?? letter)
    .slice(0, WORD_LENGTH);
}

/** Letters often typed without their stroke or as two, which Unicode does not decompose. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
};
