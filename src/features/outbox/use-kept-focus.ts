import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus on the page when its element disappears, after a press or an answer of the server: it moves to the
 * card (`data-card`) that takes the place, or to the page's heading. Otherwise it would fall to the top of
 * the document.
 */
export function useKeptFocus(page: RefObject<HTMLElement | null>): void {
  const focused = useRef<{ element: Element; place: number } | null>(null);

  useLayoutEffect(() => {
    const whole = page.current;
    if (whole === null) return;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      focused.current = { element: target, place: placeOf(target, cardsOf(whole)) };
    };
    whole.addEventListener('focusin', note);
    return () => whole.removeEventListener('focusin', note);
  }, [page]);

  useLayoutEffect(() => {
    if (page.current === null || focused.current === null) return;
    const { element, place } = focused.current;
    const cards = cardsOf(page.current);
    if (element.isConnected) {
      focused.current = { element, place: placeOf(element, cards) };
      return;
    }
    focused.current = null;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const next = place < 0 ? undefined : cards[Math.min(place, cards.length - 1)];
    const target = next?.querySelector<HTMLElement>('h3') ?? page.current.querySelector('h1');
    target?.focus();
  });
}

function cardsOf(page: HTMLElement): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>('[data-card]')];
}

/** The index of the card that contains an element; -1 for none. */
function placeOf(element: Element, cards: readonly HTMLElement[]): number {
  return cards.findIndex((card) => card.contains(element));
}
