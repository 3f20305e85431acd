import { WORDS_A_MINUTE } from '../../lib/limits.ts';

/** A word, or a character of a script that puts no spaces between words. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu;

/** How many words a text has. Of Markdown its addresses are words too. */
export function countWords(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(word)) count += 1;
  return count;
}

/** How long it takes to read, in whole minutes. */
export function readingMinutes(words: number): number {
  return Math.ceil(words / WORDS_A_MINUTE);
}
