import { type RefObject, useEffect } from 'react';

/**
 * Keeps a bar at the bottom of the window above a phone's keyboard and above the strip that says there is no news. Browsers that
 * can are asked to make the page shorter instead, with which the caret stays above the keyboard, too.
 */
export function useAboveKeyboard(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = document.querySelector<HTMLMetaElement>('meta[name=viewport]');
    const content = viewport?.content ?? '';
    if (viewport !== null) viewport.content = `${content}, interactive-widget=resizes-content`;
    const page = document.documentElement;
    const strip = document.querySelector<HTMLElement>('main ~ [role=status]');
    const place = () => {
      if (bar.current === null) return;
      const below = Math.max(coveredBelow(window), strip?.offsetHeight ?? 0);
      bar.current.style.bottom = `${below}px`;
      // Browsers scroll the caret, and a field with its ring, into what is left.
      page.style.scrollPaddingBottom = `${below + bar.current.offsetHeight + RING_PX}px`;
    };
    place();
    const ended = new AbortController();
    for (const event of ['resize', 'scroll'])
      window.visualViewport?.addEventListener(event, place, { signal: ended.signal });
    const resized = new ResizeObserver(place);
    if (strip !== null) resized.observe(strip);
    return () => {
      ended.abort();
      resized.disconnect();
      page.style.scrollPaddingBottom = '';
      if (viewport !== null) viewport.content = content;
    };
  }, [bar]);
}

/** What the ring of the focus needs around a field. */
const RING_PX = 8;

/** How many pixels at the bottom of the page's window something covers, such as a keyboard. */
function coveredBelow({ innerHeight, visualViewport: seen }: Window): number {
  // Zoomed in, most of the page is out of sight, and covered by nothing.
  if (seen?.scale !== 1) return 0;
  return Math.max(0, Math.round(innerHeight - seen.height - seen.offsetTop));
}
