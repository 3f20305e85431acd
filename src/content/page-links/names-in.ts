import { nameAndWords } from '../../lib/page-link.ts';
import { linesOfCode } from '../markdown/lines-of-code.ts';
import { codeSpans } from '../markdown/plain-words.ts';

/**
 * The names by which a Markdown text links to pages (content/markdown/page-links.ts), in their order; not those in code. It does
 * without the parser, as plain-words.ts does.
 */
export function namesIn(content: string): string[] {
  // Most texts have none.
  if (!content.includes('[[')) return [];
  const lines = linesOfCode(content.replace(/\r\n?/g, '\n').replaceAll('\0', ''));
  const text = lines.map(({ line, isCode, isFence }) => (isCode || isFence ? '' : line)).join('\n');
  // What begins first counts: code may not have a name in it, but a name may have a backtick.
  const spans = new Map(codeSpans(text).map(({ from, to }) => [from, to]));
  const names: string[] = [];
  const token = /\\[!-/:-@[-`{-~]|`+|\[\[(?!\^)([^[\]\n]+)\]\](?!\()/g;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [, between] = found;
    token.lastIndex = spans.get(found.index) ?? token.lastIndex;
    if (between !== undefined) names.push(nameAndWords(between).name);
  }
  return names.filter((name) => name !== '');
}
