/** What the engine hears of the page it runs in. */
export interface Surroundings {
  isOnline(): boolean;
  isVisible(): boolean;
  /** Calls the listener until the returned function is called. */
  watch(listener: (event: 'online' | 'offline' | 'shown' | 'hidden') => void): () => void;
}

/** A browser page. `pageshow` tells of a page that comes back from the back-forward cache. */
export function pageSurroundings(page: Window): Surroundings {
  return {
    isOnline: () => page.navigator.onLine,
    isVisible: () => page.document.visibilityState === 'visible',
    watch(listener) {
      const ended = new AbortController();
      const { signal } = ended;
      page.addEventListener('online', () => listener('online'), { signal });
      page.addEventListener('offline', () => listener('offline'), { signal });
      page.addEventListener('pageshow', (event) => event.persisted && listener('shown'), {
        signal,
      });
      page.addEventListener('pagehide', () => listener('hidden'), { signal });
      page.document.addEventListener(
        'visibilitychange',
        () => listener(page.document.visibilityState === 'visible' ? 'shown' : 'hidden'),
        { signal },
      );
      return () => ended.abort();
    },
  };
}
