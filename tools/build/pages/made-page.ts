import { pages } from '../../../src/app/pages.tsx';
import {
  BUILT,
  BUILT_FOR,
  builtOnly,
  OF_PAGE,
  SCRIPTS_AFTER_PAINT,
  SITE_ADDRESS,
  SNAPSHOT,
} from '../../../src/lib/built-page.ts';
import { shellPage, withoutHead } from '../plugins/shell-page.ts';
import { escaped } from './escape.ts';
import { feedsOf } from './head.ts';

/**
 * A page's own file: the site's one page, with the head and the content of this one (docs/first-visit.md).
 *
 * @param template index.html as Vite has built it
 * @param site its address as in head.ts, its base path with a slash at its end, and the path of its snapshot
 * @throws if the template has no place for it
 */
export function madePage(
  template: string,
  { path, title, head, html }: { path: string; title: string; head: string; html: string },
  ofSite: OfSite,
): string {
  const { home, snapshot } = ofSite;
  // As the script in index.html compares it.
  const asked = decodeURIComponent(home.slice(0, -1) + path).replace(/(.)\/$/, '$1');
  const inHead = `<title>${title}</title>
    ${headOfSite(ofSite)}
    ${builtOnly(`<meta name="${BUILT_FOR}" content="${escaped(asked)}" ${OF_PAGE} />\n    ${head}`)}`;
  const inBody = builtOnly(`<div id="${BUILT}">${html}${linksWithoutScript(home)}</div>`);
  const root = '<div id="root"></div>';
  const bare = withoutHead(withScriptsAfterPaint(template, snapshot)).replace(
    /\s*<noscript>[\s\S]*?<\/noscript>/,
    '',
  );
  return replaced(replaced(bare, /<title>[^<]*<\/title>/, inHead), root, `${inBody}${root}`);
}

interface OfSite {
  address: string | null;
  home: string;
  snapshot: string;
}

/** The page for addresses that the build does not know (shell-page.ts), of a site with content. */
export function madeShell(template: string, ofSite: OfSite): string {
  return replaced(shellPage(template), '</title>', `</title>\n    ${headOfSite(ofSite)}`);
}

function headOfSite({ address, snapshot }: OfSite): string {
  const ofSnapshot = `<meta name="${SNAPSHOT}" content="${escaped(snapshot)}" />`;
  if (address === null) return ofSnapshot;
  return `${ofSnapshot}
    <meta name="${SITE_ADDRESS}" content="${escaped(address)}" />
    ${feedsOf(address)}`;
}

/**
 * Puts scripts where they wait: a page that shows its content needs style and fonts first. The snapshot comes with them. A
 * page that a device keeps does not preload it, because the device has the content already.
 */
function withScriptsAfterPaint(template: string, snapshot: string): string {
  const scripts =
    /<script type="module"[^>]*><\/script>(?:\s*<script type="module"[^>]*><\/script>)*/;
  const [tags = ''] = scripts.exec(template) ?? [];
  const preload = `<link rel="preload" as="fetch" crossorigin href="${escaped(snapshot)}">`;
  const start = builtOnly(`<template id="${SCRIPTS_AFTER_PAINT}">${preload}`);
  const waiting = `${start}${tags}${builtOnly('</template>')}`;
  return replaced(template, scripts, waiting);
}

function replaced(text: string, what: string | RegExp, by: string): string {
  const result = text.replace(what, () => by);
  if (result === text) throw new Error(`index.html has no ${what}.`);
  return result;
}

/**
 * On a narrow screen the links of the sidebar are behind a button, which takes a script. Not in a `noscript`: scripts may be on and
 * never come. They stand below all else, so nothing moves when the app takes over.
 */
function linksWithoutScript(home: string): string {
  const links = pages.map(
    ({ id, title }) =>
      `<li><a class="grid min-h-11 place-items-center px-2 underline" href="${home}${id.slice(1)}">${escaped(title)}</a></li>`,
  );
  return `<nav class="p-4 md:hidden print:hidden" aria-label="All pages"><ul class="flex flex-wrap text-small">${links.join('')}</ul></nav>`;
}
