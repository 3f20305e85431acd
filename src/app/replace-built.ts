import type { Engine } from '../engine/index.ts';
import { BUILT, BUILT_FOR } from '../lib/built-page.ts';

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
    forgetAddress();
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

/** Takes out of the head what the build has said of one address: the page now has another. */
export function forgetAddress(): void {
  if (document.head.querySelector(`meta[name="${BUILT_FOR}"]`) === null) return;
  const said = `meta[name="${BUILT_FOR}"], link[rel="canonical"], link[type="text/markdown"], meta[name="description"], meta[name^="twitter:"], meta[property^="og:"], meta[property^="article:"], script[type="application/ld+json"]`;
  for (const tag of document.head.querySelectorAll(said)) tag.remove();
}
