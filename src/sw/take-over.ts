/**
 * A new version waits until the visitor says so: two versions at once would share one database and one
 * set of files. The very first one takes the open pages at once, so that they can be read offline.
 *
 * A page that is on its way at that moment is none yet (w3c/ServiceWorker #1090), and asks to be taken when it is there.
 */
export function takeOverWhenTold(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', (event) => {
    if (event.data?.type === 'SKIP_WAITING') void worker.skipWaiting();
    if (event.data?.type === 'CLAIM') event.waitUntil(worker.clients.claim());
  });
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
}
