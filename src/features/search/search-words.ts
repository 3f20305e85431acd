/**
 * How text is taken apart for searching, the same for what is searched, what is typed and what is marked.
 * `C++` and `C#` keep their signs, `don't` is one word, and everything else that is no letter or digit
 * parts words: of `<script>` only `script` is left.
 */
const word = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+)*[+#]*/gu;

/** The index is a tree with a branch a letter: endless words would make it deeper than the stack. */
const LONGEST = 48;

export interface Word {
  /** As it is compared. */
  readonly term: string;
  /** Where it stands in the text. */
  readonly from: number;
  readonly to: number;
}

export function wordsOf(text: string): Word[] {
  return [...text.matchAll(word)].map(({ 0: found, index }) => ({
    term: fold(found),
    from: index,
    to: index + found.length,
  }));
}

/** `Überraschung` → `uberraschung`, so that neither case nor accents have to be typed. */
export function fold(found: string): string {
  return found
    .slice(0, LONGEST)
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[ßøłđæœ]/g, (letter) => plain[letter] ?? letter)
    .slice(0, LONGEST);
}

/** Letters that are written without their stroke or as two, and that Unicode does not take apart. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
};
