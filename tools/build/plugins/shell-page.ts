import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { OF_PAGE } from '../../../src/lib/built-page.ts';

/**
 * The page for an address that the build does not know: an item that is newer, or nothing. The app finds out which. It has no
 * words, title or picture of another address, and search engines keep none of it until the app has found the item. Hosts answer
 * with it, and so does the service worker.
 */
export const SHELL = 'shell.html';

/** The same, for addresses of which a host knows that nothing can be there. */
export const MISSING = '404.html';

/** @param template index.html as Vite has built it */
export function shellPage(template: string): string {
  const noIndex = `<meta name="robots" content="noindex" ${OF_PAGE} />`;
  const page = withoutHead(template)
    .replace(/<noscript>[\s\S]*?<\/noscript>/, () => WITHOUT_SCRIPT)
    .replace('<title>', `${noIndex}\n    <title>`);
  if (!page.includes(noIndex)) throw new Error('index.html has no <title>.');
  return page;
}

const WITHOUT_SCRIPT = `<noscript>
      <p>This page is put together on your device, which takes JavaScript; please switch it on to read along.</p>
    </noscript>`;

/** A page without what its head says of its address. */
export function withoutHead(page: string): string {
  return page.replace(new RegExp(`\\s*<meta\\b[^>]*\\s${OF_PAGE}\\b[^>]*>`, 'g'), '');
}

/** Writes that page before the service worker is made, which keeps it. */
export function shell(): Plugin {
  let folder = '';
  return {
    name: 'shell-page',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    writeBundle() {
      const template = readFileSync(join(folder, 'index.html'), 'utf8');
      writeFileSync(join(folder, SHELL), shellPage(template));
    },
  };
}
