import type { Engine } from '../engine/index.ts';
import { BUILT } from '../lib/built-page.ts';
import { forgetHead } from '../lib/forget-head.ts';

/**
 * Replaces the content that the build has put into this page by the app, which stands behind it, hidden (styles.css), until
 * it has as much to show. So nothing flashes or moves.
 *
 * | the built content goes | because |
 * |---|---|
 * | when the device has everything and nothing of the page waits | the app shows the same, or what is newer |
 * | when a field or button of it is used | it does nothing by itself; its links lead on |
 * | when a dialog opens | a key has opened the search |
 * | at once, if it was made for another address | the host answers unknown addresses with it |
 *
 * While no backend has ever answered this device, it stays: it is more than the app has.
 *
 * @param root where the app is rendered
 */
export function replaceBuilt(root: HTMLElement, engine: Pick<Engine, 'watch' | 'status'>): void {
  const built = document.getElementById(BUILT);
  if (built === null) return;
  if ('elsewhere' in document.documentElement.dataset) {
    built.remove();
    forgetHead();
    return;
  }
  const title = document.head.querySelector('title');
  let isFilled = false;
  const look = () => {
    // The app's own, before it, may name what is still being looked for.
    if (title !== null && document.head.querySelector('title') !== title)
      document.head.prepend(title);
    const isComplete = root.querySelector('#main h1') !== null && waits(root) <= waits(built);
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

/** How much of a page waits for something: content, or a picture, which the built page waits for as well. */
function waits(page: HTMLElement): number {
  return page.querySelectorAll('#main .after-wait').length;
}
