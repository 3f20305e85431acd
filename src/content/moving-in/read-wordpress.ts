import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { isInvisible } from '../../lib/invisible.ts';
import { plainText } from '../learnings/learning-text.ts';
import { decodedPath, formerPath } from './former-path.ts';
import { markdownOfPost, type PostRemark } from './post-markdown.ts';
import { type FormerPost, momentOfPost, noteOfPost, type ReadPosts } from './post-note.ts';
import type { AroundPosts } from './read-ghost.ts';
import { UnusableSource } from './unusable-source.ts';
import { htmlOfWordPress } from './wordpress-html.ts';
import { writtenDate } from './written-date.ts';

/**
 * WordPress's export (WXR): an RSS file with an item for each post, page, picture and whatever plugins keep.
 *
 * | in WordPress | here |
 * |---|---|
 * | `content:encoded` of posts and pages | the content |
 * | `wp:post_date_gmt`, or `wp:post_date` | the date; `future` stays scheduled |
 * | `draft`, `pending`, `private`, with a password, a page | a draft; told, but for `draft` |
 * | `trash`, `auto-draft`, `inherit` | left away; told |
 * | `excerpt:encoded` | the description |
 * | categories but 'Uncategorized', and tags | tags |
 * | the featured picture | a picture above the text |
 * | `wp:post_name`, the path of `link` | the address, and a former one |
 *
 * No entity is resolved but the five that XML has: a file that declares its own is refused.
 */

export function isWordPress(text: string): boolean {
  const head = text.slice(0, 10_000);
  return /<rss[\s>]/.test(head) && /xmlns:wp="https?:\/\/wordpress\.org\/export\//.test(head);
}

/** @throws {UnusableSource} if it is not read at all */
export function readWordPress(text: string, around: AroundPosts): ReadPosts {
  const channel = channelIn(text);
  const site = formerSite(around.site ?? said(channel['wp:base_blog_url'] ?? channel.link));
  const items = listOf(channel.item).map((it) => Object(it) as Fields);
  const pictures = new Map(
    items
      .filter((it) => said(it['wp:post_type']) === 'attachment')
      .map((it) => [said(it['wp:post_id']), it]),
  );
  const refused: { path: string; why: string }[] = [];
  const left = new Map<string, number>();
  const texts = items.filter((item) => {
    const type = said(item['wp:post_type']);
    const status = said(item['wp:status']);
    const isText = type === 'post' || type === 'page' || type === '';
    if (isText && !unread.has(status)) return true;
    const what = isText ? `in the state '${status}'` : `of the type '${type}'`;
    if (!ofProgram.test(type)) left.set(what, (left.get(what) ?? 0) + 1);
    return false;
  });
  const known = new Set(texts.map((it) => formerPath(said(it.link))));
  const addressOf = (address: string) => {
    const own = withoutSite(address, site);
    const path = own === null ? '' : formerPath(own);
    const isHere = own !== null && path !== '' && (known.has(path) || around.hasFile(path));
    // The site's own addresses lead there from anywhere; some begin with a slash.
    if (own !== null) return isHere ? own : `${site}${own}`;
    return address;
  };
  const notes = texts.map((item) => noteOfPost(postOf(item, site, pictures, addressOf, around)));
  for (const [what, count] of left) refused.push({ path: `items ${what}`, why: `${count} in all` });
  return { notes, refused };
}

type Fields = Readonly<Record<string, unknown>>;

const unread: ReadonlySet<string> = new Set(['trash', 'auto-draft', 'inherit']);
/** What a theme or WordPress itself keeps among the posts. */
const ofProgram =
  /^(?:attachment|nav_menu_item|revision|custom_css|customize_changeset|oembed_cache|user_request|wp_.*)$/;

function channelIn(text: string): Fields {
  const head = text.slice(0, Math.max(0, text.indexOf('<channel')));
  if (/<!(?:DOCTYPE|ENTITY)/i.test(head)) {
    throw new UnusableSource('It declares entities of its own, which WordPress never does.');
  }
  const valid = XMLValidator.validate(text);
  if (valid !== true) {
    const { line, msg } = valid.err;
    throw new UnusableSource(
      `Its XML is damaged in line ${line}: ${msg.split('\n', 1)[0]} Export it again, or mend that line.`,
    );
  }
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
    trimValues: false,
    cdataPropName: CDATA,
  });
  try {
    return Object(Object(Object(parser.parse(text)).rss).channel);
  } catch (error) {
    throw new UnusableSource(`Its XML cannot be read: ${String(error)}`, { cause: error });
  }
}

const CDATA = '#cdata';

/** The words of an element. What stands in CDATA is as it is; elsewhere are entities. */
function said(element: unknown): string {
  if (typeof element === 'string') return decodedXml(element).trim();
  const { '#text': text, [CDATA]: data } = Object(element) as Fields;
  const cut = listOf(data).map(String).join('');
  return (cut === '' ? decodedXml(String(text ?? '')) : cut).trim();
}

function decodedXml(text: string): string {
  return text.replace(
    /&(?:#(\d+)|#x([\da-f]+)|(amp|lt|gt|quot|apos));/gi,
    (whole, ten, hex, name) => {
      if (name !== undefined) return named[String(name).toLowerCase()] ?? whole;
      const code = ten === undefined ? Number.parseInt(hex, 16) : Number(ten);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

const listOf = (it: unknown): readonly unknown[] =>
  Array.isArray(it) ? it : it === undefined ? [] : [it];

/** @returns without a slash at its end */
function formerSite(address: string): string {
  return address.trim().replace(/\/+$/, '');
}

/** @returns the path of an address on the site, and what follows it; null for all other addresses */
function withoutSite(address: string, site: string): string | null {
  if (/^\/(?!\/)/.test(address)) return address;
  const bare = (it: string) => it.replace(/^(?:https?:)?\/\/(?:www\.)?/i, '');
  const [of, its] = [bare(address), bare(site)];
  return its !== '' && of !== address && of.startsWith(`${its}/`) ? of.slice(its.length) : null;
}

function postOf(
  item: Fields,
  site: string,
  pictures: ReadonlyMap<string, Fields>,
  addressOf: (address: string) => string,
  { now }: AroundPosts,
): FormerPost {
  const told: PostRemark[] = [];
  const tell = (it: PostRemark) => void told.push(it);
  const id = said(item['wp:post_id']);
  const slug = decodedPath(said(item['wp:post_name']));
  const title = said(item.title);
  const link = said(item.link);
  const hasPath = link !== '' && !/\?(?:p|page_id)=\d+$/.test(link);
  const createdAt =
    momentOfPost(said(item['wp:post_date_gmt'])) ??
    writtenDate(said(item['wp:post_date'])) ??
    momentOfPost(Date.parse(said(item.pubDate))) ??
    now;
  const why = whyDraft(item);
  if (why !== null && why !== '') tell({ sort: 'value', words: `It comes as a draft: ${why}.` });
  const html = htmlOfWordPress(said(item['content:encoded']), tell);
  const text = markdownOfPost(html, addressOf, tell);
  const image = featuredIn(item, pictures);
  const address =
    image === null ? '' : addressOf(image.address).replace(/[\s()<>]/g, encodeURIComponent);
  const isShown = image === null || text.includes(address);
  const picture = image === null ? '' : `![${image.alt.replace(/[[\]\\]/g, ' ')}](${address})\n\n`;
  return {
    path: `${site.replace(/^https?:\/\//i, '')}/?p=${id === '' ? slug : id}`,
    called: slug || title || `number ${id}`,
    title: plainText(title),
    description: plainText(said(item['excerpt:encoded'])),
    markdown: isShown ? text : picture + text,
    tags: tagsOf(item),
    slug,
    formerPath: hasPath ? formerPath(link) : null,
    createdAt,
    updatedAt: momentOfPost(said(item['wp:post_modified_gmt'])),
    publishedAt: why === null ? createdAt : null,
    told,
  };
}

/** @returns null for what readers may see; nothing to say of what is a draft there, too */
function whyDraft(item: Fields): string | null {
  const status = said(item['wp:status']);
  if (status === 'pending') return 'it waits for a review there';
  if (status === 'private') return 'it is private there';
  if (status !== 'publish' && status !== 'future' && status !== '') return '';
  if (!isInvisible(said(item['wp:post_password']))) return 'it has a password there';
  return said(item['wp:post_type']) === 'page' ? 'it is a page there' : null;
}

function tagsOf(item: Fields): string[] {
  return listOf(item.category).flatMap((it) => {
    const { '@_domain': domain, '@_nicename': nicename } = Object(it) as Fields;
    if (domain !== 'category' && domain !== 'post_tag') return [];
    return nicename === 'uncategorized' ? [] : [said(it)];
  });
}

function featuredIn(item: Fields, pictures: ReadonlyMap<string, Fields>) {
  const of = pictures.get(metaOf(item, '_thumbnail_id') ?? '');
  const address = of === undefined ? '' : said(of['wp:attachment_url']);
  if (of === undefined || !/^https?:\/\//i.test(address)) return null;
  return { address, alt: metaOf(of, '_wp_attachment_image_alt') ?? '' };
}

function metaOf(item: Fields, key: string): string | null {
  const held = listOf(item['wp:postmeta'])
    .map((it) => Object(it) as Fields)
    .find((it) => said(it['wp:meta_key']) === key);
  return held === undefined ? null : said(held['wp:meta_value']);
}
