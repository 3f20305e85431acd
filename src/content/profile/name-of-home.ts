import type { OwnersWords } from './owners-words.ts';

/**
 * HOME-11: what the tab, search engines and previews call the home page: its owner. Its name in lists of pages says nothing to somebody
 * who is not here yet, and stands in where the owner has none.
 *
 * @param otherwise the page's name in lists of pages
 */
export function nameOfHome({ profile: { name } }: OwnersWords, otherwise: string): string {
  return name.trim() || otherwise;
}
