/**
 * Content of learnings as text. What goes and what stays:
 *
 * - Tags of HTML go, known by their names and shaped like tags. `a < b`, `a<b && c>d` and `List<int>`
 *   stay, and so does a type called like an element (`Option<A>`): after a word, and never closed.
 * - Comments go, and what nobody would have seen (`unseen`) goes with what is in it.
 * - Blocks end a line and paragraphs leave a blank one: `<p>one</p><p>two</p>` does not run together.
 * - Six entities are read, each once: `&amp;lt;` is `&lt;`.
 *
 * The result is text and is only ever shown as such: this is for reading, not for safety. What broken
 * tags leave behind is removed too, up to `PASSES`; one pass takes time in proportion to the text.
 */
const PASSES = 4;

/** LEARNING-2: the text, split into paragraphs on blank lines. */
export function learningParagraphs(content: string): string[] {
  return plainText(content)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

/** As much of the text as three lines of a card can hold, and no more for a screen reader to get through. */
export function opening(content: string): string {
  const text = plainText(content).replace(/\s+/g, ' ');
  if (text.length <= OPENING) return text;
  const lastSpace = text.lastIndexOf(' ', OPENING);
  return `${text.slice(0, lastSpace > 0 ? lastSpace : OPENING)}…`;
}

const OPENING = 480;

export function plainText(content: string): string {
  let text = content.replace(/\r\n?/g, '\n');
  for (let pass = 0; pass < PASSES; pass += 1) {
    const less = withoutTags(text);
    if (less === text) break;
    text = less;
  }
  return text
    .replace(/\s+/g, spaceOf)
    .replace(/&(?:nbsp|lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
    .trim();
}

/** Marks that a removed tag leaves in the text, white space themselves. */
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
/** May stand open in HTML, so an open one is no sign of a type parameter. */
const oftenOpen = words('br dd dt hr img input li option p td th tr wbr');
const inline = words(
  'a abbr audio b bdi bdo big body br button canvas cite code col colgroup data datalist del dfn dialog em embed font frame frameset head hgroup html i img input ins kbd label legend link map mark marquee math menu meta meter noscript object optgroup option output param picture progress q rp rt ruby s samp search select slot small source span strike strong sub sup tbody td textarea tfoot th thead time title track tt u var video wbr',
);

/** A comment's beginning, or what has the shape of a tag: slash, name, attributes. */
const token =
  /<!--|<(\/?)([a-z][a-z0-9]*)(?:\s+[a-z_:@][\w:.@-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+))?)*\s*\/?>/gi;

function withoutTags(text: string): string {
  // Looked up beforehand: to search anew behind every tag takes minutes for some texts.
  const lastCommentEnd = text.lastIndexOf('-->');
  const lastClosing = new Map<string, number>();
  for (const { 1: name = '', index } of text.matchAll(/<\/([a-z][a-z0-9]*)\s*>/gi)) {
    lastClosing.set(name.toLowerCase(), index);
  }
  const pieces: string[] = [];
  let done = 0;
  const cut = (from: number, to: number, mark: string) => {
    pieces.push(text.slice(done, from), mark);
    done = to;
  };
  for (const { 0: found, 1: slash, 2: spelled = '', index } of text.matchAll(token)) {
    // Inside of something that is gone already.
    if (index < done) continue;
    if (found === '<!--') {
      if (lastCommentEnd > index) cut(index, text.indexOf('-->', index) + '-->'.length, '');
      continue;
    }
    const name = spelled.toLowerCase();
    const isClosed = slash === '/' || (lastClosing.get(name) ?? -1) > index;
    const isType = /\w/.test(text[index - 1] ?? '') && !isClosed && !oftenOpen.has(name);
    const mark = markOf(name);
    if (unseen.has(name)) {
      const hides = slash === '' && isClosed;
      cut(index, hides ? nextClosing(text, name, index) : index + found.length, '');
    } else if (mark !== null && !isType) {
      cut(index, index + found.length, mark);
    }
  }
  pieces.push(text.slice(done));
  return pieces.join('');
}

function nextClosing(text: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}\\s*>`, 'gi');
  closing.lastIndex = from;
  return closing.exec(text)?.index ?? text.length;
}

/** What a tag of this name leaves in the text; null if there is no such element. */
function markOf(name: string): string | null {
  if (name === 'br') return BREAK;
  if (paragraphs.has(name)) return PARAGRAPH;
  if (lines.has(name)) return LINE;
  return inline.has(name) ? '' : null;
}

/** A run of white space as it reads: what the marks in it ask for, else as it is. */
function spaceOf(run: string): string {
  const breaks = run.split(BREAK).length - 1;
  if (run.includes(PARAGRAPH) || breaks > 1) return '\n\n';
  return run.includes(LINE) || breaks === 1 ? '\n' : run;
}
