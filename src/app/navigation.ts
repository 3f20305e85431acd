import type {
  Location,
  NavigateOptions,
  NavigationType,
  Navigator,
  To,
  UNSAFE_createBrowserHistory,
} from 'react-router-dom';

type History = ReturnType<typeof UNSAFE_createBrowserHistory>;

/** Where the site is, and how it came there. */
export interface Arrival {
  readonly location: Location;
  readonly action: NavigationType;
  readonly preventScrollReset: boolean;
  /** Its part of the build. Only the first page arrives before it is loaded. */
  readonly page: 'loading' | 'loaded' | { readonly error: unknown };
}

type Listener = (arrival: Arrival, options: NavigateOptions) => void;

/** Leads from page to page. */
export interface Navigation {
  readonly arrival: Arrival;
  /** What the router's links and hooks navigate with. */
  readonly navigator: Navigator;
  /** Called with each arrival. @returns a function that stops it */
  subscribe(listener: Listener): () => void;
  /** Called when a page begins to load; the next arrival ends it. @returns a function that stops it */
  onDeparture(listener: () => void): () => void;
}

/**
 * Navigates the history of the browser.
 *
 * - The page that is shown stays until the next one is loaded. Only then does a link change the address.
 * - A page that is loaded arrives at once, so that Back shows it in the first frame.
 * - The newest navigation wins. If another one starts while a page is loading, that page is dropped.
 *
 * @param load loads the page at an address; null if it is loaded
 */
export function openNavigation(
  history: History,
  load: (to: To) => Promise<void> | null,
): Navigation {
  const listeners = new Set<Listener>();
  const departures = new Set<() => void>();
  let newest = 0;
  let arrival = arrivalOf('loading');

  function arrivalOf(page: Arrival['page'], { preventScrollReset = false }: NavigateOptions = {}) {
    return { location: history.location, action: history.action, preventScrollReset, page };
  }

  /** @param move brings the history there, unless it is there already */
  function go(to: To, move: () => void, options: NavigateOptions = {}): void {
    newest += 1;
    const mine = newest;
    const arrive = (page: Arrival['page']) => {
      if (mine !== newest) return;
      move();
      arrival = arrivalOf(page, options);
      for (const listener of listeners) listener(arrival, options);
    };
    const loading = load(to);
    if (loading === null) arrive('loaded');
    else {
      for (const listener of departures) listener();
      loading.then(
        () => arrive('loaded'),
        (error: unknown) => arrive({ error }),
      );
    }
  }

  const stay = () => {};
  history.listen(({ location }) => go(location, stay));
  go(history.location, stay);

  return {
    get arrival() {
      return arrival;
    },
    navigator: {
      createHref: history.createHref,
      createURL: history.createURL,
      encodeLocation: history.encodeLocation,
      go: history.go,
      push: (to, state, options) => go(to, () => history.push(to, state), options),
      replace: (to, state, options) => go(to, () => history.replace(to, state), options),
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onDeparture(listener) {
      departures.add(listener);
      return () => void departures.delete(listener);
    },
  };
}
