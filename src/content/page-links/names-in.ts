import { nameAndWords } from '../../lib/page-link.ts';
import { linesOfCode } from '../markdown/lines-of-code.ts';
import { withoutSpans } from '../markdown/plain-words.ts';

/**
 * The names by which a Markdown text links to pages (content/markdown/page-links.ts), in their order; not those in code. It does
 * without the parser, as plain-words.ts does.
 */
export function namesIn(content: string): string[] {
  // Most texts have none.
  if (!content.includes('[[')) return [];
  const lines = linesOfCode(content.replace(/\r\n?/g, '\n').replaceAll('\0', ''));
  const text = lines.map(({ line, isCode, isFence }) => (isCode || isFence ? '' : line)).join('\n');
  // A name may have code in it, as its title does; code may not have a name in it.
  const codes: string[] = [];
  const words = withoutSpans(text, (code) => `\0${codes.push(code) - 1}\0`);
  return [...words.matchAll(/(?<!\\)\[\[(?!\^)([^[\]\n]+)\]\](?!\()/g)]
    .map(([, between = '']) => nameAndWords(between).name)
    .map((name) => name.replace(/\0(\d+)\0/g, (_, place) => `\`${codes[Number(place)]}\``))
    .filter((name) => name !== '' && !/[[\]]/.test(name));
}
