import { registerRoute } from 'workbox-routing';
import { readParts } from '../lib/fetch-text.ts';
import { asPicture, FETCH_PICTURE, type FetchedPicture, HEARD } from '../lib/keep-pictures.ts';
import { PICTURE_CACHE } from '../lib/storage-keys.ts';

/**
 * Answers requests for the content's pictures from the cache that the page fills after a sync
 * (lib/keep-pictures.ts), and for all others from the network.
 */
export function answerPictures(): void {
  registerRoute(
    ({ request }) => request.destination === 'image',
    async ({ request }) => {
      const { url } = request;
      const cache = await caches.open(PICTURE_CACHE);
      // The picture itself is kept, not its file for cards (lib/site-picture.ts).
      const kept =
        (await cache.match(url)) ?? (await cache.match(url.replace(/-card(?=\.\w+$)/, '')));
      return kept ?? fetch(request);
    },
  );
}

/** Fetches pictures of other sites for the page, which may not do so itself. */
export function fetchPicturesWhenAsked(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', (event) => {
    if (event.data?.type === FETCH_PICTURE) event.waitUntil(answer(event.data.url, event.ports[0]));
  });
}

async function answer(url: string, port: MessagePort | undefined): Promise<void> {
  const fetched = fetch(url, asPicture).then(async (response): Promise<FetchedPicture> => {
    const parts = await readParts(response, () => port?.postMessage(HEARD));
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, picture: new Blob(parts, { type }) };
  });
  port?.postMessage(await fetched.catch(() => null));
}
