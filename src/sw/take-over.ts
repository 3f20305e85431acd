/**
 * A new version waits for the visitor's consent: two versions at once would share one database and one set of
 * files. The very first worker claims the open pages at once, so that they can be read offline.
 *
 * A page still loading at that moment is not a client yet (w3c/ServiceWorker #1090); it asks to be claimed later.
 */
export function takeOverWhenTold(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', (event) => {
    if (event.data?.type === 'SKIP_WAITING') void worker.skipWaiting();
    if (event.data?.type === 'CLAIM') event.waitUntil(worker.clients.claim());
  });
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
}
