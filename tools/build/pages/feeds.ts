import { linked, oneLine } from '../../../src/content/item-markdown.ts';
import { opening } from '../../../src/content/learnings/learning-text.ts';
import { wordsOfBeginning } from '../../../src/content/markdown/first-words.ts';
import { itemPages, pagesByName } from '../../../src/content/page-links/item-pages.ts';
import type { OwnersWords } from '../../../src/content/profile/owners-words.ts';
import { textRules } from '../../../src/content/text-rules-of-kinds.ts';
import { absolute, changedAt, urlOf } from '../../../src/features/head/public-page.ts';
import { DESCRIPTION_LENGTH } from '../../../src/lib/limits.ts';
import { ownersMailTime, ownersTime } from '../../../src/lib/owner-times.ts';
import { shortened } from '../../../src/lib/shortened.ts';
import { pictureAddress, webAddress } from '../../../src/lib/web-address.ts';
import { site } from '../../../src/site.config.ts';
import type { Items } from './content.ts';
import { escaped } from './escape.ts';
import { type FeedDocument, feedDocuments } from './feed-documents.ts';
import { feedHtml } from './feed-html.ts';
import type { DatedPage } from './public-pages.ts';

/** The files that programs read. All addresses in them are absolute, except in llms.txt. */

export interface Entry {
  /** Stays the same when the title, and with it the address, changes. */
  readonly id: string;
  readonly title: string;
  readonly link: string;
  /** In ms since 1970. */
  readonly time: number;
  /** When its content was last changed, or it was made; in ms since 1970. */
  readonly changed: number;
  readonly tags: readonly string[];
  /** What it is about, as plain words. */
  readonly summary: string;
  /** Escaped HTML. */
  readonly html: string;
}

/** What a feed is, and where. */
export interface Feed {
  /** An address that never changes. */
  readonly id: string;
  readonly author: string;
  readonly title: string;
  readonly subtitle: string;
  /** The page that shows the same to people. */
  readonly page: string;
  /** The address of the folder with the feed's documents, with a slash at its end. */
  readonly folder: string;
  /** The path of the stylesheet that browsers show a feed with. Theirs has to be of the same origin. */
  readonly style: string;
}

/**
 * Learnings and chatter in full, newest first.
 *
 * @param now for an entry without a date, in ms since 1970
 */
export function entriesOf(
  pages: readonly DatedPage[],
  items: Items,
  address: string,
  now: number,
): readonly Entry[] {
  const named = pagesByName(itemPages(items));
  const pageNamed = (name: string) => named(name)?.address() ?? null;
  const learnings = pages.flatMap((page) => {
    if (page.item?.kind !== 'learning') return [];
    const { id, title, description, content, tags, link, createdAt } = page.item.learning;
    const more = webAddress(link);
    const html =
      paragraphs([description]) +
      feedHtml(content ?? '', { of: id, page: urlOf(page, address), address, pageNamed }) +
      (more === null ? '' : `<p>Learn more: ${linkTo(more)}</p>`);
    const { description: summary } = page;
    const time = createdAt ?? now;
    const changed = changedAt(page.item.learning) ?? now;
    return [{ id, title, link: urlOf(page, address), time, changed, tags, summary, html }];
  });
  const chatter = items.commentaries.map(
    ({ id, title, content, imageUrl, createdAt, updatedAt }) => ({
      id,
      title,
      // Its place on the page (features/chatter).
      link: `${address}/chatter#${id}`,
      time: createdAt ?? now,
      changed: changedAt({ createdAt, updatedAt }) ?? now,
      tags: [],
      summary:
        shortened(opening(wordsOfBeginning(content, textRules.commentary)), DESCRIPTION_LENGTH) ||
        title,
      html:
        pictureAt(imageUrl, address) +
        feedHtml(content, {
          ...{ of: id, page: `${address}/chatter`, address, pageNamed },
          rules: textRules.commentary,
        }),
    }),
  );
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

/** The files of a feed as Atom, by their names in its folder. */
export function atomFiles(entries: readonly Entry[], feed: Feed, now: number): Files {
  const documents = feedDocuments(entries, 'feed.xml');
  return new Map(documents.map((it) => [it.file, atomFeed(it, feed, now)]));
}

/** The same as RSS. */
export function rssFiles(entries: readonly Entry[], feed: Feed): Files {
  return new Map(feedDocuments(entries, 'rss.xml').map((it) => [it.file, rssFeed(it, feed)]));
}

type Files = ReadonlyMap<string, string>;

function atomFeed(document: FeedDocument<Entry>, feed: Feed, now: number): string {
  const { entries } = document;
  return `${opened(feed)}
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:fh="${HISTORY}" xml:lang="en">
<id>${escaped(feed.id)}</id>
<title>${escaped(feed.title)}</title>
<subtitle>${escaped(feed.subtitle)}</subtitle>
<updated>${ownersTime(newest(entries) ?? now)}</updated>
<link rel="alternate" type="text/html" href="${escaped(feed.page)}"/>
${ways(document, feed, 'link', 'application/atom+xml')}
<author><name>${escaped(feed.author)}</name></author>
${entries.map(atomEntry).join('\n')}
</feed>
`;
}

function newest(entries: readonly Entry[]): number | null {
  return entries.length === 0 ? null : Math.max(...entries.map(({ changed }) => changed));
}

/** RFC 5005: says that a document is an archive, which is read once. */
const HISTORY = 'http://purl.org/syndication/history/1.0';

function opened({ style }: Feed): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<?xml-stylesheet type="text/css" href="${escaped(style)}"?>`;
}

function ways(
  { file, ways, isArchive }: FeedDocument<Entry>,
  { folder }: Feed,
  name: string,
  type: string,
): string {
  const links = [{ rel: 'self', file }, ...ways].map(
    (way) => `<${name} rel="${way.rel}" type="${type}" href="${escaped(folder + way.file)}"/>`,
  );
  return [...links, ...(isArchive ? ['<fh:archive/>'] : [])].join('\n');
}

/** Its summary is a link, so that a browser without a program for feeds leads on from there. */
function atomEntry({ id, title, link, time, changed, summary, html }: Entry): string {
  return `<entry>
<id>urn:uuid:${escaped(id)}</id>
<title>${escaped(title)}</title>
<link rel="alternate" type="text/html" href="${escaped(link)}"/>
<published>${ownersTime(time)}</published>
<updated>${ownersTime(changed)}</updated>
<summary type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><a href="${escaped(link)}">${escaped(summary)}</a></div></summary>
<content type="html">${escaped(html)}</content>
</entry>`;
}

function rssFeed(document: FeedDocument<Entry>, feed: Feed): string {
  return `${opened(feed)}
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:fh="${HISTORY}">
<channel>
<title>${escaped(feed.title)}</title>
<link>${escaped(feed.page)}</link>
<description>${escaped(feed.subtitle)}</description>
<language>en</language>
${ways(document, feed, 'atom:link', 'application/rss+xml')}
${document.entries.map(rssItem).join('\n')}
</channel>
</rss>
`;
}

function rssItem({ id, title, link, time, html }: Entry): string {
  return `<item>
<title>${escaped(title)}</title>
<link>${escaped(link)}</link>
<guid isPermaLink="false">urn:uuid:${escaped(id)}</guid>
<pubDate>${ownersMailTime(time)}</pubDate>
<description>${escaped(html)}</description>
</item>`;
}

export function sitemap(pages: readonly DatedPage[], address: string): string {
  const urls = pages.map((page) => {
    const changed = page.changed === null ? '' : ownersTime(page.changed);
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
export function llms(
  pages: readonly DatedPage[],
  home: string,
  words: Pick<OwnersWords, 'greeting' | 'introduction'>,
): string {
  const line = ({ path, name, description, item }: DatedPage) =>
    `- ${linked(name, `${home}${path}${item === null ? '' : '.md'}`)}: ${oneLine(description)}`;
  const section = (title: string, chosen: readonly DatedPage[]) =>
    chosen.length === 0 ? [] : [`## ${title}`, chosen.map(line).join('\n')];
  return `${[
    `# ${site.brand}`,
    `> ${oneLine(`${words.greeting} ${words.introduction}`)}`,
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
