import { createContext, useContext, useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { openEntryMemory } from '../lib/history-entry.ts';
import { SCROLL_RESTORED_WITHIN_MS } from '../lib/limits.ts';
import type { Navigation } from './navigation.ts';

/** Positions are fractions of a pixel, and browsers round them. */
const SAME_PX = 2;

/** How far each history entry is scrolled. */
export interface KeptScroll {
  /** Scrolls the page that was just rendered, before it is painted. */
  arrive(): void;
}

/**
 * Remembers how far each entry of the history is scrolled, and returns there (A1): on going back, on going forward, and
 * after a reload. A new entry starts at the top, or at the element that the hash names. If the navigation asks for it
 * (`preventScrollReset`), the page stays where it is.
 *
 * The browser's own restoration scrolls once. After a reload the page is still short then, and the place would be lost.
 */
export function keepScroll(
  navigation: Pick<Navigation, 'arrival' | 'subscribe'>,
  page: Window = window,
): KeptScroll {
  const places = openEntryMemory('scrolled');
  let shown = navigation.arrival.location;
  /** Where the page is to be as soon as it is long enough. */
  let wanted: number | null = null;
  let stopWaiting = () => {};

  // Otherwise the browser scrolls too, on its own idea of when.
  page.history.scrollRestoration = 'manual';

  function remember(): void {
    places.set(shown.key, wanted ?? page.scrollY);
  }

  /** Called before React renders the new page. */
  navigation.subscribe(({ location }) => {
    if (location.key === shown.key) return;
    remember();
    shown = location;
  });
  page.addEventListener('pagehide', remember);
  // Phones end hidden pages without a word.
  page.document.addEventListener('visibilitychange', () => page.document.hidden && remember());

  /** Goes there, and again whenever the page's length changes, until the reader scrolls or all should be there. */
  function returnTo(place: number): void {
    let reached = 0;
    const go = () => {
      page.scrollTo(0, place);
      reached = page.scrollY;
    };
    const onScroll = () => Math.abs(page.scrollY - reached) > SAME_PX && stopWaiting();
    const growth = new ResizeObserver(go);
    const timer = setTimeout(() => stopWaiting(), SCROLL_RESTORED_WITHIN_MS);
    wanted = place;
    stopWaiting = () => {
      wanted = null;
      growth.disconnect();
      clearTimeout(timer);
      page.removeEventListener('scroll', onScroll);
    };
    go();
    growth.observe(page.document.body);
    page.addEventListener('scroll', onScroll, { passive: true });
  }

  function goTo(id: string): boolean {
    const target = page.document.getElementById(id);
    target?.scrollIntoView();
    return target !== null;
  }

  /** Goes to an element that is not there yet, because its text is still read from the device, unless the reader scrolls. */
  function awaitElement(id: string): void {
    const from = page.scrollY;
    const look = () => {
      if (Math.abs(page.scrollY - from) > SAME_PX || goTo(id)) stopWaiting();
    };
    const growth = new ResizeObserver(look);
    const timer = setTimeout(() => stopWaiting(), SCROLL_RESTORED_WITHIN_MS);
    stopWaiting = () => {
      growth.disconnect();
      clearTimeout(timer);
    };
    growth.observe(page.document.body);
  }

  return {
    arrive() {
      const { location, action, preventScrollReset } = navigation.arrival;
      stopWaiting();
      const place = action === 'POP' ? places.get(location.key) : undefined;
      if (typeof place === 'number') return returnTo(place);
      const id = decodedHash(location.hash);
      if (goTo(id)) return;
      if (!preventScrollReset) page.scrollTo(0, 0);
      if (id !== '') awaitElement(id);
    },
  };
}

/** Empty if it names nothing. */
function decodedHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

export const KeptScrollContext = createContext<KeptScroll | null>(null);

/** Keeps the place of each page that is shown; for the frame around them. */
export function useKeptScroll(): void {
  const scroll = useContext(KeptScrollContext);
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation is an arrival
  useLayoutEffect(() => scroll?.arrive(), [scroll, location]);
}
