/** The content that the build has put into a page (tools/build/pages/made-page.ts): names that build, app and worker share. */

/** The id of the element that holds it, before the app's. */
export const BUILT = 'built';

/** The name of the `<meta>` that says which address it was made for. */
export const BUILT_FOR = 'built-for';

/** The name of the `<meta>` that says where the build's snapshot is. It stays in a page without the built content. */
export const SNAPSHOT = 'snapshot';

/** The id of the template that holds the page's scripts until that content has been painted (index.html). */
export const SCRIPTS_AFTER_PAINT = 'scripts-after-paint';

/** A page without it. */
export function withoutBuilt(page: string): string {
  return page.replace(/<!--built-->[\s\S]*?<!--\/built-->/g, '');
}
