import { FIRST_WORDS, LONG_TEXT } from '../../lib/limits.ts';
import { linesOfCode } from './lines-of-code.ts';
import { plainWords } from './plain-words.ts';
import type { TextRules } from './text-rules.ts';

/** Whether a text is so long that it is rendered piece by piece. */
export function isLongText(content: string): boolean {
  return content.length > LONG_TEXT;
}

/**
 * The words of a text, or of the beginning of a long one, for cards and descriptions: those of 50,000 words take a phone longer than
 * all the rest of a page.
 *
 * @returns at least half as many characters as FIRST_WORDS, if the text has them
 */
export function wordsOfBeginning(content: string, rules?: TextRules): string {
  const text = unixLines(content);
  const end = endOfBeginning(text);
  const words = end === null ? '' : plainWords(upTo(end, text), rules);
  // It may be all addresses of pictures.
  return words.length >= FIRST_WORDS / 2 ? words : plainWords(text, rules);
}

/**
 * The beginning of a long text, up to a heading or a paragraph that no list and no quote can hold. It has the definitions of the
 * rest, so that its links and footnotes are what they are in the whole text.
 */
export function firstWords(content: string): string {
  const text = unixLines(content);
  return upTo(endOfBeginning(text) ?? LOOKED_AT, text);
}

const LOOKED_AT = 3 * FIRST_WORDS;

/** @returns null if it does not end in what is looked at */
function endOfBeginning(text: string): number | null {
  let length = 0;
  let isAfterBlank = false;
  for (const { line, isCode } of linesOfCode(text.slice(0, LOOKED_AT))) {
    if (length >= FIRST_WORDS && isAfterBlank && !isCode && /^[#\p{L}]/u.test(line)) return length;
    isAfterBlank = line.trim() === '';
    length += line.length + 1;
  }
  return null;
}

function upTo(end: number, text: string): string {
  const definitions = text.slice(end).match(/^ {0,3}\[[^\]\n]+\]:.*$/gm) ?? [];
  return [text.slice(0, end), ...definitions].join('\n');
}

function unixLines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
