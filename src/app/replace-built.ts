import type { Engine } from '../engine/index.ts';
import { BUILT, ELSEWHERE, LOADING } from '../lib/built-page.ts';
import { forgetHead } from '../lib/forget-head.ts';

/**
 * Takes away the content that the build has put into this page. The app stands behind it, hidden, until then (styles.css), so
 * nothing flashes or moves.
 *
 * | the built content goes | because |
 * |---|---|
 * | when the device has everything, and the app's page has no more elements with `data-loading` than the built one | the app shows the same, or newer content |
 * | when a field or button of it is used | it does nothing by itself; its links lead on |
 * | when a dialog opens | a key has opened the search |
 * | at once, if it was made for another address | the host answers unknown addresses with it |
 *
 * While this device has nothing, neither from the snapshot nor from a backend, the built content stays: the app has less.
 *
 * @param root where the app is rendered
 */
export function replaceBuilt(root: HTMLElement, engine: Pick<Engine, 'watch' | 'status'>): void {
  const built = document.getElementById(BUILT);
  if (built === null) return;
  if (ELSEWHERE in document.documentElement.dataset) {
    built.remove();
    forgetHead();
    return;
  }
  const title = document.head.querySelector('title');
  let isFilled = false;
  const look = () => {
    // The app's own `<title>` comes first and may still say 'Loading'.
    if (title !== null && document.head.querySelector('title') !== title)
      document.head.prepend(title);
    const isComplete = root.querySelector('#main h1') !== null && loading(root) <= loading(built);
    if ((isFilled && isComplete) || root.querySelector('dialog[open]') !== null) end();
  };
  const changes = new MutationObserver(look);
  changes.observe(root, { subtree: true, childList: true, attributes: true });
  changes.observe(document.head, { childList: true });
  const stopWatching = engine.watch(engine.status, ({ freshness }) => {
    isFilled = freshness !== null;
    look();
  });
  const onUse = ({ target }: Event) => {
    if (target instanceof Element && target.closest('button, input, select, textarea')) end();
  };
  for (const use of ['pointerdown', 'focusin', 'click']) built.addEventListener(use, onUse);

  function end(): void {
    changes.disconnect();
    stopWatching();
    built?.remove();
    if (document.head.querySelectorAll('title').length > 1) title?.remove();
  }
}

/** How many elements of a page stand in for something that is still loading. A built page may have some, too. */
function loading(page: HTMLElement): number {
  return page.querySelectorAll(`#main [${LOADING}]`).length;
}
