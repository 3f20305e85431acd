import { ownersDay } from '../../../src/lib/owner-days.ts';
// Before all that loads Dexie, which looks for IndexedDB only once.
import 'fake-indexeddb/auto';
import { pages as ownPages } from '../../../src/app/pages.tsx';
import { routes } from '../../../src/app/routes.tsx';
import { learningMarkdown, projectMarkdown } from '../../../src/content/item-markdown.ts';
import { type OwnersWords, withOwn } from '../../../src/content/profile/owners-words.ts';
import type { Engine } from '../../../src/engine/index.ts';
import type { PublicPage } from '../../../src/features/head/public-page.ts';
import { listedPages, previewOf, urlOf } from '../../../src/features/head/public-page.ts';
import { CAPTURE } from '../../../src/lib/captures.ts';
import { site } from '../../../src/site.config.ts';
import { MISSING, SHELL, shellPage } from '../plugins/shell-page.ts';
import { type Items, itemsOf, readContent, type Source } from './content.ts';
import feedStyle from './feed.css?raw';
import { atomFiles, entriesOf, type Feed, llms, robots, rssFiles, sitemap } from './feeds.ts';
import { headOf, tagFeedsOf } from './head.ts';
import { madePage, madeShell } from './made-page.ts';
import { movedFile, movedPage, movedPages, REDIRECTS, redirectRules } from './moved.ts';
import { pictureOf } from './page-picture.ts';
import { previewWords } from './preview-words.ts';
import { furtherPages, publicPages, tagPages } from './public-pages.ts';
import { renderPage } from './render.tsx';
import { snapshotName } from './snapshot-file.ts';
import { type FeedTag, feedTags } from './tag-feeds.ts';

export interface MakeOptions {
  readonly source: Source;
  /** A snapshot, as JSON holds it, to use instead if the backend cannot be read. */
  readonly kept?: unknown;
  /** How long to wait for the backend, in ms. */
  readonly patience: number;
  /** The address of the home page, without a slash at its end; null if the owner has not named it. */
  readonly address: string | null;
  /** The base path, with a slash at both ends. */
  readonly home: string;
  /** index.html as Vite has built it. */
  readonly template: string;
  /** The files and folders that the site's folder has at its root before. */
  readonly names: readonly string[];
  /** The site's robots.txt, without addresses. */
  readonly robotsTxt: string;
  /** The bytes of a picture by its address in the content; null if there are none to draw. */
  readonly picture: (address: string) => Promise<Uint8Array | null>;
}

export interface Made {
  /** Every file that the site has for its content, by its name in the site's folder. */
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  /** Why the backend could not be read, and `kept` was used; else null. */
  readonly problem: string | null;
  /** The owner's, as the pages say them. */
  readonly words: OwnersWords;
  /** Of when the content is, as `yyyy-mm-dd`. */
  readonly day: string;
  /** The addresses of the content's pictures, as it has them. */
  readonly pictures: readonly string[];
}

/** @returns what was made, or why the content could not be read */
export async function makeFiles(options: MakeOptions): Promise<Made | string> {
  const { source, patience, kept } = options;
  const engine = await readContent(source, patience);
  if (typeof engine !== 'string') return makeFrom(engine, null, options);
  const problem = engine;
  if (kept === undefined) return problem;
  const fromKept = await readContent(source, patience, kept);
  return typeof fromKept === 'string' ? problem : makeFrom(fromKept, problem, options);
}

/** A snapshot of the content, as JSON. @returns or why the content could not be read */
export async function readSnapshot(
  source: Source,
  patience: number,
): Promise<{ text: string } | string> {
  const engine = await readContent(source, patience);
  if (typeof engine === 'string') return engine;
  try {
    return { text: await snapshotOf(engine) };
  } finally {
    engine.stop();
  }
}

/** @param engine one that has everything */
async function snapshotOf(engine: Engine): Promise<string> {
  return JSON.stringify(await engine.view().copy.snapshot());
}

async function makeFrom(
  engine: Engine,
  problem: string | null,
  { address, home, template, robotsTxt, picture, names }: MakeOptions,
): Promise<Made> {
  try {
    const items = await itemsOf(engine);
    const [own] = items.profile;
    const words: OwnersWords = own === undefined ? site : withOwn(own, site);
    const pages = publicPages(items);
    const tags = feedTags(oldestFirst(items.learnings));
    const everyPage = [...pages, ...furtherPages(items), ...tagPages(tags, items)];
    const files = new Map<string, string | Uint8Array>();
    const { freshness } = await engine.status();
    const { pictures } = await engine.view().copy.inventory();
    const made = { files, problem, words, day: ownersDay(freshness ?? Date.now()), pictures };
    const snapshot = await snapshotOf(engine);
    const name = snapshotName(snapshot);
    files.set(name, snapshot);
    const ofSite = { address, home, snapshot: home + name };
    for (const page of everyPage) {
      const file = fileOf(page.path);
      if (file === null) continue;
      const { title, html } = await renderPage(engine, page.path, { home, address });
      const named = tags.filter(({ path }) => page.path === '/learnings' || page.path === path);
      const ofTags = address === null ? [] : tagFeedsOf(named, address);
      const head = [headOf(page, address, words), ...ofTags].join('\n    ');
      const filled = { path: page.path, title, head, html };
      files.set(`${file}.html`, madePage(template, filled, ofSite));
    }
    const shell = madeShell(template, ofSite);
    for (const name of [SHELL, MISSING, ...ownFiles()])
      if (!files.has(name)) files.set(name, shell);
    const root = address ?? home.replace(/\/$/, '');
    for (const page of pages) {
      const file = fileOf(page.path);
      const text = markdownOf(page, items, root);
      if (file !== null && text !== null) files.set(`${file}.md`, text);
    }
    files.set('llms.txt', llms(pages, root, words));
    if (address !== null) await addFilesWithAddress(address);
    const roots = rootsOf([...names, ...files.keys()]);
    const moved = movedPages(pages, roots).filter(({ from }) => fileOf(from) !== null);
    for (const it of moved)
      files.set(movedFile(it, fileOf(it.from) ?? ''), movedPage(it, address, home));
    if (moved.length > 0) files.set(REDIRECTS, redirectRules(moved, home));
    return made;

    /** Previews, feeds and the sitemap name the site by an absolute address only. */
    async function addFilesWithAddress(address: string): Promise<void> {
      const { previewPicture } = await import('./preview-picture.ts');
      for (const page of everyPage) {
        const name = decodeURIComponent(previewOf(page.path).slice(1));
        if (fileOf(page.path) === null) continue;
        const shown = pictureOf(page, items, words);
        const bytes = shown === null ? null : await picture(shown);
        files.set(name, await previewPicture(previewWords(page, words), bytes));
      }
      const now = Date.now();
      const entries = entriesOf(pages, items, address, now);
      files.set(STYLE, feedStyle);
      const author = words.profile.name;
      const feed = siteFeed(address, home, author);
      for (const [name, text] of [...atomFiles(entries, feed, now), ...rssFiles(entries, feed)])
        files.set(name, text);
      for (const tag of tags) {
        const its = entries.filter(tag.has);
        for (const [name, text] of atomFiles(its, tagFeed(tag, address, home, author), now))
          files.set(`${tag.folder}${name}`, text);
      }
      files.set('sitemap.xml', sitemap(everyPage, address));
      files.set('robots.txt', robots(robotsTxt, address));
    }
  } finally {
    engine.stop();
  }
}

/** What the paths of the site's own pages and files begin with. A page's file ends with `.html`, and its path does not. */
function rootsOf(files: readonly string[]): ReadonlySet<string> {
  const paths = [...files, ...routes.flatMap(({ path }) => path?.slice(1) ?? [])];
  const firsts = paths.map((path) => path.split('/', 1)[0] ?? '');
  return new Set([...firsts, ...firsts.map((it) => it.replace(/\.html$/, ''))]);
}

/** Shows a feed in a browser. */
const STYLE = 'feed.css';

function siteFeed(address: string, home: string, author: string): Feed {
  return {
    author,
    id: `${address}/`,
    title: site.brand,
    subtitle: site.tagline,
    page: `${address}/`,
    folder: `${address}/`,
    style: home + STYLE,
  };
}

function tagFeed(
  { tag, path, folder }: FeedTag,
  address: string,
  home: string,
  author: string,
): Feed {
  return {
    author,
    id: `${address}/${encodeURI(folder)}`,
    title: `${site.brand}: ${tag}`,
    subtitle: `Learnings tagged “${tag}”`,
    page: `${address}${path}`,
    folder: `${address}/${encodeURI(folder)}`,
    style: home + STYLE,
  };
}

/** Those without a date come from before there were dates. */
function oldestFirst<Item extends { id: string; createdAt: number | null }>(
  items: readonly Item[],
): readonly Item[] {
  return items.toSorted(
    (one, other) => (one.createdAt ?? 0) - (other.createdAt ?? 0) || one.id.localeCompare(other.id),
  );
}

/**
 * Files for the site's own addresses, of a build without content: hosts answer only addresses of items that have no file with
 * the app (docs/hosting.md).
 */
export function filesWithoutContent(template: string): ReadonlyMap<string, string> {
  const shell = shellPage(template);
  const listed = new Set(listedPages(ownPages).map(({ path }) => `${fileOf(path)}.html`));
  return new Map(ownFiles().map((name) => [name, listed.has(name) ? template : shell]));
}

/** The names of the files of all addresses that are no item's. */
function ownFiles(): readonly string[] {
  const paths = [CAPTURE, ...routes.flatMap(({ path }) => path ?? [])];
  return paths.filter((path) => !/[:*]/.test(path)).map((path) => `${fileOf(path)}.html`);
}

/**
 * An item as Markdown, for readers that are programs; null for a page that is no item.
 *
 * @param address of the home page without a slash at its end, or the base path
 */
function markdownOf(page: PublicPage, items: Items, address: string): string | null {
  const { item } = page;
  if (item === null) return null;
  if (item.kind === 'learning') {
    const { id } = item.learning;
    const related = items.resources.filter(({ learningId }) => learningId === id);
    return learningMarkdown(item.learning, related, urlOf(page, address));
  }
  const { id } = item.project;
  const tasks = items.tasks.filter(({ projectId }) => projectId === id);
  const learnings = items.learnings.filter(({ projectId }) => projectId === id);
  return projectMarkdown(item.project, tasks, learnings);
}

/**
 * What hosts do not take for a page's name: in its folder such a file would answer for the folder's own address, or for all that
 * is missing.
 */
const TAKEN = /^(index|404)(\.|$)/i;

/** A name that every file system takes as it is. */
const PLAIN = /^[\p{L}\p{N}_~-][\p{L}\p{M}\p{N}_.~-]*$/u;

/** The most bytes of a name, with room for its endings. */
const LONGEST = 240;

/**
 * The file of an address, without its ending; null if there can be none of that name: hosts then answer as for an item that is
 * newer than the build, and the app shows the page.
 */
function fileOf(path: string): string | null {
  if (path === '/') return 'index';
  const parts = decodeURIComponent(path.slice(1)).split('/');
  const isPlain = parts.every(
    (part) => PLAIN.test(part) && !TAKEN.test(part) && Buffer.byteLength(part) <= LONGEST,
  );
  return isPlain && parts.length === path.split('/').length - 1 ? parts.join('/') : null;
}
