import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { inState } from '../lib/history-entry.ts';
import { REVEAL_CHECKED_MS, REVEAL_WITHIN_MS } from '../lib/limits.ts';

/** The part of a navigation's state that names an item to scroll to. */
export interface Wish {
  readonly reveal: string | null;
}

/**
 * After a navigation that asks for it, scrolls to the element with this text and focuses it, as soon as it
 * is rendered. Lists have no anchors for their items.
 *
 * Going back is left to the browser, which restores the scroll position.
 */
export function useReveal(): void {
  const { key, state } = useLocation();
  const asked = useNavigationType() === 'POP' ? null : inState(state, 'reveal');
  const words = typeof asked === 'string' ? asked : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same text in a new navigation counts again
  useEffect(() => (words === null ? undefined : revealWhenThere(words)), [words, key]);
}

/** @returns a function that stops it */
function revealWhenThere(words: string): () => void {
  const look = () => {
    const place = placeOf(words);
    clearTimeout(deadline);
    deadline = setTimeout(stop, REVEAL_WITHIN_MS);
    if (place === null) return;
    stopLooking();
    place.scrollIntoView({ block: 'center' });
    // Cards above get their true height only when rendered, which moves everything below.
    staying = setInterval(() => stayInView(place), REVEAL_CHECKED_MS);
    if (!place.matches('a[href], button')) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  // Wait until the frame has moved the focus to the new page's heading.
  const frame = requestAnimationFrame(look);
  let deadline = setTimeout(stop, REVEAL_WITHIN_MS);
  let staying: ReturnType<typeof setInterval> | undefined;
  // A visitor who scrolls or types has moved on.
  const ofVisitor = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
  for (const event of ofVisitor) window.addEventListener(event, stop, { passive: true });
  function stopLooking() {
    observer.disconnect();
    cancelAnimationFrame(frame);
  }
  function stop() {
    stopLooking();
    clearTimeout(deadline);
    clearInterval(staying);
    for (const event of ofVisitor) window.removeEventListener(event, stop);
  }
  return stop;
}

function stayInView(place: HTMLElement): void {
  const { top, bottom } = place.getBoundingClientRect();
  if (bottom < 0 || top > window.innerHeight) place.scrollIntoView({ block: 'center' });
}

/** The link, heading, paragraph or the like in `main` with this text. */
function placeOf(words: string): HTMLElement | null {
  const main = document.querySelector('main');
  if (main === null) return null;
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (text.nodeValue?.trim() !== words.trim()) continue;
    const place = text.parentElement?.closest<HTMLElement>(
      'a[href], h1, h2, h3, p, li, dd, blockquote',
    );
    if (place !== null && place !== undefined && main.contains(place)) return place;
  }
  return null;
}
