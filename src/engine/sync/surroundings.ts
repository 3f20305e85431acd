/** The events of the page that the engine listens to. */
export interface Surroundings {
  isOnline(): boolean;
  isVisible(): boolean;
  /** Calls the listener until the returned function is called. */
  watch(listener: (event: 'online' | 'offline' | 'shown' | 'hidden') => void): () => void;
}

/** A process without a page: a script. */
export const alwaysThere: Surroundings = {
  isOnline: () => true,
  isVisible: () => true,
  watch: () => () => {},
};

/** A browser page. `pageshow` fires when a page returns from the back/forward cache. */
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

/**
 * Releases the mirror while the page is left (mirror/open-transactions.ts).
 *
 * @returns a function that stops it
 */
export function restWhenLeft(
  page: Window,
  mirror: { rest: () => void; wake: () => void },
): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  page.addEventListener('pagehide', () => mirror.rest(), { signal });
  page.addEventListener('pageshow', () => mirror.wake(), { signal });
  return () => ended.abort();
}
