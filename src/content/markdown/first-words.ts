import { FIRST_WORDS, LONG_TEXT } from '../../lib/limits.ts';
import { linesOfCode } from './lines-of-code.ts';
import { markdownInSteps } from './markdown-html.ts';
import type { TextRules } from './text-rules.ts';

/** Whether a text is so long that it is rendered piece by piece. */
export function isLongText(content: string): boolean {
  return content.length > LONG_TEXT;
}

/** The HTML of a long text's beginning: in most texts, the first piece that `markdownInSteps` makes of the whole. */
export function firstHtml(content: string, rules: TextRules): string {
  for (const piece of markdownInSteps(firstWords(content), rules)) if (piece !== '') return piece;
  return '';
}

/**
 * The beginning of a long text, up to a heading or a paragraph that no list and no quote can hold. It has the definitions of the
 * rest, so that its links and footnotes are what they are in the whole text.
 */
export function firstWords(content: string): string {
  const text = content.replace(/\r\n?/g, '\n');
  let length = 0;
  let isAfterBlank = false;
  for (const { line, isCode } of linesOfCode(text.slice(0, 3 * FIRST_WORDS))) {
    if (length >= FIRST_WORDS && isAfterBlank && !isCode && /^[#\p{L}]/u.test(line)) break;
    isAfterBlank = line.trim() === '';
    length += line.length + 1;
  }
  const definitions = text.slice(length).match(/^ {0,3}\[[^\]\n]+\]:.*$/gm) ?? [];
  return [text.slice(0, length), ...definitions].join('\n');
}
