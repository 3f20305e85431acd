import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Returns a function that hands the focus on when what has it goes: the first of the selectors that is there gets it,
 * now or with the first drawing that has one of them. Nothing is taken from those who have moved on meanwhile.
 */
export function useRefocus(
  within: RefObject<HTMLElement | null>,
): (selectors: readonly string[]) => void {
  const next = useRef<readonly string[] | null>(null);

  useLayoutEffect(() => {
    const target = targetOf(next.current, within.current);
    if (target === null) return;
    next.current = null;
    if (isLost(document.activeElement)) target.focus({ preventScroll: true });
  });

  return useCallback(
    (selectors) => {
      const target = targetOf(selectors, within.current);
      const isHere = target !== null && isLost(document.activeElement);
      next.current = isHere ? null : selectors;
      if (isHere) target.focus({ preventScroll: true });
    },
    [within],
  );
}

/** What stands unseen beneath the place of a deleted item is no target. */
function targetOf(selectors: readonly string[] | null, within: HTMLElement | null) {
  const found = selectors?.map((selector) => within?.querySelector<HTMLElement>(selector));
  return found?.find((element) => element && element.closest('[inert]') === null) ?? null;
}

function isLost(active: Element | null): boolean {
  return active === null || active === document.body || active.closest('[inert]') !== null;
}
