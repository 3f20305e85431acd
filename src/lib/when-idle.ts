import { IDLE_GUESS_MS } from './limits.ts';

/**
 * Does something once, when the page has loaded and the browser has nothing else to do. Where there is no page, nothing
 * else is waited for.
 *
 * @param mostMs the longest that a page that has loaded is waited for, in ms; without it, as long as it is busy
 * @returns a function that calls it off
 */
export function whenIdle(act: () => void, mostMs?: number): () => void {
  let isOff = false;
  const actUnlessOff = () => {
    if (!isOff) act();
  };
  const wait = () => {
    if (!('requestIdleCallback' in window)) setTimeout(actUnlessOff, IDLE_GUESS_MS);
    else if (mostMs === undefined) window.requestIdleCallback(actUnlessOff);
    else window.requestIdleCallback(actUnlessOff, { timeout: mostMs });
  };
  if (typeof document === 'undefined') queueMicrotask(actUnlessOff);
  else if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
  return () => {
    isOff = true;
  };
}
