import { OPENING_LENGTH } from '../../lib/limits.ts';
import { shortened } from '../../lib/shortened.ts';

/**
 * What is left of HTML in texts. A learning's Markdown has these rules outside its code (content/markdown). The rules:
 *
 * - HTML tags are removed if they have a known name and the shape of a tag. `a < b`, `a<b && c>d` and `List<int>`
 *   stay, and so does a type named like an element (`Option<A>`), recognised because it follows a word and
 *   is never closed.
 * - Comments are removed, and so are elements that are never displayed (`unseen`), with their content.
 * - Blocks end a line and paragraphs leave a blank one, so that `<p>one</p><p>two</p>` does not run together.
 * - Six entities are decoded, each once: `&amp;lt;` becomes `&lt;`.
 *
 * The result is only ever shown as text, so this is for legibility, not for safety. Tags that appear when others
 * are removed are removed too, in up to `PASSES` passes; a pass takes time linear in the text.
 */
const PASSES = 4;

/** LEARNING-2: a text that is not Markdown, split into paragraphs on blank lines. */
export function learningParagraphs(content: string): string[] {
  return splitParagraphs(plainText(content));
}

/** The paragraphs of words, which blank lines separate. */
export function splitParagraphs(words: string): string[] {
  return words
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

/** Enough of some words for three lines of a card, and not more than a screen reader should have to read. */
export function opening(words: string): string {
  return shortened(words.replace(/\s+/g, ' ').trim(), OPENING_LENGTH);
}

export function plainText(content: string): string {
  return decoded(withoutHtml(content.replace(/\r\n?/g, '\n'))).trim();
}

/** A text with its six entities decoded, each once. */
export function decoded(text: string): string {
  return text.replace(/&(?:nbsp|lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity);
}

/**
 * A text without tags, with line breaks and blank lines where blocks end.
 *
 * @param space makes white space of a run that may have a removed tag's marks in it; where it is, and in which text
 * @param picture what an `<img …>` leaves in the text
 */
export function withoutHtml(
  content: string,
  space: (run: string, at: number, text: string) => string = spaceOf,
  picture: (tag: string) => string = () => '',
): string {
  let text = content;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const less = withoutTags(text, picture);
    if (less === text) break;
    text = less;
  }
  const held = text;
  return held.replace(/\s+/g, (run, at: number) => space(run, at, held));
}

/** What sort of tags a text has: `block` if any is a block's or never shown, null if it has none. */
export function sortOfTags(text: string): 'block' | 'inline' | null {
  const closed = new Set<string>();
  for (const [, name = ''] of text.matchAll(closing)) closed.add(name.toLowerCase());
  let isInline = false;
  for (const { 2: spelled, index } of text.matchAll(token)) {
    const name = spelled?.toLowerCase() ?? '';
    if (paragraphs.has(name) || lines.has(name) || unseen.has(name)) return 'block';
    const isType = /\w/.test(text[index - 1] ?? '') && !closed.has(name) && !oftenOpen.has(name);
    isInline ||= inline.has(name) && !isType;
  }
  return isInline ? 'inline' : null;
}

/** Whether a text was written as HTML: it begins with a block's tag. */
export function beginsAsHtml(text: string): boolean {
  const [, name = ''] = /^\s*<([a-z][a-z0-9]*)[\s>]/i.exec(text) ?? [];
  return paragraphs.has(name.toLowerCase()) || lines.has(name.toLowerCase());
}

/** Stands for a fenced block of code (content/markdown/html-in-markdown.ts), which nothing that is hidden takes along. */
export const FENCE = '\0f';

/** Marks left in the text by a removed tag; they are white space themselves. */
const BREAK = '\r';
const LINE = '\v';
const PARAGRAPH = '\f';

const entities: Readonly<Record<string, string>> = {
  '&nbsp;': ' ',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const unseen = words('script style template svg iframe');
const paragraphs = words(
  'address article aside blockquote details dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul',
);
const lines = words('caption center dd div dt figcaption li summary tr');
/** Elements that HTML allows to stay open: an unclosed one need not be a type parameter. */
const oftenOpen = words('br dd dt hr img input li option p td th tr wbr');
const inline = words(
  'a abbr audio b bdi bdo big body br button canvas cite code col colgroup data datalist del dfn dialog em embed font frame frameset head hgroup html i img input ins kbd label legend link map mark marquee math menu meta meter noscript object optgroup option output param picture progress q rp rt ruby s samp search select slot small source span strike strong sub sup tbody td textarea tfoot th thead time title track tt u var video wbr',
);

/** The start of a comment, or anything shaped like a tag: slash, name, attributes. */
const token =
  /<!--|<(\/?)([a-z][a-z0-9]*)(?:\s+[a-z_:@][\w:.@-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+))?)*\s*\/?>/gi;

const closing = /<\/([a-z][a-z0-9]*)\s*>/gi;

const fence = new RegExp(FENCE, 'g');

function withoutTags(text: string, picture: (tag: string) => string): string {
  // Found in advance: searching again after every tag would take minutes for some texts.
  const lastCommentEnd = text.lastIndexOf('-->');
  const lastClosing = new Map<string, number>();
  for (const { 1: name = '', index } of text.matchAll(closing)) {
    lastClosing.set(name.toLowerCase(), index);
  }
  const fences = [...text.matchAll(fence)].map(({ index }) => index);
  let passed = 0;
  /** Whether code is in there; asked from left to right. */
  const hasFence = (from: number, to: number) => {
    while ((fences[passed] ?? to) < from) passed += 1;
    return (fences[passed] ?? to) < to;
  };
  const pieces: string[] = [];
  let done = 0;
  const cut = (from: number, to: number, mark: string) => {
    pieces.push(text.slice(done, from), mark);
    done = to;
  };
  for (const { 0: found, 1: slash, 2: spelled = '', index } of text.matchAll(token)) {
    // Inside of a removed element.
    if (index < done) continue;
    if (found === '<!--') {
      if (lastCommentEnd <= index) continue;
      const end = text.indexOf('-->', index) + '-->'.length;
      if (!hasFence(index, end)) cut(index, end, '');
      continue;
    }
    const name = spelled.toLowerCase();
    const isClosed = slash === '/' || (lastClosing.get(name) ?? -1) > index;
    const isType = /\w/.test(text[index - 1] ?? '') && !isClosed && !oftenOpen.has(name);
    const mark = markOf(name);
    if (unseen.has(name)) {
      const end = slash === '' && isClosed ? nextClosing(text, name, index) : index;
      cut(index, end > index && !hasFence(index, end) ? end : index + found.length, '');
    } else if (mark !== null && !isType) {
      cut(index, index + found.length, name === 'img' && slash === '' ? picture(found) : mark);
    }
  }
  pieces.push(text.slice(done));
  return pieces.join('');
}

function nextClosing(text: string, name: string, from: number): number {
  const ofName = new RegExp(`</${name}\\s*>`, 'gi');
  ofName.lastIndex = from;
  return ofName.exec(text)?.index ?? text.length;
}

/** The mark that a tag of this name leaves in the text; null if no such element exists. */
function markOf(name: string): string | null {
  if (name === 'br') return BREAK;
  if (paragraphs.has(name)) return PARAGRAPH;
  if (lines.has(name)) return LINE;
  return inline.has(name) ? '' : null;
}

/** How a run of white space reads: as its marks demand, else unchanged. */
export function spaceOf(run: string): string {
  const breaks = run.split(BREAK).length - 1;
  if (run.includes(PARAGRAPH) || breaks > 1) return '\n\n';
  return run.includes(LINE) || breaks === 1 ? '\n' : run;
}
