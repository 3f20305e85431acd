import { itemPath } from '../../content/addresses.ts';
import { opening, plainText } from '../../content/learnings/learning-text.ts';
import type { Learning } from '../../content/learnings/learnings.ts';
import { wordsOfBeginning } from '../../content/markdown/first-words.ts';
import { htmlOrMarkdownWords } from '../../content/markdown/html-or-markdown.ts';
import type { Project } from '../../content/projects/projects.ts';
import { taggedTitle, tagPath } from '../../content/tag-place.ts';
import { DESCRIPTION_LENGTH } from '../../lib/limits.ts';
import { listPagePath, pageTitle } from '../../lib/list-pages.ts';
import type { Instant } from '../../lib/millis.ts';
import { ownersTime } from '../../lib/owner-times.ts';
import { shortened } from '../../lib/shortened.ts';
import { site } from '../../site.config.ts';

/** A public address, and what search engines and previews are told about it. */
export interface PublicPage {
  /** Percent-encoded, without the site's address and base path. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  /** The page above it; null for the home page. */
  readonly above: PublicPage | null;
  readonly item:
    | { readonly kind: 'project'; readonly project: Project }
    | { readonly kind: 'learning'; readonly learning: Learning }
    | null;
}

/** A page of the site's own list (app/pages.tsx). */
export interface ListedPage {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** Its list has further pages (lib/list-pages.ts). */
  readonly isLongList?: boolean | undefined;
}

/** It only describes this device, so it isn't public. */
const PRIVATE = '/offline';

/** The public ones of the site's own pages, the home page first. */
export function listedPages(pages: readonly ListedPage[]): readonly PublicPage[] {
  const made = (page: ListedPage, above: PublicPage | null): PublicPage => ({
    path: page.id,
    name: page.title,
    description:
      above === null
        ? inShort([() => site.description], page.title)
        : `${page.about} · ${site.tagline}`,
    above,
    item: null,
  });
  const [home = null] = pages.filter(({ id }) => id === '/').map((page) => made(page, null));
  const others = pages.filter(({ id }) => id !== '/' && id !== PRIVATE);
  return home === null ? [] : [home, ...others.map((page) => made(page, home))];
}

/** PAGES-11: a further page of a long list. @param page counted from 1 */
export function partOfList(first: PublicPage, page: number): PublicPage {
  if (page === 1) return first;
  return {
    ...first,
    path: listPagePath(first.path, page),
    name: pageTitle(first.name, page),
    description: pageTitle(first.description, page),
    above: first,
  };
}

/**
 * @param address as content/addresses.ts gives it
 * @param listed the site's own pages
 */
export function projectPage(
  project: Project,
  address: string,
  listed: readonly PublicPage[],
): PublicPage {
  return {
    path: itemPath('projects', address),
    name: project.title,
    description: inShort(
      [
        () => plainText(project.description),
        () => htmlOrMarkdownWords(project.details ?? '', wordsOfBeginning),
      ],
      project.title,
    ),
    above: listed.find(({ path }) => path === '/projects') ?? null,
    item: { kind: 'project', project },
  };
}

/** The same for a learning. */
export function learningPage(
  learning: Learning,
  address: string,
  listed: readonly PublicPage[],
): PublicPage {
  return {
    path: itemPath('learnings', address),
    name: learning.title,
    description: inShort(
      [() => plainText(learning.description), () => wordsOfBeginning(learning.content ?? '')],
      learning.title,
    ),
    above: listed.find(({ path }) => path === '/learnings') ?? null,
    item: { kind: 'learning', learning },
  };
}

/** LEARNINGS-7: the list of the learnings with a tag. */
export function tagPage(tag: string, listed: readonly PublicPage[]): PublicPage {
  const name = taggedTitle(tag);
  return {
    path: tagPath(tag),
    name,
    description: inShort([() => `${name} · ${site.tagline}`], name),
    above: listed.find(({ path }) => path === '/learnings') ?? null,
    item: null,
  };
}

/** The first text that isn't blank, on one line. The words of a long one take a while, so those behind it are not read. */
function inShort(texts: readonly (() => string)[], otherwise: string): string {
  for (const text of texts) {
    const said = opening(text());
    if (said !== '') return shortened(said, DESCRIPTION_LENGTH);
  }
  return shortened(otherwise, DESCRIPTION_LENGTH);
}

/** @param address of the home page, without a slash at its end */
export function urlOf({ path }: Pick<PublicPage, 'path'>, address: string): string {
  return `${address}${path}`;
}

/** A path from the root means the site's folder, not the host's (src/lib/in-site.ts). */
export function absolute(stored: string, address: string): string {
  return /^\/(?!\/)/.test(stored) ? `${address}${stored}` : new URL(stored, `${address}/`).href;
}

/** When an item was made and last changed, by the owner's clock; null if that is not known. */
export function datesOf({ item }: PublicPage): Record<'published' | 'modified', string | null> {
  if (item === null) return { published: null, modified: null };
  const { createdAt, updatedAt } = item.kind === 'project' ? item.project : item.learning;
  const modified = changedAt({ createdAt, updatedAt });
  return {
    published: createdAt === null ? null : ownersTime(createdAt),
    modified: modified === null || modified === createdAt ? null : ownersTime(modified),
  };
}

/** When an item was last changed or made: whoever sets a date may set one that is later than the last change. */
export function changedAt({ createdAt, updatedAt }: Dated): Instant | null {
  return createdAt === null || updatedAt === null
    ? (updatedAt ?? createdAt)
    : Math.max(createdAt, updatedAt);
}

interface Dated {
  readonly createdAt: Instant | null;
  readonly updatedAt: Instant | null;
}

/** The picture that previews of links show, made by the build (tools/build/pages/preview-picture.ts). In px. */
export const PREVIEW = { width: 1200, height: 630 } as const;

/**
 * The name of a page's picture in the site's folder. A page that is newer than the build has none yet.
 *
 * @param path percent-encoded
 */
export function previewOf(path: string): string {
  return `/previews${path === '/' ? '/index' : path}.png`;
}
