import { nameOfHome } from '../../content/profile/name-of-home.ts';
import type { OwnersWords } from '../../content/profile/owners-words.ts';
import { site } from '../../site.config.ts';
import { datesOf, PREVIEW, type PublicPage, previewOf, urlOf } from './public-page.ts';
import { structuredData } from './structured-data.ts';

/** What search engines and link previews read in a page's head. Both the build and the app write it. */

export type HeadElement =
  | {
      readonly name: 'meta' | 'link';
      readonly attributes: Readonly<Record<string, string>>;
    }
  | {
      readonly name: 'script';
      readonly attributes: Readonly<Record<string, string>>;
      readonly data: object;
    };

/**
 * @param address of the home page, without a trailing slash; null if the owner has not set it. Then everything that needs an
 *   absolute address is left out
 */
export function headElements(
  page: PublicPage,
  address: string | null,
  words: OwnersWords,
): readonly HeadElement[] {
  const { description } = page;
  const name = page.above === null ? nameOfHome(words, page.name) : page.name;
  const title = `${name} · ${site.brand}`;
  const isArticle = page.item?.kind === 'learning';
  const { published, modified } = datesOf(page);
  const elements: HeadElement[] = [
    named('description', description),
    property('og:type', isArticle ? 'article' : 'website'),
    property('og:site_name', site.brand),
    property('og:title', title),
    property('og:description', description),
    named('twitter:card', address === null ? 'summary' : 'summary_large_image'),
    named('twitter:title', title),
    named('twitter:description', description),
  ];
  if (isArticle && published !== null) elements.push(property('article:published_time', published));
  if (isArticle && modified !== null) elements.push(property('article:modified_time', modified));
  if (page.item !== null)
    elements.push(link('alternate', `${lastPart(page)}.md`, { type: 'text/markdown' }));
  if (address === null) return elements;
  const url = urlOf(page, address);
  const picture = `${address}${previewOf(page.path)}`;
  return [
    ...elements,
    link('canonical', url),
    property('og:url', url),
    property('og:image', picture),
    property('og:image:type', 'image/png'),
    property('og:image:width', `${PREVIEW.width}`),
    property('og:image:height', `${PREVIEW.height}`),
    property('og:image:alt', title),
    named('twitter:image', picture),
    named('twitter:image:alt', title),
    {
      name: 'script',
      attributes: { type: 'application/ld+json' },
      data: structuredData(page, address, words),
    },
  ];
}

/** Relative to the page, so it works under any base path. */
function lastPart({ path }: PublicPage): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function named(name: string, content: string): HeadElement {
  return { name: 'meta', attributes: { name, content } };
}

function property(name: string, content: string): HeadElement {
  return { name: 'meta', attributes: { property: name, content } };
}

function link(rel: string, href: string, more: { readonly type?: string } = {}): HeadElement {
  return { name: 'link', attributes: { rel, ...more, href } };
}
