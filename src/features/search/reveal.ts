import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { inState } from '../../lib/in-state.ts';

/** Content comes from the device: what is not there so long after the last of it came is folded away. */
const LOOKS_FOR_MS = 3_000;

/** How often it is looked whether what was found is still in view. */
const STAYS_IN_MS = 60;

/** What a navigation hands along to have something on the page scrolled to. */
export interface Wish {
  readonly reveal: string | null;
}

/**
 * After a navigation that says so, scrolls to the place that bears these words and moves the focus
 * there, as soon as it is drawn. Lists have no anchors for their items, and an item has no page.
 *
 * Going back is left to the browser: it finds the place that was left.
 */
export function useReveal(): void {
  const { key, state } = useLocation();
  const asked = useNavigationType() === 'POP' ? null : inState(state, 'reveal');
  const words = typeof asked === 'string' ? asked : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same wish again is a new one
  useEffect(() => (words === null ? undefined : revealWhenThere(words)), [words, key]);
}

/** @returns what stops looking */
function revealWhenThere(words: string): () => void {
  const look = () => {
    const place = placeOf(words);
    clearTimeout(deadline);
    deadline = setTimeout(stop, LOOKS_FOR_MS);
    if (place === null) return;
    stopLooking();
    place.scrollIntoView({ block: 'center' });
    // Cards above have their true height only when they have been drawn, and what is below them moves.
    staying = setInterval(() => stayInView(place), STAYS_IN_MS);
    if (!place.matches('a[href], button')) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  // Not before the frame has moved the focus to the new page's heading.
  const frame = requestAnimationFrame(look);
  let deadline = setTimeout(stop, LOOKS_FOR_MS);
  let staying: ReturnType<typeof setInterval> | undefined;
  // Whoever scrolls or types has found something else.
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

/** The link, heading or paragraph in `main` whose text is this. */
function placeOf(words: string): HTMLElement | null {
  const main = document.querySelector('main');
  if (main === null) return null;
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (text.nodeValue?.trim() !== words.trim()) continue;
    const place = text.parentElement?.closest<HTMLElement>('a[href], h1, h2, h3, p, li');
    if (place !== null && place !== undefined && main.contains(place)) return place;
  }
  return null;
}
