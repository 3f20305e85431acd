import { registerRoute } from 'workbox-routing';
import { PICTURES } from '../lib/keep-pictures.ts';

/**
 * Answers requests for the content's pictures from the cache that the page fills after a sync
 * (lib/keep-pictures.ts), and for all others from the network.
 */
export function answerPictures(): void {
  registerRoute(
    ({ request }) => request.destination === 'image',
    async ({ request }) => {
      const kept = await caches.open(PICTURES).then((cache) => cache.match(request.url));
      return kept ?? fetch(request);
    },
  );
}
