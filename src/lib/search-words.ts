import { WORD_LENGTH } from './limits.ts';

/**
 * How text is split into words, the same for indexed texts, queries and marks.
 * `C++` and `C#` keep their signs, `don't` is one word, and any other character that is not a letter or digit
 * separates words: `<script>` leaves only `script`. Where a script has no spaces, the browser tells its words.
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
  return wordsOf(text).map(({ found, from }) => tokenAt(text, from, from + found.length));
}

/**
 * The same, and each word of a script without spaces once more from every sign in it: a query is found by the beginning
 * of a word, and what is one word in a text may be the second half of one for its reader (語 and 日本語).
 */
export function tokenizeWithin(text: string): Token[] {
  return wordsOf(text).flatMap(({ found, from }) =>
    (spaceless.test(found) ? [...found.matchAll(sign)] : [{ index: 0 }]).map(({ index }) =>
      tokenAt(text, from + index, from + found.length),
    ),
  );
}

function tokenAt(text: string, from: number, to: number): Token {
  return { term: fold(text.slice(from, to)), from, to };
}

/** The letters of scripts that put no spaces between words. */
const letters = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const spaceless = new RegExp(`[${letters}]`, 'u');
/** A stretch of them, or of others: `GPT入門` are two. */
const stretch = new RegExp(`[${letters}\\p{M}]+|[^${letters}]+`, 'gu');

/** A letter with its vowel signs and accents, which no word begins with. */
const sign = /\P{M}\p{M}*/gu;

function wordsOf(text: string): { readonly found: string; readonly from: number }[] {
  return [...text.matchAll(word)].flatMap(({ 0: run, index: at }) =>
    [...run.matchAll(stretch)].flatMap(({ 0: found, index }) =>
      (spaceless.test(found) ? wordsIn(found) : [{ segment: found, index: 0 }]).map((it) => ({
        found: it.segment,
        from: at + index + it.index,
      })),
    ),
  );
}

/** Firefox before 125 tells no words: there each sign is one. */
function wordsIn(run: string): readonly { readonly segment: string; readonly index: number }[] {
  if ('Segmenter' in Intl) return [...new Intl.Segmenter([], { granularity: 'word' }).segment(run)];
  return [...run.matchAll(sign)].map(({ 0: segment, index }) => ({ segment, index }));
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
