import type { Article, Graph, ListItem, Thing } from 'schema-dts';
import { pictureAddress } from '../../src/lib/web-address.ts';
import { site } from '../../src/site.config.ts';
import { escaped, escapedJson } from './escape.ts';
import type { PublicPage } from './site-map.ts';

/** What search engines and link previews read in a page's head. */

/** Previews draw no vector graphics. */
const PICTURE = '/icons/icon-512.png';

/** What is said of every item. */
type About = Pick<
  Extract<Article, { '@type': 'Article' }>,
  '@id' | 'url' | 'description' | 'author' | 'datePublished'
>;

/**
 * @param address of the home page, without a slash at its end; null if the owner has not named it: then everything is left
 *   out that has to be absolute
 * @param title as it stands in the tab, escaped
 */
export function headOf(page: PublicPage, address: string | null, title: string): string {
  const isArticle = page.item?.kind === 'learning';
  const described = escaped(page.description);
  const tags = [
    meta('name', 'description', described),
    meta('property', 'og:type', isArticle ? 'article' : 'website'),
    meta('property', 'og:site_name', escaped(site.brand)),
    meta('property', 'og:title', title),
    meta('property', 'og:description', described),
    meta('name', 'twitter:card', 'summary'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', described),
  ];
  if (isArticle && page.changed !== null)
    tags.push(meta('property', 'article:published_time', new Date(page.changed).toISOString()));
  if (page.item !== null)
    tags.push(`<link rel="alternate" type="text/markdown" href="${escaped(lastPart(page))}.md" />`);
  if (address === null) return tags.join('\n    ');
  const url = escaped(addressOf(page, address));
  const picture = escaped(pictureOf(page, address));
  tags.push(
    `<link rel="canonical" href="${url}" />`,
    meta('property', 'og:url', url),
    meta('property', 'og:image', picture),
    meta('name', 'twitter:image', picture),
    feed(address, 'feed.xml', 'application/atom+xml'),
    feed(address, 'rss.xml', 'application/rss+xml'),
    `<script type="application/ld+json">${escapedJson(structuredData(page, address))}</script>`,
  );
  return tags.join('\n    ');
}

export function addressOf({ path }: Pick<PublicPage, 'path'>, address: string): string {
  return `${address}${path}`;
}

/** What the page is, in the words of schema.org; a type or a property that it does not know does not compile. */
export function structuredData(page: PublicPage, address: string): Graph {
  const url = addressOf(page, address);
  const person = { '@id': `${address}/#person` };
  const graph: Thing[] = [
    {
      '@type': 'WebSite',
      '@id': `${address}/#site`,
      url: `${address}/`,
      name: site.brand,
      description: site.tagline,
      inLanguage: 'en',
      publisher: person,
    },
    {
      '@type': 'Person',
      '@id': person['@id'],
      name: site.profile.name,
      description: site.profile.description,
      image: new URL(site.profile.image, `${address}/`).href,
      sameAs: site.social.map(({ href }) => href),
    },
  ];
  const trail: PublicPage[] = [];
  for (let at: PublicPage | null = page; at !== null; at = at.above) trail.unshift(at);
  if (trail.length > 1)
    graph.push({
      '@type': 'BreadcrumbList',
      '@id': `${url}#trail`,
      itemListElement: trail.map(
        (at, place): ListItem => ({
          '@type': 'ListItem',
          position: place + 1,
          name: at.name,
          item: addressOf(at, address),
        }),
      ),
    });
  const about: About = {
    '@id': `${url}#about`,
    url,
    description: page.description,
    author: person,
  };
  if (page.changed !== null) about.datePublished = new Date(page.changed).toISOString();
  if (page.item?.kind === 'project')
    graph.push({ '@type': 'CreativeWork', ...about, name: page.name });
  if (page.item?.kind === 'learning')
    graph.push({
      '@type': 'Article',
      ...about,
      headline: page.name,
      keywords: page.item.learning.tags,
      mainEntityOfPage: url,
    });
  return { '@context': 'https://schema.org', '@graph': graph };
}

function pictureOf({ item }: PublicPage, address: string): string {
  const stored = item?.kind === 'project' ? pictureAddress(item.project.imageUrl) : null;
  if (stored === null || /^data:|\.svg([?#]|$)/i.test(stored)) return `${address}${PICTURE}`;
  return stored.startsWith('/') ? `${address}${stored}` : new URL(stored, `${address}/`).href;
}

/** Relative to the page: the base path is not its matter. */
function lastPart({ path }: PublicPage): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** @param content escaped */
function meta(by: 'name' | 'property', name: string, content: string): string {
  return `<meta ${by}="${name}" content="${content}" />`;
}

function feed(address: string, file: string, type: string): string {
  return `<link rel="alternate" type="${type}" href="${escaped(address)}/${file}" title="${escaped(site.brand)}" />`;
}
