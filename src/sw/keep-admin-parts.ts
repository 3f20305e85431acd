import { registerRoute } from 'workbox-routing';
import { KEEP_ADMIN_PARTS } from '../lib/admin-parts.ts';
import { ADMIN_PARTS_CACHE } from '../lib/storage-keys.ts';
import { isAsBuilt, type KeptFile } from './kept-file.ts';

/** All scripts outside of the shell; only the build decides which these are (vite.config.ts). */
const script = /\/assets\/([^/]+)-[\w-]{8}\.js$/;

/**
 * Caches scripts that only admins use when they are first loaded, and all of them when an admin's page asks for it
 * (KEEP_ADMIN_PARTS): visitors never download them, and an admin has them offline. A script of a newer build replaces the older one.
 *
 * @param files those of this build; what an earlier one has kept is served to its pages, and nothing else is kept
 */
export function answerAdminParts(
  worker: ServiceWorkerGlobalScope,
  files: readonly KeptFile[],
): void {
  const built = new Map(files.map((file) => [new URL(file.url, worker.location.href).href, file]));
  const answer = async (request: Request) => {
    const cache = await caches.open(ADMIN_PARTS_CACHE);
    const file = built.get(request.url);
    const kept = await cache.match(request.url);
    // Damaged, or kept by a version of the site that did not look.
    if (kept !== undefined && (file === undefined || (await isAsBuilt(file, kept)))) return kept;
    const response = await fetch(request);
    if (file === undefined || !response.ok) return response;
    if (await isAsBuilt(file, response)) await keep(cache, request, response.clone());
    return response;
  };
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && script.test(url.pathname),
    // An answer in any case: Firefox forgets a worker that has failed to answer for the scripts of three threads.
    ({ request }) => answer(request).catch(() => new Response(null, { status: 504 })),
  );
  const answerAll = async () => {
    for (const url of built.keys()) await answer(new Request(url));
  };
  worker.addEventListener('message', (event) => {
    if (event.data?.type === KEEP_ADMIN_PARTS) event.waitUntil(answerAll().catch(() => {}));
  });
}

async function keep(cache: Cache, request: Request, response: Response): Promise<void> {
  const name = nameOf(request.url);
  for (const other of await cache.keys()) {
    if (nameOf(other.url) === name) await cache.delete(other);
  }
  await cache.put(request.url, response);
}

function nameOf(url: string): string {
  const { pathname } = new URL(url);
  return script.exec(pathname)?.[1] ?? pathname;
}
