import type { OwnersWords } from '../../../src/content/profile/owners-words.ts';
import { headElements } from '../../../src/features/head/head-elements.ts';
import type { PublicPage } from '../../../src/features/head/public-page.ts';
import { OF_PAGE } from '../../../src/lib/built-page.ts';
import { site } from '../../../src/site.config.ts';
import { escaped, escapedJson } from './escape.ts';
import type { FeedTag } from './tag-feeds.ts';

/**
 * A page's head as HTML: what speaks of this address alone.
 *
 * @param address of the home page, without a slash at its end; null if the owner has not named it
 */
export function headOf(page: PublicPage, address: string | null, words: OwnersWords): string {
  const written = headElements(page, address, words).map((element) => {
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
  return [
    feedAt(`${address}/feed.xml`, 'application/atom+xml', site.brand),
    feedAt(`${address}/rss.xml`, 'application/rss+xml', site.brand),
  ].join('\n    ');
}

/** Where they find what is new of a tag. It goes when the app takes over, which knows no feeds of tags. */
export function tagFeedsOf(tags: readonly FeedTag[], address: string): readonly string[] {
  return tags.map(({ tag, folder }) =>
    feedAt(
      `${address}/${encodeURI(folder)}feed.xml`,
      'application/atom+xml',
      `${site.brand}: ${tag}`,
      ` ${OF_PAGE}`,
    ),
  );
}

function feedAt(url: string, type: string, title: string, more = ''): string {
  return `<link rel="alternate" type="${type}" href="${escaped(url)}" title="${escaped(title)}"${more} />`;
}
