import { inSite, withinSite } from '../lib/in-site.ts';
import { ON_A_PHONE, type SitePicture, sitePicture } from '../lib/site-picture.ts';
import { webAddress } from '../lib/web-address.ts';

/**
 * What a page takes from texts as HTML:
 *
 * - Only the elements and attributes listed here are kept.
 * - A link may lead to a website or a mailbox, in a new tab, or to a page of this site. Any other link is
 *   replaced by its text.
 * - A picture may come from a website or from this site, and reserves its space before it arrives. Any
 *   other picture is replaced by its alternative text. One that is in no link is a button that enlarges it
 *   (ui/text-pictures.tsx); a heading is a link, too.
 * - The page has its `h1`: the heading levels in use become `h2`, `h3` and so on, in order.
 * - Classes, ids and styles are removed, so that the HTML can neither cover the page nor shadow the name
 *   of anything in it.
 */
export const elements: readonly string[] = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'br', 'hr', 'blockquote', 'pre'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'figure', 'figcaption', 'a', 'img'],
  ...['strong', 'b', 'em', 'i', 's', 'del', 'ins', 'u', 'mark', 'small', 'sub', 'sup', 'q', 'cite'],
  ...['code', 'kbd', 'samp', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
];

export const attributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  ol: ['start'],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
};

export const xhtml = 'http://www.w3.org/1999/xhtml';

/**
 * @param page in a template: its content is inert, so no picture is requested before it is checked
 * @param above the level of the heading that the text stands under
 * @param levels of all headings of the text, of which the page may be a part
 */
export function fitHtml(
  page: DocumentFragment,
  above = 1,
  levels: ReadonlySet<string> = headingLevels(page),
): void {
  for (const element of page.querySelectorAll('*')) keepToTheList(element);
  for (const link of page.querySelectorAll('a')) fitLink(link);
  for (const image of page.querySelectorAll('img')) fitImage(image);
  for (const table of page.querySelectorAll('table')) fitTable(table);
  fitHeadings(page, above, [...levels].sort());
}

function keepToTheList(element: Element): void {
  if (element.namespaceURI !== xhtml || !elements.includes(element.localName)) {
    element.remove();
    return;
  }
  for (const name of element.getAttributeNames()) {
    if (!attributes[element.localName]?.includes(name)) element.removeAttribute(name);
  }
}

function fitLink(link: HTMLAnchorElement): void {
  const address = link.getAttribute('href');
  const website = webAddress(address);
  const away = website ?? mailAddress(address);
  const target = away ?? siteAddress(address);
  if (target === null) {
    link.replaceWith(...link.childNodes);
    return;
  }
  link.setAttribute('href', target);
  if (away === null) return;
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer');
  if (website === null) return;
  // The text of `NewTabNote`, hidden visually by rich-text.tsx.
  const note = link.ownerDocument.createElement('span');
  note.textContent = ' (opens in a new tab)';
  link.append(note);
}

function fitImage(image: HTMLImageElement): void {
  const source = image.getAttribute('src');
  const address = webAddress(source) ?? siteAddress(source);
  const alt = image.getAttribute('alt') ?? '';
  if (address === null) {
    image.replaceWith(alt);
    return;
  }
  image.setAttribute('src', address);
  image.setAttribute('alt', alt);
  image.setAttribute('loading', 'lazy');
  image.setAttribute('decoding', 'async');
  image.setAttribute('referrerpolicy', 'no-referrer');
  const own = sitePicture(withinSite(address));
  if (own !== null) fitSitePicture(image, own);
  if (!hasSensibleSize(image)) {
    // Without a size it gets a box of fixed proportions (rich-text.tsx).
    image.removeAttribute('width');
    image.removeAttribute('height');
  }
  const shown = own?.card == null ? image : withCard(image, own.card);
  if (image.closest('a, h1, h2, h3, h4, h5, h6') === null) makeEnlargeable(shown, alt);
}

/** Its name says what the page needs to know before it arrives. */
function fitSitePicture(image: HTMLImageElement, { width, height, colour }: SitePicture): void {
  image.setAttribute('width', String(width));
  image.setAttribute('height', String(height));
  image.setAttribute('style', `background-color: ${colour}`);
}

/** A phone loads the small one. */
function withCard(image: HTMLImageElement, card: string): Element {
  const page = image.ownerDocument;
  const source = page.createElement('source');
  source.setAttribute('media', ON_A_PHONE);
  source.setAttribute('srcset', inSite(card));
  const both = page.createElement('picture');
  image.replaceWith(both);
  both.append(source, image);
  return both;
}

function makeEnlargeable(image: Element, alt: string): void {
  const button = image.ownerDocument.createElement('button');
  button.setAttribute('type', 'button');
  button.setAttribute('aria-label', alt === '' ? 'Enlarge picture' : `Enlarge picture: ${alt}`);
  button.setAttribute('aria-haspopup', 'dialog');
  button.setAttribute('data-picture', '');
  image.replaceWith(button);
  button.append(image);
}

/** Whether a picture has a size in pixels, and is not so wide or tall that it would push the page away. */
function hasSensibleSize(image: HTMLImageElement): boolean {
  const [width = 0, height = 0] = ['width', 'height'].map((side) => {
    const value = image.getAttribute(side) ?? '';
    return /^\d{1,4}$/.test(value) ? Number(value) : 0;
  });
  return width > 0 && height > 0 && width <= 8 * height && height <= 3 * width;
}

/** A table that is too wide scrolls in a box of its own, also by keyboard. */
function fitTable(table: HTMLTableElement): void {
  const box = table.ownerDocument.createElement('div');
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', table.querySelector('caption')?.textContent?.trim() || 'Table');
  box.setAttribute('tabindex', '0');
  table.replaceWith(box);
  box.append(table);
}

export const headings = 'h1, h2, h3, h4, h5, h6';

/** The levels that the headings of a page have, as the names of elements. */
export function headingLevels(page: ParentNode): Set<string> {
  return new Set([...page.querySelectorAll(headings)].map(({ tagName }) => tagName));
}

function fitHeadings(page: DocumentFragment, above: number, levels: readonly string[]): void {
  for (const heading of page.querySelectorAll(headings)) {
    const level = Math.min(levels.indexOf(heading.tagName) + 1 + above, 6);
    const fitted = heading.ownerDocument.createElement(`h${level}`);
    fitted.append(...heading.childNodes);
    heading.replaceWith(fitted);
  }
}

function mailAddress(value: string | null): string | null {
  const address = value?.trim() ?? '';
  return /^mailto:[^\p{Cc}]+$/iu.test(address) ? address : null;
}

/**
 * An address relative to this site's root. Browsers read `\` as `/` and drop tabs and line breaks; either
 * could turn a path into another host.
 */
function siteAddress(value: string | null): string | null {
  const address = value?.trim() ?? '';
  return /^\/(?!\/)[^\s\\\p{Cc}]*$/u.test(address) ? inSite(address) : null;
}
