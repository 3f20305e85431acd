/**
 * What browsers offer only to pages that came by https, or from the same machine. To a phone that opens a site in the home
 * network by plain http each is undefined, whatever TypeScript's library says. No other file of the page names them
 * (`tests/unit/secure-context.test.ts`); without it there are no service workers, so theirs may.
 */
export const secureContext = {
  get workers(): ServiceWorkerContainer | undefined {
    return navigator.serviceWorker;
  },
  get caches(): CacheStorage | undefined {
    return globalThis.caches;
  },
  get locks(): LockManager | undefined {
    return globalThis.navigator?.locks;
  },
  get storage(): StorageManager | undefined {
    return navigator.storage;
  },
  get clipboard(): Clipboard | undefined {
    return navigator.clipboard;
  },
  get subtle(): SubtleCrypto | undefined {
    return globalThis.crypto.subtle;
  },
};
