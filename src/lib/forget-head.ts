import { OF_PAGE } from './built-page.ts';

/** Takes out of the head what speaks of one address: the page now has another. */
export function forgetHead(): void {
  for (const element of document.head.querySelectorAll(`[${OF_PAGE}]`)) element.remove();
}
