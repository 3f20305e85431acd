import { type PublicPage, urlOf } from '../../../src/features/head/public-page.ts';
import { escaped } from './escape.ts';

/**
 * The former addresses of projects and learnings (ADDRESS-2), for readers who come from outside. One that begins with a slash is a
 * whole path, of the site that an item was imported from (ADDRESS-6). What the site has at its root stays the site's.
 */

interface Moved {
  /** Percent-encoded, without the base path. */
  readonly from: string;
  /** Of another site, where addresses ended with a slash or with `.html`. */
  readonly isWhole: boolean;
  readonly to: PublicPage;
}

/** Feeds, their archives and the sitemap may come with a later build. */
function isSites(root: string, roots: ReadonlySet<string>): boolean {
  return roots.has(root) || root.endsWith('.xml');
}

/** The file with the redirects that hosts are told of: Netlify reads it, and tools/build/plugins/host-files.ts. */
export const REDIRECTS = '_redirects';

/**
 * Every former address that no page has now.
 *
 * @param roots what begins the site's own paths, decoded
 */
export function movedPages(
  pages: readonly PublicPage[],
  roots: ReadonlySet<string>,
): readonly Moved[] {
  const taken = new Set(pages.map(({ path }) => path));
  const isFree = (from: string, isWhole: boolean) =>
    isWhole ? !isSites(decodeURIComponent(from.split('/')[1] ?? ''), roots) : !taken.has(from);
  return pages.flatMap((to) =>
    formerSlugsOf(to).flatMap((slug) => {
      const isWhole = slug.startsWith('/');
      const from = isWhole
        ? slug.split('/').map(encodeURIComponent).join('/')
        : to.path.replace(/[^/]+$/, encodeURIComponent(slug));
      if (!isFree(from, isWhole)) return [];
      taken.add(from);
      return [{ from, isWhole, to }];
    }),
  );
}

function formerSlugsOf({ item }: PublicPage): readonly string[] {
  if (item === null) return [];
  return item.kind === 'project' ? item.project.formerSlugs : item.learning.formerSlugs;
}

/**
 * The page at a former address, for hosts that cannot be told of redirects. It takes no script.
 *
 * @param address as in head.ts
 * @param home the base path, with a slash at both ends
 */
export function movedPage({ to }: Moved, address: string | null, home: string): string {
  const here = escaped(home + to.path.slice(1));
  const canonical =
    address === null ? '' : `\n    <link rel="canonical" href="${escaped(urlOf(to, address))}" />`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${escaped(to.name)}</title>
    <meta http-equiv="refresh" content="0; url=${here}" />
    <meta name="robots" content="noindex" />${canonical}
  </head>
  <body>
    <p>This page has a new address: <a href="${here}">${escaped(to.name)}</a></p>
  </body>
</html>
`;
}

/** @param file of its address, without an ending of the site's own */
export function movedFile({ isWhole }: Moved, file: string): string {
  if (!isWhole) return `${file}.html`;
  return file.endsWith('.html') ? file : `${file}/index.html`;
}

/**
 * The same as rules, a line each, for hosts that read them. They come before the files, and so does the Markdown of each page.
 *
 * @param home as above
 */
export function redirectRules(moved: readonly Moved[], home: string): string {
  const rule = (from: string, to: string) => `${home}${from.slice(1)} ${home}${to.slice(1)} 301!\n`;
  return moved
    .flatMap(({ from, isWhole, to: { path } }) => [
      rule(from, path),
      ...(isWhole ? [] : [rule(`${from}.md`, `${path}.md`)]),
    ])
    .join('');
}
