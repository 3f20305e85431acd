/** What a browser is given that does not say when it is idle (Safari), in ms. */
const GIVEN_MS = 1_000;

/**
 * Does something once, when the page has loaded and the browser has nothing else to do.
 *
 * @returns a function that calls it off
 */
export function whenIdle(act: () => void): () => void {
  let isOff = false;
  const actUnlessOff = () => {
    if (!isOff) act();
  };
  const wait = () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(actUnlessOff);
    else setTimeout(actUnlessOff, GIVEN_MS);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
  return () => {
    isOff = true;
  };
}
