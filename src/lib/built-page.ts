/**
 * The words in which the build, the HTML, the app and its workers speak of a page that has its content in it
 * (docs/first-visit.md). index.html and styles.css cannot import them; `tests/unit/first-visit.test.ts` compares.
 */

/** The id of the element with the content that the build has put into a page. It stands before the app's element. */
export const BUILT = 'built';

/** The name of the `<meta>` that says which address that content was made for. */
export const BUILT_FOR = 'built-for';

/** Set on the root element, as `data-…`, where that content was made for another address: it is not shown. */
export const ELSEWHERE = 'elsewhere';

/** The id of the template that holds the page's scripts until that content has been painted. */
export const SCRIPTS_AFTER_PAINT = 'scripts-after-paint';

/** The name of the `<meta>` that says where the build's snapshot is. It stays in a page without the built content. */
export const SNAPSHOT = 'snapshot';

/** The attribute of every element in the head that speaks of one address. */
export const OF_PAGE = 'data-page';

/** The name of the `<meta>` that gives the address of the home page, without a slash at its end. */
export const SITE_ADDRESS = 'site-address';

/**
 * The attribute of an element that stands in for something that is still loading. The app takes over from the built page
 * when it has no more of them than that page.
 */
export const LOADING = 'data-loading';

/** Marks what only a page with its content in it has. */
export function builtOnly(html: string): string {
  return `<!--built-->${html}<!--/built-->`;
}

/** A page without all that is so marked: what a device keeps. */
export function withoutBuilt(page: string): string {
  return page.replace(/<!--built-->[\s\S]*?<!--\/built-->/g, '');
}

/**
 * Whether an answer of the host is a page of this site. A network that wants a sign-in, or a host that has a page for
 * everything, answers 200 with another one.
 */
export function isPageOfSite(text: string): boolean {
  return text.includes(SCRIPTS_AFTER_PAINT);
}
