import { uniqueTags } from '../../engine/index.ts';
import { isInvisible } from '../../lib/invisible.ts';
import type { Instant } from '../../lib/millis.ts';
import { isTangled } from '../markdown/tangled.ts';
import { firstDescription } from './first-description.ts';
import { firstTitle } from './first-title.ts';
import { keptAddress, lastPart } from './former-path.ts';
import { notePartsOf } from './note-parts.ts';
import type { PostRemark } from './post-markdown.ts';
import type { ReadNote } from './read-note.ts';

/** A post of another site, as its export tells of it. */
export interface FormerPost {
  /** What it keeps when it is edited or renamed there: the learning's id is made from it. */
  readonly path: string;
  readonly called: string;
  readonly title: string;
  /** Empty where there is none. */
  readonly description: string;
  readonly markdown: string;
  readonly tags: readonly string[];
  readonly slug: string;
  /** Its path on that site, null where it has none yet. */
  readonly formerPath: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant | null;
  /** Null for a draft. */
  readonly publishedAt: Instant | null;
  readonly told: readonly PostRemark[];
}

/** What a file holds of posts, and what of it was not taken. */
export interface ReadPosts {
  readonly notes: readonly ReadNote[];
  readonly refused: readonly { readonly path: string; readonly why: string }[];
}

/** @returns it as a note, so that links between posts, pictures and changes are dealt with as those of notes */
export function noteOfPost(post: FormerPost): ReadNote {
  const { path, called, markdown, formerPath, createdAt, updatedAt, publishedAt } = post;
  const content = markdown.replaceAll('\0', '').trim();
  const slug = lastPart(post.slug);
  const former = formerPath === null ? null : keptAddress(formerPath);
  const title = post.title.replace(/\s+/g, ' ').trim();
  return {
    path,
    called,
    values: {
      title: firstTitle(title, called),
      description: post.description.replace(/\s+/g, ' ').trim() || firstDescription(content),
      content: isInvisible(content) ? null : content,
      tags: uniqueTags(post.tags),
      link: null,
      slug,
      former_slugs: former === null || former === slug ? null : [former],
      created_at: inRow(createdAt),
      updated_at: updatedAt === null ? null : inRow(updatedAt),
      published_at: publishedAt === null ? null : inRow(publishedAt),
    },
    isDated: true,
    isDescribed: !isInvisible(post.description),
    aliases: [],
    paths: formerPath === null || formerPath === '' ? [] : [formerPath],
    parts: isTangled(content) ? [] : notePartsOf(content),
    lineOf: () => null,
    told: post.told.map((it) => ({ ...it, line: null })),
  };
}

const inRow = (time: Instant) => new Date(time).toISOString();

/** A moment as a database writes it, in UTC where it does not say; or in milliseconds. */
export function momentOfPost(written: unknown): Instant | null {
  if (typeof written === 'number') return inReach(written);
  if (typeof written !== 'string') return null;
  const text = written.trim();
  const isWhole = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text);
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(text);
  return isWhole ? inReach(Date.parse(hasZone ? text : `${text.replace(' ', 'T')}Z`)) : null;
}

/** The database takes no others. */
function inReach(time: number): Instant | null {
  return time >= Date.UTC(1000, 0) && time < Date.UTC(9999, 0) ? time : null;
}
