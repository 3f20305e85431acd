/**
 * Begins the address of a link whose page is known by name only (content/markdown/page-links.ts). It is no address that a text
 * may have, so where nobody knows the page, only the link's words are left (ui/fit-html.ts).
 */
export const PAGE_LINK = 'page:';

/** What stands between the brackets of such a link: a name, and perhaps a line and other words. */
export function nameAndWords(between: string): { readonly name: string; readonly words: string } {
  // In a cell of a table the line has a backslash before it.
  const [first = '', ...rest] = between.replaceAll('\\|', '|').split('|');
  const name = first.trim();
  return { name, words: rest.join('|').trim() || name };
}
