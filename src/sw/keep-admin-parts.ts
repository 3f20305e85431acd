import { registerRoute } from 'workbox-routing';

const CACHE = 'fieldnotes-admin-parts';

/** Which files these are is said once, by the build (vite.config.ts): all that are not in the shell. */
const script = /^\/assets\/(.+)-[\w-]{8}\.js$/;

/**
 * Scripts that only admins load are kept from the first time that somebody loads them, so that visitors
 * download none of them and an admin has them offline. One of a newer build takes the place of the older.
 */
export function answerAdminParts(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && script.test(url.pathname),
    async ({ request }) => {
      const cache = await caches.open(CACHE);
      const kept = await cache.match(request.url);
      if (kept !== undefined) return kept;
      const response = await fetch(request);
      if (response.ok) await keep(cache, request, response.clone());
      return response;
    },
  );
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
