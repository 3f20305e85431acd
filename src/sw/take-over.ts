/**
 * A new version waits until the visitor says so: two versions at once would share one database and one
 * set of files. The very first one takes the open page at once, so that it can be read offline.
 */
export function takeOverWhenTold(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', (event) => {
    if (event.data?.type === 'SKIP_WAITING') void worker.skipWaiting();
  });
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
}
