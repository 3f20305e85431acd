import { headElements } from '../../../src/features/head/head-elements.ts';
import type { PublicPage } from '../../../src/features/head/public-page.ts';
import { OF_PAGE } from '../../../src/lib/built-page.ts';
import { site } from '../../../src/site.config.ts';
import { escaped, escapedJson } from './escape.ts';

/**
 * A page's head as HTML: what speaks of this address alone.
 *
 * @param address of the home page, without a slash at its end; null if the owner has not named it
 */
export function headOf(page: PublicPage, address: string | null): string {
  const written = headElements(page, address).map((element) => {
    const attributes = Object.entries(element.attributes)
      .map(([name, value]) => ` ${name}="${escaped(value)}"`)
      .join('');
    const start = `<${element.name}${attributes} ${OF_PAGE}`;
    return element.name === 'script'
      ? `${start}>${escapedJson(element.data)}</script>`
      : `${start} />`;
  });
  return written.join('\n    ');
}

/** Where programs find what is new, the same on every page. */
export function feedsOf(address: string): string {
  const feed = (file: string, type: string) =>
    `<link rel="alternate" type="${type}" href="${escaped(address)}/${file}" title="${escaped(site.brand)}" />`;
  return `${feed('feed.xml', 'application/atom+xml')}\n    ${feed('rss.xml', 'application/rss+xml')}`;
}
