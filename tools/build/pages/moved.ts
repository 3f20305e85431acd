import { type PublicPage, urlOf } from '../../../src/features/head/public-page.ts';
import { escaped } from './escape.ts';

/** The former addresses of projects and learnings (ADDRESS-2), for readers who come from outside. */

interface Moved {
  /** Percent-encoded, without the base path. */
  readonly from: string;
  readonly to: PublicPage;
}

/** The file with the redirects that hosts are told of: Netlify reads it, and tools/build/plugins/host-files.ts. */
export const REDIRECTS = '_redirects';

/** Every former address that no page has now. */
export function movedPages(pages: readonly PublicPage[]): readonly Moved[] {
  const taken = new Set(pages.map(({ path }) => path));
  return pages.flatMap((to) =>
    formerSlugsOf(to)
      .map((slug) => to.path.replace(/[^/]+$/, encodeURIComponent(slug)))
      .filter((from) => !taken.has(from))
      .map((from) => ({ from, to })),
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

/**
 * The same as rules, a line each, for hosts that read them. They come before the files, and so does the Markdown of each page.
 *
 * @param home as above
 */
export function redirectRules(moved: readonly Moved[], home: string): string {
  const rule = (from: string, to: string) => `${home}${from.slice(1)} ${home}${to.slice(1)} 301!\n`;
  return moved
    .flatMap(({ from, to: { path } }) => [rule(from, path), rule(`${from}.md`, `${path}.md`)])
    .join('');
}
