import { BUILT, LOADING } from '../lib/built-page.ts';
import { STILL_MS, STILL_WITHIN_MS } from '../lib/limits.ts';
import { whenIdle } from '../lib/when-idle.ts';

/**
 * Does something once the app has taken over, and the page has been still: it has loaded, nothing is loading in it, nothing
 * has changed in it for a while, and the browser is idle. A page that is never still holds it up only for so long.
 */
export function whenStill(act: () => void): void {
  let isStill = false;
  const changes = new MutationObserver(() => {
    isStill = false;
  });
  changes.observe(document.body, { subtree: true, childList: true });
  const end = setTimeout(finish, STILL_WITHIN_MS, act);
  const looks = setInterval(() => {
    if (isStill && isUp()) finish(() => whenIdle(act, STILL_MS));
    isStill = true;
  }, STILL_MS);

  function finish(then: () => void): void {
    changes.disconnect();
    clearInterval(looks);
    clearTimeout(end);
    then();
  }
}

function isUp(): boolean {
  return (
    document.readyState === 'complete' &&
    document.getElementById('main') !== null &&
    document.querySelector(`#${BUILT}, [${LOADING}]`) === null
  );
}
