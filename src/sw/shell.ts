import {
  cleanupOutdatedCaches,
  PrecacheController,
  type PrecacheEntry,
  PrecacheRoute,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { withoutBuilt } from '../lib/built-page.ts';
import { inSite, withinSite } from '../lib/in-site.ts';
import { isPagePath } from '../lib/page-address.ts';

/** The backend's paths, if it shares the site's origin. */
const backend = /^\/(rest|auth|realtime|storage|functions|graphql)\//;

const PAGE = inSite('/index.html');

/** An item as Markdown is a file, though an item may be named like one (lib/page-address.ts). */
const MARKDOWN = /\.md$/;

/**
 * Caches this build's page, scripts, styles, fonts and icons, and answers every navigation with the one page. The
 * cache never serves files of another build; for those the host answers 404.
 *
 * Browsers and people may clear Cache Storage while the worker lives on. A worker installs only once, so missing
 * files are fetched again when a page is opened, and when a page asks for it ('KEEP_SHELL').
 */
export function keepShell(
  worker: ServiceWorkerGlobalScope,
  files: (string | PrecacheEntry)[],
): void {
  cleanupOutdatedCaches();
  // The page as the host sends it may hold the content of one address.
  const fetchDidSucceed = async ({ response }: { response: Response }) => bare(response);
  const shell = new PrecacheController({ plugins: [{ fetchDidSucceed }] });
  shell.addToCacheList(files);
  worker.addEventListener('install', (event) => void shell.install(event));
  worker.addEventListener('activate', (event) => void shell.activate(event));
  worker.addEventListener('message', (event) => {
    if (event.data?.type === 'KEEP_SHELL') event.waitUntil(refill(shell).catch(() => {}));
  });

  registerRoute(new PrecacheRoute(shell));
  const page = shell.createHandlerBoundToURL(PAGE);
  registerRoute(
    ({ request, url, sameOrigin }) =>
      request.mode === 'navigate' &&
      sameOrigin &&
      !backend.test(url.pathname) &&
      isPagePath(withinSite(url.pathname)),
    async (options) => {
      const file = MARKDOWN.test(options.url.pathname)
        ? await fetchMarkdown(options.request)
        : null;
      if (file !== null) return file;
      // Offline, missing files stay missing until the next time.
      options.event.waitUntil(refill(shell).catch(() => {}));
      return page(options);
    },
  );
}

/**
 * Fetches the missing files of this build: all of them or none. If the host has another build by now, its page would
 * name scripts that this build lacks; the next version's worker will cache that build.
 */
async function refill(shell: PrecacheController): Promise<void> {
  const cache = await caches.open(shell.strategy.cacheName);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const missing = [...shell.getURLsToCacheKeys()].filter(([, key]) => !kept.has(key));
  const fetched = await Promise.all(
    missing.map(async ([url, key]): Promise<[string, Response]> => {
      const response = await fetch(url, { cache: 'no-cache', credentials: 'same-origin' });
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      if (url.endsWith(PAGE) && !(await isOfThisBuild(shell, response.clone()))) {
        throw new Error('The host has another build.');
      }
      return [key, await bare(response)];
    }),
  );
  for (const [key, response] of fetched) await cache.put(key, response);
}

/** A page without the content that the build has put into it; any other file as it is. */
async function bare(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  if (!headers.get('content-type')?.startsWith('text/html')) return response;
  return new Response(withoutBuilt(await response.text()), { status, statusText, headers });
}

/** Null if the host has no such file, or there is no network. */
async function fetchMarkdown(request: Request): Promise<Response | null> {
  const response = await fetch(request).catch(() => null);
  const isText = response?.headers.get('content-type')?.startsWith('text/markdown') ?? false;
  return isText ? response : null;
}

async function isOfThisBuild(shell: PrecacheController, page: Response): Promise<boolean> {
  const named = (await page.text()).match(/\/assets\/[^"']+/g) ?? [];
  return named.every((path) => shell.getCacheKeyForURL(inSite(path)) !== undefined);
}
