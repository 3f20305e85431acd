import { linked, oneLine } from '../../../src/content/item-markdown.ts';
import { absolute, urlOf } from '../../../src/features/head/public-page.ts';
import { pictureAddress, webAddress } from '../../../src/lib/web-address.ts';
import { site } from '../../../src/site.config.ts';
import type { Items } from './content.ts';
import { escaped } from './escape.ts';
import { feedHtml } from './feed-html.ts';
import type { DatedPage } from './public-pages.ts';

/** The files at the site's root that programs read. All addresses in them are absolute, except in llms.txt. */

export interface Entry {
  /** Stays the same when the title, and with it the address, changes. */
  readonly id: string;
  readonly title: string;
  readonly link: string;
  /** ms since 1970 */
  readonly time: number;
  /** Escaped HTML. */
  readonly html: string;
}

/**
 * Learnings and chatter in full, newest first.
 *
 * @param now for an entry without a date, in ms since 1970
 */
export function entriesOf(
  pages: readonly DatedPage[],
  { commentaries }: Items,
  address: string,
  now: number,
): readonly Entry[] {
  const learnings = pages.flatMap((page) => {
    if (page.item?.kind !== 'learning') return [];
    const { id, title, description, content, link, createdAt } = page.item.learning;
    const more = webAddress(link);
    const html =
      paragraphs([description]) +
      feedHtml(content ?? '', id, urlOf(page, address), address) +
      (more === null ? '' : `<p>Learn more: ${linkTo(more)}</p>`);
    return [{ id, title, link: urlOf(page, address), time: createdAt ?? now, html }];
  });
  const chatter = commentaries.map(({ id, title, content, imageUrl, createdAt }) => ({
    id,
    title,
    // Its place on the page (features/chatter).
    link: `${address}/chatter#${id}`,
    time: createdAt ?? now,
    html: pictureAt(imageUrl, address) + paragraphs(content.split(/\n\s*\n/)),
  }));
  return [...learnings, ...chatter].sort((a, b) => b.time - a.time);
}

function paragraphs(texts: readonly string[]): string {
  const said = texts.map((text) => text.trim()).filter((text) => text !== '');
  return said.map((text) => `<p>${withLinks(text).replaceAll('\n', '<br/>')}</p>`).join('');
}

/** A text with links where it names addresses: a feed's reader may show nothing else that leads there. */
function withLinks(text: string): string {
  // A full stop or a bracket behind an address is the sentence's.
  const parts = text.split(/(https?:\/\/[^\s<>"]*[^\s<>"'.,:;!?)\]}’”])/i);
  return parts.map((part) => (webAddress(part) === null ? escaped(part) : linkTo(part))).join('');
}

function linkTo(address: string): string {
  return `<a href="${escaped(address)}">${escaped(address)}</a>`;
}

/** @param address of the home page */
function pictureAt(stored: string | null, address: string): string {
  const there = pictureAddress(stored);
  return there === null ? '' : `<p><img src="${escaped(absolute(there, address))}" alt=""/></p>`;
}

export function atomFeed(entries: readonly Entry[], address: string, now: number): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${escaped(address)}/</id>
<title>${escaped(site.brand)}</title>
<subtitle>${escaped(site.tagline)}</subtitle>
<updated>${new Date(entries[0]?.time ?? now).toISOString()}</updated>
<link rel="alternate" type="text/html" href="${escaped(address)}/"/>
<link rel="self" type="application/atom+xml" href="${escaped(address)}/feed.xml"/>
<author><name>${escaped(site.profile.name)}</name></author>
${entries.map(atomEntry).join('\n')}
</feed>
`;
}

function atomEntry({ id, title, link, time, html }: Entry): string {
  const at = new Date(time).toISOString();
  return `<entry>
<id>urn:uuid:${escaped(id)}</id>
<title>${escaped(title)}</title>
<link rel="alternate" type="text/html" href="${escaped(link)}"/>
<published>${at}</published>
<updated>${at}</updated>
<content type="html">${escaped(html)}</content>
</entry>`;
}

export function rssFeed(entries: readonly Entry[], address: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escaped(site.brand)}</title>
<link>${escaped(address)}/</link>
<description>${escaped(site.tagline)}</description>
<language>en</language>
<atom:link rel="self" type="application/rss+xml" href="${escaped(address)}/rss.xml"/>
${entries.map(rssItem).join('\n')}
</channel>
</rss>
`;
}

function rssItem({ id, title, link, time, html }: Entry): string {
  return `<item>
<title>${escaped(title)}</title>
<link>${escaped(link)}</link>
<guid isPermaLink="false">urn:uuid:${escaped(id)}</guid>
<pubDate>${new Date(time).toUTCString()}</pubDate>
<description>${escaped(html)}</description>
</item>`;
}

export function sitemap(pages: readonly DatedPage[], address: string): string {
  const urls = pages.map((page) => {
    const changed = page.changed === null ? '' : new Date(page.changed).toISOString();
    const lastmod = changed === '' ? '' : `<lastmod>${changed}</lastmod>`;
    return `<url><loc>${escaped(urlOf(page, address))}</loc>${lastmod}</url>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}

/** @param before the robots.txt of the site, which knows no addresses */
export function robots(before: string, address: string): string {
  return `${before.trim()}\n\nSitemap: ${address}/sitemap.xml\n`;
}

/**
 * What programs that read for people are told of the site (llmstxt.org).
 *
 * @param home the address of the home page without a slash at its end, or the base path
 */
export function llms(pages: readonly DatedPage[], home: string): string {
  const line = ({ path, name, description, item }: DatedPage) =>
    `- ${linked(name, `${home}${path}${item === null ? '' : '.md'}`)}: ${oneLine(description)}`;
  const section = (title: string, chosen: readonly DatedPage[]) =>
    chosen.length === 0 ? [] : [`## ${title}`, chosen.map(line).join('\n')];
  return `${[
    `# ${site.brand}`,
    `> ${oneLine(`${site.greeting} ${site.introduction}`)}`,
    ...section(
      'Pages',
      pages.filter(({ item }) => item === null),
    ),
    ...section(
      'Projects',
      pages.filter(({ item }) => item?.kind === 'project'),
    ),
    ...section(
      'Learnings',
      pages.filter(({ item }) => item?.kind === 'learning'),
    ),
  ].join('\n\n')}\n`;
}
