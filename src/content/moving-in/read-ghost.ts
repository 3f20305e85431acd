import { isInvisible } from '../../lib/invisible.ts';
import type { Instant } from '../../lib/millis.ts';
import { formerPath } from './former-path.ts';
import { htmlOfGhost } from './ghost-cards.ts';
import { markdownOfPost, type PostRemark } from './post-markdown.ts';
import { type FormerPost, momentOfPost, noteOfPost, type ReadPosts } from './post-note.ts';

/**
 * Ghost's export: one JSON file with the rows of its tables, of every version since 0.x.
 *
 * | in Ghost | here |
 * |---|---|
 * | `html`; or one card of Markdown, as versions before 3 have it; or what its editor keeps | the content |
 * | `published_at`, or `created_at` | the date; `scheduled` stays scheduled |
 * | `draft`, `sent` (by mail alone), a page, a post that not everybody may read | a draft; told, but for `draft` |
 * | `custom_excerpt` | the description |
 * | tags, but for internal ones (`#name`) | tags |
 * | `feature_image` | a picture above the text |
 * | `slug` | the address, and `/slug/` a former one |
 *
 * The file does not name its site: `__GHOST_URL__` stands for it.
 */

type Fields = Readonly<Record<string, unknown>>;

/** @param file what JSON says @returns null if it is no export of Ghost */
export function ghostDataIn(file: unknown): Fields | null {
  const { db, data } = Object(file) as { db?: unknown; data?: unknown };
  const [first] = Array.isArray(db) ? db : [];
  const held = Object(Object(first).data ?? data) as Fields;
  const isOfPosts = Array.isArray(held.posts) && Array.isArray(held.posts_tags ?? held.tags);
  return isOfPosts ? held : null;
}

/** What the file itself does not say. */
export interface AroundPosts {
  /** The address of the site that it comes from, if it is known, without a slash at its end. */
  readonly site: string | null;
  /** Where nothing says when a post was written. */
  readonly now: Instant;
  /** Whether a file of that site has come along, by its path without a slash before it. */
  readonly hasFile: (path: string) => boolean;
}

/** @param data of `ghostDataIn` */
export function readGhost(data: Fields, { site, now, hasFile }: AroundPosts): ReadPosts {
  const rows = (table: string) =>
    (Array.isArray(data[table]) ? data[table] : []).map(Object) as Fields[];
  const tags = new Map(rows('tags').map((it) => [String(it.id), words(it.name)]));
  const more = new Map(rows('posts_meta').map((it) => [String(it.post_id), it]));
  const tagsOf = new Map<string, [order: number, name: string][]>();
  for (const { post_id, tag_id, sort_order } of rows('posts_tags')) {
    const name = tags.get(String(tag_id)) ?? '';
    if (name === '' || name.startsWith('#')) continue;
    const held = tagsOf.get(String(post_id)) ?? [];
    tagsOf.set(String(post_id), [...held, [Number(sort_order ?? 0), name]]);
  }
  const posts = rows('posts');
  const known = new Set(posts.map(({ slug }) => words(slug)));
  const addressOf = (address: string) => {
    const isOfSite = site !== null && address.startsWith(`${site}/`);
    const own = isOfSite
      ? address.slice(site.length)
      : address.replace(/^__GHOST_URL__(?=\/|$)/, '');
    if (own === address) return address;
    const path = formerPath(own);
    // A link between posts becomes one between learnings.
    return site === null || known.has(path) || hasFile(path) ? own || '/' : `${site}${own}`;
  };
  const refused: { path: string; why: string }[] = [];
  const notes = posts.flatMap((post, place) => {
    const slug = words(post.slug);
    if (slug === '' && words(post.title) === '') {
      refused.push({
        path: `posts, number ${place + 1}`,
        why: 'it has neither a title nor a slug',
      });
      return [];
    }
    const ordered = (tagsOf.get(String(post.id)) ?? []).sort(([a], [b]) => a - b);
    const of = { post, more: more.get(String(post.id)) ?? {}, addressOf, now };
    return [
      noteOfPost(
        postOf(
          of,
          ordered.map(([, name]) => name),
        ),
      ),
    ];
  });
  return { notes, refused };
}

function postOf(
  {
    post,
    more,
    addressOf,
    now,
  }: {
    post: Fields;
    more: Fields;
    addressOf: (address: string) => string;
    now: Instant;
  },
  tags: readonly string[],
): FormerPost {
  const told: PostRemark[] = [];
  const slug = words(post.slug);
  const createdAt = momentOfPost(post.published_at) ?? momentOfPost(post.created_at) ?? now;
  const image = words(post.feature_image ?? post.image);
  const alt = words(more.feature_image_alt).replace(/[[\]\\]/g, ' ');
  const picture =
    image === ''
      ? ''
      : `![${alt}](${addressOf(image).replace(/[\s()<>]/g, encodeURIComponent)})\n\n`;
  const text = contentOf(post, addressOf, (it) => told.push(it));
  const why = whyDraft(post);
  if (why !== null && why !== '')
    told.push({ sort: 'value', words: `It comes as a draft: ${why}.` });
  return {
    path: `ghost/${words(post.uuid) || words(post.id) || slug}`,
    called: slug === '' ? words(post.title) : slug,
    title: words(post.title),
    description: words(post.custom_excerpt ?? more.custom_excerpt),
    // It may stand in the text, too.
    markdown: text.includes(addressOf(image)) ? text || picture : picture + text,
    tags,
    slug,
    formerPath: slug === '' ? null : slug,
    createdAt,
    updatedAt: momentOfPost(post.updated_at),
    publishedAt: why === null ? createdAt : null,
    told,
  };
}

/** @returns null for what readers may see; nothing to say of what is a draft there, too */
function whyDraft(post: Fields): string | null {
  const status = words(post.status);
  const visibility = words(post.visibility);
  if (status === 'sent') return 'it was sent by mail and never published';
  if (status !== 'published' && status !== 'scheduled') return '';
  if (visibility !== '' && visibility !== 'public')
    return `only some could read it (${visibility})`;
  if (post.type === 'page' || Number(post.page) === 1 || post.page === true)
    return 'it is a page there';
  return null;
}

function contentOf(
  post: Fields,
  addressOf: (address: string) => string,
  tell: (remark: PostRemark) => void,
): string {
  const html = typeof post.html === 'string' ? post.html : '';
  const source = markdownIn(post);
  if (source !== null)
    return source.replace(/__GHOST_URL__(?=\/)/g, () => addressOf('__GHOST_URL__/').slice(0, -1));
  const rendered = isInvisible(html) ? htmlOfGhost(post) : html;
  if (rendered !== null) return markdownOfPost(rendered, addressOf, tell);
  const plain = typeof post.plaintext === 'string' ? post.plaintext : '';
  if (!isInvisible(plain))
    tell({ sort: 'program', words: 'It has no HTML: its plain words have come.' });
  return plain;
}

/** What was written as Markdown comes as it was written. */
function markdownIn({ mobiledoc, markdown, html }: Fields): string | null {
  if (typeof mobiledoc === 'string') {
    try {
      const { cards, sections } = Object(JSON.parse(mobiledoc));
      const [name, card] = Array.isArray(cards) && cards.length === 1 ? cards[0] : [];
      // Beside the card there may be an empty line.
      const others = (Array.isArray(sections) ? sections : []).filter(
        (it) => Array.isArray(it) && it[0] !== 10 && JSON.stringify(it).length > 20,
      );
      const text = Object(card).markdown;
      const isOfMarkdown = /^(?:card-)?markdown$/.test(String(name));
      if (isOfMarkdown && others.length === 0 && typeof text === 'string') return text;
    } catch {
      return null;
    }
  }
  // Before version 1.
  const isOld =
    typeof markdown === 'string' && mobiledoc === undefined && typeof html !== 'undefined';
  return isOld && !isInvisible(markdown) ? markdown : null;
}

const words = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).replace(/\s+/g, ' ').trim()
    : '';
