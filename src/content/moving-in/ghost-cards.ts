/**
 * HTML of what Ghost's editors keep, for posts that were never rendered: Lexical since version 5.34, Mobiledoc before. Words,
 * headings, lists, links, code, pictures and cards of HTML come; of all other cards the address, if they have one.
 */

type Node = Readonly<Record<string, unknown>>;

/** @returns null if it is neither, or nothing is in it */
export function htmlOfGhost({ lexical, mobiledoc }: Node): string | null {
  const [root, doc] = [parsed(lexical), parsed(mobiledoc)];
  const html =
    root === null ? (doc === null ? '' : ofMobiledoc(doc)) : ofLexical(Object(root.root), 0);
  return /[^\s<>]/.test(html.replace(/<[^>]*>/g, '')) || /<(?:img|hr)/.test(html) ? html : null;
}

function parsed(json: unknown): Node | null {
  if (typeof json !== 'string') return null;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' ? (value as Node | null) : null;
  } catch {
    return null;
  }
}

/** Nobody nests so deep. */
const DEEPEST = 50;

const BOLD = 1;
const ITALIC = 2;
const STRUCK = 4;
const CODE = 16;

function ofLexical(node: Node, depth: number): string {
  if (depth > DEEPEST) return '';
  const inner = () =>
    listOf(node.children)
      .map((it) => ofLexical(it, depth + 1))
      .join('');
  switch (node.type) {
    case 'text':
    case 'extended-text':
      return marked(textOf(node.text), Number(node.format ?? 0));
    case 'linebreak':
      return '<br>';
    case 'paragraph':
    case 'aside':
      return `<p>${inner()}</p>`;
    case 'heading':
    case 'extended-heading':
      return within(nameIn(node.tag, /^h[1-6]$/, 'h2'), inner());
    case 'quote':
    case 'extended-quote':
      return `<blockquote><p>${inner()}</p></blockquote>`;
    case 'list':
      return within(node.listType === 'number' ? 'ol' : 'ul', inner());
    case 'listitem':
      return `<li>${inner()}</li>`;
    case 'link':
    case 'autolink':
      return `<a href="${textOf(node.url)}">${inner()}</a>`;
    case 'horizontalrule':
      return '<hr>';
    default:
      return cardOf(String(node.type), node) + inner();
  }
}

function marked(text: string, format: number): string {
  const marks = [
    ...((format & CODE) === 0 ? [] : ['code']),
    ...((format & STRUCK) === 0 ? [] : ['s']),
    ...((format & ITALIC) === 0 ? [] : ['em']),
    ...((format & BOLD) === 0 ? [] : ['strong']),
  ];
  return marks.reduce((inner, mark) => within(mark, inner), text);
}

/** Both editors call their cards alike. */
function cardOf(name: string, card: Node): string {
  const address = textOf(card.src ?? card.url);
  const caption =
    typeof card.caption === 'string' ? `<figcaption>${card.caption}</figcaption>` : '';
  switch (name.replace(/^card-/, '')) {
    case 'image':
      return `<figure><img src="${address}" alt="${textOf(card.alt)}">${caption}</figure>`;
    case 'gallery':
      return listOf(card.images)
        .map((it) => `<p><img src="${textOf(it.src)}" alt="${textOf(it.alt)}"></p>`)
        .join('');
    case 'code':
    case 'codeblock':
      return `<pre><code class="language-${textOf(card.language)}">${textOf(card.code)}</code></pre>`;
    case 'html':
      return typeof card.html === 'string' ? card.html : '';
    case 'markdown':
      return `<pre>${textOf(card.markdown)}</pre>`;
    case 'hr':
      return '<hr>';
    default: {
      const title = textOf(Object(card.metadata).title ?? card.title ?? card.heading);
      const words =
        typeof card.content === 'string' ? card.content : textOf(card.calloutText ?? card.text);
      const link =
        address === '' ? title : `<a href="${address}">${title === '' ? address : title}</a>`;
      return link === '' && words === ''
        ? ''
        : `<p>${link}</p>${words === '' ? '' : `<p>${words}</p>`}`;
    }
  }
}

function ofMobiledoc(doc: Node): string {
  const markups = arraysIn(doc.markups);
  const cards = arraysIn(doc.cards);
  const sections = arraysIn(doc.sections).map((section) => {
    const [type, first, second] = section;
    if (type === 1)
      return within(
        nameIn(first, /^(?:p|h[1-6]|blockquote|aside)$/, 'p'),
        ofMarkers(second, markups),
      );
    if (type === 2) return `<p><img src="${textOf(first)}"></p>`;
    if (type === 3) {
      const items = arraysIn(second).map((it) => `<li>${ofMarkers(it, markups)}</li>`);
      return within(first === 'ol' ? 'ol' : 'ul', items.join(''));
    }
    const [name, card] = type === 10 ? (cards[Number(first)] ?? []) : [];
    return name === undefined ? '' : cardOf(String(name), Object(card) as Node);
  });
  return sections.join('\n');
}

/** Each opens some marks, and closes some that were opened last. */
function ofMarkers(markers: unknown, markups: readonly unknown[][]): string {
  const open: string[] = [];
  const written = arraysIn(markers).map(([, opens, closes, text]) => {
    const begun = (Array.isArray(opens) ? opens : []).map((it) => {
      const [tag, attributes] = markups[Number(it)] ?? [];
      const name = nameIn(tag, /^(?:a|b|strong|i|em|code|s|u|sub|sup)$/, 'span');
      open.push(name);
      const href =
        name === 'a' && Array.isArray(attributes) ? attributes[attributes.indexOf('href') + 1] : '';
      return name === 'a' ? `<a href="${textOf(href)}">` : `<${name}>`;
    });
    const ended = Array.from(
      { length: Math.min(Number(closes ?? 0), open.length) },
      () => `</${open.pop()}>`,
    );
    return begun.join('') + textOf(text) + ended.join('');
  });
  return (
    written.join('') +
    open
      .reverse()
      .map((it) => `</${it}>`)
      .join('')
  );
}

const within = (tag: string, inner: string) => `<${tag}>${inner}</${tag}>`;

function nameIn(name: unknown, known: RegExp, otherwise: string): string {
  return typeof name === 'string' && known.test(name) ? name : otherwise;
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}

const listOf = (value: unknown): Node[] =>
  (Array.isArray(value) ? value : []).map((it) => Object(it) as Node);
const arraysIn = (value: unknown): unknown[][] =>
  (Array.isArray(value) ? value : []).filter((it): it is unknown[] => Array.isArray(it));
