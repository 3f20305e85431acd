import { JSDOM } from 'jsdom';

/**
 * The rules of Atom (RFC 4287), RSS 2.0, archives of both (RFC 5005) and sitemaps 0.9, as far as the site uses these formats: which elements stand where,
 * how often, and what their text and attributes may be. Anything else is a problem.
 */

type Check = (text: string) => boolean;

interface Rule {
  /** Of the element and what it holds; the namespace of the one around it by default. */
  readonly namespace?: string | null;
  readonly holds?: Readonly<Record<string, Held>>;
  readonly attributes?: Readonly<Record<string, Check>>;
  /** Attributes that may be missing. */
  readonly may?: Readonly<Record<string, Check>>;
  /** By default an element holds elements, and no text. */
  readonly text?: Check;
  /** No two in the document have the same text. */
  readonly isUnique?: boolean;
}

type Held = readonly ['one' | 'at most one' | 'any', Rule];

const ATOM = 'http://www.w3.org/2005/Atom';
const XHTML = 'http://www.w3.org/1999/xhtml';

const words: Check = (text) => text.trim() !== '';
const any: Check = () => true;
const oneOf =
  (...allowed: string[]): Check =>
  (text) =>
    allowed.includes(text);
const absolute: Check = (text) => /^https?:\/\/[^/\s]+\/\S*$/.test(text) && URL.canParse(text);
const absoluteUri: Check = (text) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text);
const language: Check = (text) => /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(text);
/** RFC 3339, and the W3C's profile of it with a time. */
const date: Check = (text) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) &&
  !Number.isNaN(Date.parse(text));
/** RFC 822, with the four digits of a year that RSS asks for. */
const mailDate: Check = (text) =>
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (GMT|[+-]\d{4})$/.test(
    text,
  ) && new Date(text).toUTCString().slice(0, 3) === text.slice(0, 3);

const plain: Rule = { text: words };
const person: Rule = { holds: { name: ['one', plain], uri: ['at most one', { text: absolute }] } };
const atomText: Rule = { text: words, may: { type: oneOf('text', 'html') } };
const atomLink: Rule = {
  namespace: ATOM,
  attributes: { href: absolute },
  may: {
    rel: oneOf('alternate', 'self', 'related', 'current', 'prev-archive', 'next-archive'),
    type: words,
    title: words,
  },
};
/** Text as a link, which both readers and browsers show. */
const summary: Rule = {
  attributes: { type: oneOf('xhtml') },
  holds: {
    div: [
      'one',
      { namespace: XHTML, holds: { a: ['one', { text: words, attributes: { href: absolute } }] } },
    ],
  },
};
const archive: Rule = { namespace: 'http://purl.org/syndication/history/1.0' };

const atom: Rule = {
  namespace: ATOM,
  may: { 'xml:lang': language },
  holds: {
    id: ['one', { text: absoluteUri, isUnique: true }],
    title: ['one', atomText],
    subtitle: ['at most one', atomText],
    updated: ['one', { text: date }],
    link: ['any', atomLink],
    'fh:archive': ['at most one', archive],
    // One for all entries.
    author: ['one', person],
    entry: [
      'any',
      {
        holds: {
          id: ['one', { text: absoluteUri, isUnique: true }],
          title: ['one', atomText],
          updated: ['one', { text: date }],
          published: ['at most one', { text: date }],
          // Without content an entry needs it.
          link: ['one', atomLink],
          summary: ['at most one', summary],
          content: ['one', { text: words, attributes: { type: oneOf('text', 'html') } }],
        },
      },
    ],
  },
};

const rss: Rule = {
  namespace: null,
  attributes: { version: oneOf('2.0') },
  holds: {
    channel: [
      'one',
      {
        holds: {
          title: ['one', plain],
          link: ['one', { text: absolute }],
          description: ['one', plain],
          language: ['at most one', { text: language }],
          'atom:link': ['any', atomLink],
          'fh:archive': ['at most one', archive],
          item: [
            'any',
            {
              holds: {
                title: ['one', plain],
                link: ['one', { text: absolute }],
                guid: [
                  'one',
                  { text: words, may: { isPermaLink: oneOf('true', 'false') }, isUnique: true },
                ],
                pubDate: ['one', { text: mailDate }],
                description: ['one', plain],
              },
            },
          ],
        },
      },
    ],
  },
};

const sitemap: Rule = {
  namespace: 'http://www.sitemaps.org/schemas/sitemap/0.9',
  holds: {
    url: [
      'any',
      {
        holds: {
          loc: ['one', { text: (text) => absolute(text) && text.length < 2048, isUnique: true }],
          lastmod: ['at most one', { text: date }],
        },
      },
    ],
  },
};

const formats = { feed: atom, rss, urlset: sitemap };

/**
 * What is wrong with a feed or a sitemap: a line each; none if it is valid.
 *
 * @param root the name of its outermost element
 */
export function xmlProblems(text: string, root: keyof typeof formats): readonly string[] {
  const { window } = new JSDOM();
  const { documentElement } = new window.DOMParser().parseFromString(text, 'application/xml');
  const malformed = documentElement.ownerDocument.querySelector('parsererror');
  if (malformed !== null) return [`not well-formed: ${malformed.textContent}`];
  if (documentElement.nodeName !== root) return [`${documentElement.nodeName} is no ${root}`];
  const rule = formats[root];
  return problemsOf(documentElement, rule, rule.namespace ?? null, root, new Map());
}

function problemsOf(
  element: Element,
  rule: Rule,
  namespace: string | null,
  place: string,
  seen: Map<Rule, Set<string>>,
): string[] {
  const problems: string[] = [];
  const say = (what: string) => problems.push(`${place}: ${what}`);
  if (element.namespaceURI !== namespace) say(`is of the namespace '${element.namespaceURI}'`);

  const { attributes = {}, may = {}, holds = {}, text } = rule;
  for (const name of Object.keys(attributes))
    if (!element.hasAttribute(name)) say(`has no ${name}`);
  for (const { name, value } of element.attributes) {
    const check = attributes[name] ?? may[name] ?? (name.startsWith('xmlns') ? any : undefined);
    if (check === undefined) say(`must not have ${name}`);
    else if (!check(value)) say(`${name} is '${value}'`);
  }

  const own = [...element.childNodes].filter(({ nodeType }) => nodeType !== 1);
  const said = own.map((node) => node.textContent).join('');
  if (!(text ?? ((it) => it.trim() === ''))(said)) say(`says '${said.slice(0, 80)}'`);
  if (rule.isUnique) {
    const others = seen.get(rule) ?? new Set();
    if (others.has(said)) say(`'${said}' stands there twice`);
    seen.set(rule, others.add(said));
  }

  const children = [...element.children];
  for (const [name, [count]] of Object.entries(holds)) {
    const number = children.filter(({ nodeName }) => nodeName === name).length;
    if (count === 'one' && number === 0) say(`has no ${name}`);
    if (count !== 'any' && number > 1) say(`has ${number} ${name}`);
  }
  for (const [index, child] of children.entries()) {
    const held = holds[child.nodeName]?.[1];
    const at = `${place} > ${child.nodeName}:${index + 1}`;
    if (held === undefined) say(`must not hold ${child.nodeName}`);
    else problems.push(...problemsOf(child, held, held.namespace ?? namespace, at, seen));
  }
  return problems;
}
