import { plainText, sortOfTags } from '../learnings/learning-text.ts';
import { linesOfCode } from './lines-of-code.ts';
import { plainWords, withoutSpans } from './plain-words.ts';

/**
 * Whether a text that may be HTML or Markdown is HTML. All were HTML once, so a tag decides:
 *
 * | outside of Markdown's code, the text has | it is |
 * |---|---|
 * | a tag of a block, or of what is never shown | HTML |
 * | tags within lines alone (`<b>`, `<a>`, `<br>`, `<img>`), and nothing that only Markdown has | HTML |
 * | such tags, and a heading, a fence or a link of Markdown | Markdown, and its tags are taken away |
 * | no tag | Markdown |
 */
export function isHtml(text: string): boolean {
  const lines = linesOfCode(text.replace(/\r\n?/g, '\n'));
  const words = lines.filter(({ isCode, isFence }) => !isCode && !isFence).map(({ line }) => line);
  const prose = withoutSpans(words.join('\n'), () => '');
  const sort = sortOfTags(prose);
  if (sort !== 'inline') return sort === 'block';
  return !lines.some(({ isFence }) => isFence) && !onlyInMarkdown.test(prose);
}

const onlyInMarkdown = /^ {0,3}#{1,6} |\]\([^\s()]/m;

/**
 * The words of such a text.
 *
 * @param wordsOf reads Markdown: all of it, or its beginning (first-words.ts)
 */
export function htmlOrMarkdownWords(
  text: string,
  wordsOf: (markdown: string) => string = plainWords,
): string {
  return isHtml(text) ? plainText(text) : wordsOf(text);
}
