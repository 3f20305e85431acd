import { PAGE_LINK } from '../lib/page-link.ts';
import { fitHtml } from './fit-html.ts';

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
 * - Tasks say whether they are done; cells are aligned; alerts say what they are.
 *
 * It parses nothing twice: what `markdownHtml` escapes stays escaped, and no element is listed whose content is read otherwise
 * than as HTML. So DOMPurify, 12 kB, has nothing to find here. Tests hold what comes out against it.
 *
 * @param key of the text, unique on its page
 */
export function fitMarkdown(html: string, key: string, around: AroundText = {}): string {
  const { isAmongOthers = false, pageNamed } = around;
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
  const additions = [
    ...footnotesOf(page, key),
    ...tasksOf(page),
    ...cellsOf(page),
    ...codeOf(page),
    ...alertsOf(page),
    ...placesOf(page, isAmongOthers ? `${HEADING}${key}-` : HEADING),
  ];
  fitHtml(page, isAmongOthers ? 2 : 1);
  for (const add of additions) add();
  return template.innerHTML;
}

/** Nobody sees it, but a screen reader would stop there with nothing to say. */
function isEmpty(element: Element): boolean {
  return element.textContent?.trim() === '' && element.querySelector('img') === null;
}

/** Adds to the page what `fitHtml` would take away. */
type Addition = () => void;

function footnotesOf(page: DocumentFragment, key: string): Addition[] {
  const section = page.querySelector('section[data-footnotes]');
  if (section === null) return [];
  const ids = new Map<string, string>();
  const withIds = [...page.querySelectorAll('[data-footnote-ref], [data-footnotes] > ol > li')];
  for (const [place, { id }] of withIds.entries()) ids.set(`#${id}`, `note-${key}-${place + 1}`);
  const additions = withIds.map((element): Addition => {
    const own = ids.get(`#${element.id}`) ?? '';
    return () => element.setAttribute('id', own);
  });
  for (const link of page.querySelectorAll('[data-footnote-ref], [data-footnote-backref]')) {
    const target = ids.get(link.getAttribute('href') ?? '') ?? '';
    const label = link.getAttribute('aria-label') ?? `Footnote ${link.textContent}`;
    // A link to a part of the page is none of those that texts may have.
    const place = document.createTextNode('');
    link.replaceWith(place);
    additions.push(() => {
      for (const name of link.getAttributeNames()) if (name !== 'id') link.removeAttribute(name);
      link.setAttribute('href', `#${target}`);
      link.setAttribute('aria-label', label);
      place.replaceWith(link);
    });
  }
  const notes = document.createElement('div');
  const list = section.querySelector('ol');
  if (list !== null) notes.append(list);
  section.replaceWith(notes);
  additions.push(() => {
    notes.setAttribute('role', 'doc-endnotes');
    notes.setAttribute('aria-label', 'Footnotes');
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

/** The longest name of a language; what is longer is a sentence. */
const LANGUAGE_LENGTH = 30;

function codeOf(page: DocumentFragment): Addition[] {
  return [...page.querySelectorAll('pre > code')].flatMap((code) => {
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
const headings = 'h1, h2, h3, h4, h5, h6';

/** The ids of headings are made of their words, in any script, as GitHub makes them; those of the same words are numbered. */
function placesOf(page: DocumentFragment, prefix: string): Addition[] {
  const inText = [...page.querySelectorAll('a[href^="#"]')].map((link) => {
    const to = link.getAttribute('href')?.slice(1) ?? '';
    // `fitHtml` takes it for a link to the site, and leaves it in its place.
    link.setAttribute('href', '/');
    return { link, to };
  });
  const slugs = numbered(
    [...page.querySelectorAll(headings)].map((it) => slugOf(it.textContent ?? '')),
  );
  const known = new Set(slugs);
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

/** Each slug once: `a`, `a-1`, `a-2`. */
function numbered(slugs: readonly string[]): string[] {
  const next = new Map<string, number>();
  return slugs.map((slug) => {
    let unused = slug;
    let n = next.get(slug) ?? 0;
    for (; next.has(unused); n += 1) unused = `${slug}-${n + 1}`;
    next.set(slug, n);
    next.set(unused, next.get(unused) ?? 0);
    return unused;
  });
}

/** Renderers write other scripts' letters in addresses as bytes. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
