import { beginsAsHtml, decoded, FENCE, spaceOf, withoutHtml } from '../learnings/learning-text.ts';
import { linesOfCode } from './lines-of-code.ts';
import { pictureTag } from './picture-tag.ts';
import type { TextRules } from './text-rules.ts';

/**
 * The words of a Markdown text, for cards, search and descriptions: no syntax, no addresses behind words. What is code stays as
 * it is.
 *
 * It reads the text without the parser: 17 kB are too much for a list of cards. It is right about what people write, and where
 * it is not, it leaves a mark that means nothing. Each of its expressions takes time linear in the text.
 *
 * @param rules of the kind of content (text-rules-of-kinds.ts); without them those of a learning
 */
export function plainWords(content: string, { tagsAreWords = false }: TextRules = {}): string {
  const aside: string[] = [];
  const standIn = (code: string, sort = '\0c') => `${sort}${aside.push(code) - 1}\0`;
  const text = content
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '');
  const withoutCode = withoutSpans(
    withoutBlocks(text, !tagsAreWords && beginsAsHtml(text), (code) => standIn(code, FENCE)),
    standIn,
  )
    .replace(formula, (_, __, source: string) => standIn(source))
    .replace(/^[ \t>]*\$\$(?!\$)|\$\$[ \t]*$/gm, '')
    .replace(/\\([!-/:-@[-`{-~])/g, (_, mark: string) => standIn(mark));
  const restored = (piece: string) =>
    piece.replace(/\0[cf](\d+)\0/g, (_, place) => aside[Number(place)] ?? '');
  const picture = (tag: string) => standIn(decoded(pictureTag(restored(tag))?.alt ?? ''));
  const words = tagsAreWords ? withoutCode : decoded(withoutHtml(withoutCode, spaceOf, picture));
  return restored(withoutMarks(words)).trim();
}

/** Puts blocks of code aside: those in fences, and indented ones that no list indents. */
function withoutBlocks(text: string, isHtml: boolean, standIn: (code: string) => string): string {
  const pieces: string[] = [];
  let code: string[] = [];
  let isAfterBlank = true;
  let isInList = false;
  for (const { line, isCode, isFence } of linesOfCode(text)) {
    const isIndented = /^(?: {4}|\t)/.test(line);
    const isBlank = line.trim() === '';
    const isBlock = isIndented && !isBlank && !isHtml && !isInList && isAfterBlank;
    if (isCode || isBlock) {
      code.push(line);
      continue;
    }
    if (code.length > 0) pieces.push(standIn(code.join('\n')));
    code = [];
    if (!isFence) pieces.push(line);
    isAfterBlank = isBlank || isFence;
    if (!isBlank && !isIndented) isInList = listItem.test(line) || (isInList && /^\s/.test(line));
  }
  if (code.length > 0) pieces.push(standIn(code.join('\n')));
  return pieces.join('\n');
}

/** Puts code within lines aside. */
export function withoutSpans(text: string, standIn: (code: string) => string): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { from, code, to } of codeSpans(text)) {
    if (from < done) continue;
    pieces.push(text.slice(done, from), standIn(code.replace(/^ (.*\S.*) $/s, '$1')));
    done = to;
  }
  return pieces.join('') + text.slice(done);
}

interface CodeSpan {
  readonly from: number;
  readonly code: string;
  readonly to: number;
}

/**
 * For each run of backticks the code that begins there, unless it is in code itself: it ends at the next run of that length. Takes
 * time linear in the text.
 */
export function codeSpans(text: string): CodeSpan[] {
  const nextOf = new Map<number, { from: number; to: number }>();
  const spans: CodeSpan[] = [];
  for (const { 0: run, 1: before = '', index } of [...text.matchAll(/(?<!\\)(\\*)`+/g)].reverse()) {
    const to = index + run.length;
    const whole = index + before.length;
    // The first backtick behind a backslash begins no code, but may end some: in code a backslash means itself.
    const from = whole + (before.length % 2);
    const close = nextOf.get(to - from);
    nextOf.set(to - whole, { from: whole, to });
    if (close !== undefined) spans.push({ from, code: text.slice(to, close.from), to: close.to });
  }
  // A paragraph ends at a block of code, too.
  return spans.reverse().filter(({ code }) => !/\n\s*\n/.test(code) && !code.includes(FENCE));
}

/** In a line, as formulas.ts reads them: of such a formula its source is left. */
const formula = /(?<![\\$])(\${1,2})(?![\s$])((?:\\.|[^\\$\n\0])*(?<!\s))\1(?![$\d])/g;
const listItem = /^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]/;
const definition =
  /^ {0,3}\[(?!\^)([^\]\n]+)\]:[ \t]*\S+(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^)\n]*\)))?[ \t]*$/gm;
const dashes = /^[ \t]*(?:\|[ \t]*)?(?::?-+:?[ \t]*\|[ \t]*)+(?::?-+:?[ \t]*)?$/;

function withoutMarks(text: string): string {
  const defined = new Set(
    [...text.matchAll(definition)].map(([, name = '']) => name.toLowerCase()),
  );
  const less = withoutRows(text.replace(definition, ''));
  return steps
    .reduce((words, [mark, instead]) => words.replace(mark, instead), less)
    .replace(/!?\[([^[\]]+)\]/g, (found, name: string) =>
      defined.has(name.toLowerCase()) ? name : found,
    );
}

/** Cells of tables stand side by side, without the lines between them. */
function withoutRows(text: string): string {
  const lines = text.split('\n');
  let isTable = false;
  return lines
    .map((line, place) => {
      if (dashes.test(line) && line.includes('|')) {
        isTable = true;
        return '';
      }
      if (line.trim() === '') isTable = false;
      const isHead = dashes.test(lines[place + 1] ?? '');
      return isTable || (isHead && line.includes('|')) ? line.replaceAll('|', ' ') : line;
    })
    .join('\n');
}

const words = String.raw`((?:[^\[\]]|\[[^\[\]]*\])*)`;
const address = String.raw`\(\s*(?:<[^<>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)`;
/** Links and pictures, by their address or by a definition. A picture may be a link's words. */
const link: readonly [RegExp, string] = [
  new RegExp(String.raw`!?\[(?!\^)${words}\](?:${address}|\[[^\[\]]*\])`, 'g'),
  '$1',
];
const stars: readonly [RegExp, string] = [/(?<!\*)(\*{1,3})(?![\s*])([^*]*?[^\s*])\1(?!\*)/g, '$2'];

/** Marks, and what is left of them. */
const steps: readonly (readonly [RegExp, string])[] = [
  // Quotes and alerts, footnotes.
  [/^(?:[ \t]*>)+[ \t]?(?:\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*$)?/gim, ''],
  [/\[\^[^[\]\s]+\]:?/g, ''],
  // Lines across the page and below headings; headings; items and tasks.
  [/^ {0,3}(?:(?:-[ \t]*)+|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|=+[ \t]*)$/gm, ''],
  [/^ {0,3}#{1,6}(?:[ \t]+|$)/gm, ''],
  [/[ \t]#+[ \t]*$/gm, ''],
  [/^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]+(?:\[[ x]\][ \t]+)?/gim, ''],
  // Links by name (page-links.ts).
  [/\[\[(?!\^)(?:[^[\]\n|]*\|)?[ \t]*([^[\]\n]+?)[ \t]*\]\](?!\()/g, '$1'],
  // Twice: one may stand within another.
  link,
  link,
  [/<((?:[a-z][a-z0-9+.-]{1,31}:|[^\s<>@]+@)[^\s<>]*)>/gi, '$1'],
  stars,
  stars,
  [/(?<![\w_])(_{1,3})(?![\s_])([^_]*?[^\s_])\1(?![\w_])/g, '$2'],
  [/(?<!~)(~{1,2})(?![\s~])([^~]*?[^\s~])\1(?!~)/g, '$2'],
  [/\\$/gm, ''],
];
