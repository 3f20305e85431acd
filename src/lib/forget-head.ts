/** What the head of a page says of one address. The build writes it (tools/build/pages/made-page.ts), and so does the app. */

/** The attribute of every element that speaks of one address. */
export const OF_PAGE = 'data-page';

/** The name of the `<meta>` that gives the address of the home page, without a slash at its end. */
export const SITE_ADDRESS = 'site-address';

/** Takes out what speaks of one address: the page now has another. */
export function forgetHead(): void {
  for (const element of document.head.querySelectorAll(`[${OF_PAGE}]`)) element.remove();
}
