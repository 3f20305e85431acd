import { PAGE_LINK } from '../lib/page-link.ts';
import { sizeInTitle } from '../lib/picture-size.ts';
import { fitHtml, headingLevels, headings } from './fit-html.ts';

/** What the page around a text means for it. */
export interface AroundText {
  /** The page has several texts, each below an `h2`. Ids of headings then have the text's key, too. */
  readonly isAmongOthers?: boolean | undefined;
  /** The address of the page of this site that has a name, or null; without it no page has one. */
  readonly pageNamed?: ((name: string) => string | null) | undefined;
}

/**
 * Makes the HTML of a Markdown text (content/markdown) fit for a page. Texts can write no HTML of their own, so every tag,
 * class and id in it is the renderer's. It keeps to the lists of details all the same (fit-html.ts): all classes and ids go, and
 * what the following have to say is added again, in words of ours.
 *
 * - Code names its language, and has a button to copy it. It scrolls by keyboard, too.
 * - Footnotes have ids with the text's key, so that those of two texts on one page differ and none shadows a name of the page.
 * - Headings have ids and are links to themselves. Links of the text to its own headings lead there.
 * - Links by name lead to the page that has it; where none has, only their words are left.
 * - Formulas are marked, and wide ones scroll.
 * - Tasks say whether they are done; cells are aligned; alerts say what they are.
 *
 * It parses nothing twice: what `markdownHtml` escapes stays escaped, and no element is listed whose content is read otherwise
 * than as HTML. So DOMPurify, 12 kB, has nothing to find here. Tests hold what comes out against it.
 *
 * @param key of the text, unique on its page
 */
export function fitMarkdown(html: string, key: string, around: AroundText = {}): string {
  return [...fitInSteps([html], key, around)].join('');
}

/**
 * The same for a text in pieces, as `markdownInSteps` makes them: gives each piece after a look at all of them, with a pause, an
 * empty piece, between any two.
 */
export function* fitInSteps(
  pieces: readonly string[],
  key: string,
  { isAmongOthers = false, pageNamed }: AroundText = {},
): Generator<string> {
  const prefix = isAmongOthers ? `${HEADING}${key}-` : HEADING;
  const text: WholeText = { levels: new Set(), slugs: new Map(), notes: new Map() };
  const parts: { template: HTMLTemplateElement; additions: Addition[] }[] = [];
  for (const html of pieces) {
    // Content of a template is inert: no picture is requested before it is checked.
    const template = document.createElement('template');
    template.innerHTML = html;
    const page = template.content;
    for (const element of page.querySelectorAll(`a, ${headings}`)) {
      if (isEmpty(element)) element.remove();
    }
    for (const link of page.querySelectorAll(`a[href^="${PAGE_LINK}"]`)) {
      const name = link.getAttribute('href')?.slice(PAGE_LINK.length) ?? '';
      link.setAttribute('href', pageNamed?.(name) ?? '');
    }
    for (const picture of page.querySelectorAll('img[title]')) giveSize(picture);
    for (const level of headingLevels(page)) text.levels.add(level);
    const additions = [
      ...footnotesOf(page, key, text),
      ...tasksOf(page),
      ...cellsOf(page),
      ...formulasOf(page),
      ...codeOf(page),
      ...alertsOf(page),
      ...placesOf(page, prefix, text),
    ];
    parts.push({ template, additions });
    yield '';
  }
  for (const { template, additions } of parts) {
    fitHtml(template.content, isAmongOthers ? 2 : 1, text.levels);
    for (const add of additions) add();
    yield template.innerHTML;
  }
}

/** What is known of a text once all of its pieces have been looked at. */
interface WholeText {
  readonly levels: Set<string>;
  /** The slugs of its headings, and which number the next heading of the same words may have. */
  readonly slugs: Map<string, number>;
  /** The ids of footnotes and of what calls them, as the renderer has made them, and ours. */
  readonly notes: Map<string, string>;
}

/** Nobody sees it, but a screen reader would stop there with nothing to say. */
function isEmpty(element: Element): boolean {
  return element.textContent?.trim() === '' && element.querySelector('img') === null;
}

/** A picture that was a tag brings its size as a title. Whether it is a sensible one, `fitHtml` says. */
function giveSize(picture: Element): void {
  const size = sizeInTitle(picture.getAttribute('title') ?? '');
  if (size === null) return;
  picture.removeAttribute('title');
  picture.setAttribute('width', String(size.width));
  picture.setAttribute('height', String(size.height));
}

/** Adds to the page what `fitHtml` would take away. */
type Addition = () => void;

function footnotesOf(page: DocumentFragment, key: string, { notes }: WholeText): Addition[] {
  const withIds = [...page.querySelectorAll('[data-footnote-ref], [data-footnotes] > ol > li')];
  const additions = withIds.map((element): Addition => {
    const own = `note-${key}-${notes.size + 1}`;
    notes.set(`#${element.id}`, own);
    return () => element.setAttribute('id', own);
  });
  for (const link of page.querySelectorAll('[data-footnote-ref], [data-footnote-backref]')) {
    const target = link.getAttribute('href') ?? '';
    const label = link.getAttribute('aria-label') ?? `Footnote ${link.textContent}`;
    // A link to a part of the page is none of those that texts may have.
    const place = document.createTextNode('');
    link.replaceWith(place);
    additions.push(() => {
      for (const name of link.getAttributeNames()) if (name !== 'id') link.removeAttribute(name);
      link.setAttribute('href', `#${notes.get(target) ?? ''}`);
      link.setAttribute('aria-label', label);
      place.replaceWith(link);
    });
  }
  const section = page.querySelector('section[data-footnotes]');
  if (section === null) return additions;
  const end = document.createElement('div');
  const list = section.querySelector('ol');
  if (list !== null) end.append(list);
  section.replaceWith(end);
  additions.push(() => {
    end.setAttribute('role', 'doc-endnotes');
    end.setAttribute('aria-label', 'Footnotes');
  });
  return additions;
}

function tasksOf(page: DocumentFragment): Addition[] {
  return [...page.querySelectorAll('input')].map((input) => {
    const isDone = input.hasAttribute('checked');
    const place = document.createTextNode('');
    input.replaceWith(place);
    return () => {
      const box = document.createElement('input');
      box.setAttribute('type', 'checkbox');
      box.setAttribute('disabled', '');
      if (isDone) box.setAttribute('checked', '');
      box.setAttribute('aria-label', isDone ? 'Done' : 'To do');
      place.replaceWith(box);
    };
  });
}

function cellsOf(page: DocumentFragment): Addition[] {
  return [...page.querySelectorAll('[align]')].map((cell) => {
    const align = cell.getAttribute('align') ?? '';
    return () => cell.setAttribute('data-align', align);
  });
}

/** A formula in a line with a longer source, in characters, may be wider than a phone: it is reached by the keyboard, to be scrolled. */
const WIDE_FORMULA_LENGTH = 40;

/** Formulas keep their source until they are drawn (render-formulas.ts), which is long after this where it is done at all. */
function formulasOf(page: DocumentFragment): Addition[] {
  return [...page.querySelectorAll('code[data-formula], pre > code.language-math')].map((code) => {
    const block = code.parentElement?.localName === 'pre' ? code.parentElement : null;
    const box = document.createElement(block === null ? 'span' : 'div');
    return () => {
      (block ?? code).replaceWith(box);
      box.setAttribute('data-formula', block === null ? 'inline' : 'block');
      if (block !== null || (code.textContent ?? '').length > WIDE_FORMULA_LENGTH) {
        box.setAttribute('role', 'group');
        box.setAttribute('aria-label', 'Formula');
        box.setAttribute('tabindex', '0');
      }
      box.append(code);
    };
  });
}

/** The longest name of a language; what is longer is a sentence. */
const LANGUAGE_LENGTH = 30;

function codeOf(page: DocumentFragment): Addition[] {
  return [...page.querySelectorAll('pre > code:not(.language-math)')].flatMap((code) => {
    const block = code.parentElement;
    if (block === null) return [];
    const named = /^language-(.+)$/s.exec(code.className)?.[1] ?? '';
    const language = named.length > LANGUAGE_LENGTH ? '' : named;
    return [() => frameCode(block, language)];
  });
}

function frameCode(block: HTMLElement, language: string): void {
  const frame = document.createElement('div');
  frame.setAttribute('data-code', language.toLowerCase());
  const bar = document.createElement('div');
  const name = document.createElement('span');
  name.textContent = language;
  const copy = document.createElement('button');
  copy.setAttribute('type', 'button');
  copy.setAttribute('aria-label', 'Copy code');
  copy.textContent = 'Copy';
  bar.append(name, copy);
  block.setAttribute('role', 'group');
  block.setAttribute('aria-label', language === '' ? 'Code' : `Code, ${language}`);
  block.setAttribute('tabindex', '0');
  block.replaceWith(frame);
  frame.append(bar, block);
}

const alert = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*$/i;

/** GitHub's alerts: quotes whose first line says which one it is. */
function alertsOf(page: DocumentFragment): Addition[] {
  return [...page.querySelectorAll('blockquote')].flatMap((quote) => {
    const first = quote.firstElementChild;
    const words = first?.firstChild;
    // Where lines run on, the alert's own words are in the same node.
    const [line = '', ...lines] = (words?.textContent ?? '').split('\n');
    const sort = alert.exec(line)?.[1]?.toLowerCase();
    if (first?.localName !== 'p' || words?.nodeName !== '#text' || !sort) return [];
    const behind = words.nextSibling;
    if (lines.length > 0) words.after(lines.join('\n'));
    else if (behind !== null && behind.nodeName !== 'BR') return [];
    else behind?.remove();
    words.textContent = `${sort.charAt(0).toUpperCase()}${sort.slice(1)}`;
    const rest = document.createElement('p');
    rest.append(...[...first.childNodes].slice(1));
    if (rest.textContent?.trim() !== '' || rest.firstElementChild !== null) first.after(rest);
    return [() => quote.setAttribute('data-alert', sort)];
  });
}

/** Begins the ids of headings, as no id of the page begins: a heading called 'Root' shadows nothing. */
const HEADING = 'h-';

/** The ids of headings are made of their words, in any script, as GitHub makes them; those of the same words are numbered. */
function placesOf(page: DocumentFragment, prefix: string, { slugs: known }: WholeText): Addition[] {
  const inText = [...page.querySelectorAll('a[href^="#"]')].map((link) => {
    const to = link.getAttribute('href')?.slice(1) ?? '';
    // `fitHtml` takes it for a link to the site, and leaves it in its place.
    link.setAttribute('href', '/');
    return { link, to };
  });
  const slugs = [...page.querySelectorAll(headings)].map((it) =>
    numbered(slugOf(it.textContent ?? ''), known),
  );
  return [
    () => {
      for (const [place, heading] of page.querySelectorAll(headings).entries()) {
        const id = `${prefix}${slugs[place]}`;
        heading.setAttribute('id', id);
        if (heading.querySelector('a') !== null) continue;
        const link = document.createElement('a');
        link.setAttribute('href', `#${id}`);
        link.append(...heading.childNodes);
        heading.append(link);
      }
      for (const { link, to } of inText) {
        const slug = decoded(to);
        if (known.has(slug)) link.setAttribute('href', `#${prefix}${slug}`);
        else link.replaceWith(...link.childNodes);
      }
    },
  ];
}

function slugOf(words: string): string {
  const slug = words
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  return slug === '' ? 'section' : slug;
}

/** A slug that is not among the known, and is from then on: `a`, `a-1`, `a-2`. */
function numbered(slug: string, known: Map<string, number>): string {
  let unused = slug;
  let n = known.get(slug) ?? 0;
  for (; known.has(unused); n += 1) unused = `${slug}-${n + 1}`;
  known.set(slug, n);
  known.set(unused, known.get(unused) ?? 0);
  return unused;
}

/** Renderers write other scripts' letters in addresses as bytes. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
