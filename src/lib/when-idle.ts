import { IDLE_GUESS_MS } from './limits.ts';
import type { Millis } from './millis.ts';

/**
 * Does something once, when the page has loaded and the browser is idle. Without a page (in a build) it does not wait.
 *
 * @param mostMs the longest wait after the page has loaded; without it, as long as the browser is busy
 * @returns a function that cancels it
 */
export function whenIdle(act: () => void, mostMs?: Millis): () => void {
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
