import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { isPageOfSite, withoutBuilt } from '../lib/built-page.ts';
import { inSite, withinSite } from '../lib/in-site.ts';
import { isPagePath } from '../lib/page-address.ts';
import { isAsBuilt, type KeptFile } from './kept-file.ts';

/** The backend's paths, if it shares the site's origin. */
const backend = /^\/(rest|auth|realtime|storage|functions|graphql)\//;

const PAGE_FILE = 'shell.html';
const PAGE = inSite(`/${PAGE_FILE}`);

/** Home is also known by the name of its file (app/routes.tsx), which is not kept. */
const isPageAddress = (path: string) => isPagePath(path) || path === '/index.html';

/** An item as Markdown is a file, though an item may be named like one (lib/page-address.ts). */
const MARKDOWN = /\.md$/;

/**
 * Caches this build's page, scripts, styles, fonts and icons, and answers every navigation with the one page. The
 * cache never serves files of another build; for those the host answers 404.
 *
 * What is kept is what was built: a network that wants a sign-in, or a host with a page for everything, answers 200
 * with something else.
 *
 * Browsers and people may clear Cache Storage while the worker lives on. A worker installs only once, so missing
 * files are fetched again when a page is opened, and when a page asks for it ('KEEP_SHELL'). When a part does not load, all
 * that is kept is compared with what was built ('CHECK_SHELL').
 */
export function keepShell(worker: ServiceWorkerGlobalScope, files: readonly KeptFile[]): void {
  cleanupOutdatedCaches();
  // A host may answer with a page that holds the content of one address.
  const fetchDidSucceed = async ({ response }: { response: Response }) => bare(response);
  const shell = new PrecacheController({ plugins: [{ fetchDidSucceed }] });
  shell.addToCacheList([...files]);
  const fill = (isChecked: boolean) => fillShell(shell, files, isChecked);
  // An earlier version may have kept something else under the same name.
  worker.addEventListener('install', (event) => event.waitUntil(fill(true)));
  worker.addEventListener('activate', (event) => void shell.activate(event));
  worker.addEventListener('message', (event) => {
    const isChecked = event.data?.type === 'CHECK_SHELL';
    if (isChecked || event.data?.type === 'KEEP_SHELL')
      event.waitUntil(fill(isChecked).catch(() => {}));
  });

  registerRoute(new PrecacheRoute(shell));
  const page = shell.createHandlerBoundToURL(PAGE);
  registerRoute(
    ({ request, url, sameOrigin }) =>
      request.mode === 'navigate' &&
      sameOrigin &&
      !backend.test(url.pathname) &&
      isPageAddress(withinSite(url.pathname)),
    async (options) => {
      const file = MARKDOWN.test(options.url.pathname)
        ? await fetchMarkdown(options.request)
        : null;
      if (file !== null) return file;
      // Offline, missing files stay missing until the next time.
      options.event.waitUntil(fill(false).catch(() => {}));
      return page(options);
    },
  );
}

/**
 * Fetches the missing files of this build, one after another, so that the page is not held up. If the host has another build
 * by now, the next version's worker will cache that build.
 *
 * @param isChecked whether those that are kept are looked at, too
 * @throws if one of them cannot be had, or something else comes in its place
 */
async function fillShell(
  shell: PrecacheController,
  files: readonly KeptFile[],
  isChecked: boolean,
): Promise<void> {
  const cache = await caches.open(shell.strategy.cacheName);
  for (const file of files) {
    const key = shell.getCacheKeyForURL(file.url) ?? file.url;
    const kept = await cache.match(key);
    if (kept !== undefined && (!isChecked || (await isOfBuild(shell, file, kept)))) continue;
    await cache.put(key, await fetchBuilt(shell, file));
  }
}

async function fetchBuilt(shell: PrecacheController, file: KeptFile): Promise<Response> {
  const ask = async (cache: RequestCache) => {
    const response = await fetch(file.url, { cache, credentials: 'same-origin' });
    if (!response.ok) throw new Error(`${file.url}: ${response.status}`);
    if (!(await isOfBuild(shell, file, response)))
      throw new Error(`${file.url} is of another build, or something else.`);
    return bare(response);
  };
  // The page has just loaded most of them; but what the browser's own cache holds may be wrong as well.
  return ask(file.revision === null ? 'default' : 'no-cache').catch(() => ask('reload'));
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

async function isOfBuild(
  shell: PrecacheController,
  file: KeptFile,
  response: Response,
): Promise<boolean> {
  if (!(await isAsBuilt(file, response))) return false;
  if (file.url !== PAGE_FILE) return true;
  const text = await response.clone().text();
  // A page with content also names a snapshot, which is not kept.
  const named = text.match(/\/assets\/[^"']+\.(js|css|woff2)(?=["'])/g) ?? [];
  const isKept = (path: string) => shell.getCacheKeyForURL(inSite(path)) !== undefined;
  return isPageOfSite(text) && named.every(isKept);
}
