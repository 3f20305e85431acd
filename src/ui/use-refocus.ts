import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { focusOnPurpose, isFocusLost } from './use-focus-nearby.ts';

/**
 * Returns a function that moves the focus when the focused element disappears: to the first of the selectors that
 * matches, now or after the first render in which one does. If the user has moved the focus meanwhile, it stays.
 */
export function useRefocus(
  within: RefObject<HTMLElement | null>,
): (selectors: readonly string[]) => void {
  const next = useRef<readonly string[] | null>(null);

  useLayoutEffect(() => {
    const target = targetOf(next.current, within.current);
    if (target === null) return;
    next.current = null;
    if (isFocusLost()) focusOnPurpose(target);
  });

  return useCallback(
    (selectors) => {
      const target = targetOf(selectors, within.current);
      const isHere = target !== null && isFocusLost();
      next.current = isHere ? null : selectors;
      if (isHere) focusOnPurpose(target);
    },
    [within],
  );
}

/** The hidden item beneath a deleted item's place is no target. */
function targetOf(selectors: readonly string[] | null, within: HTMLElement | null) {
  const found = selectors?.map((selector) => within?.querySelector<HTMLElement>(selector));
  return found?.find((element) => element && element.closest('[inert]') === null) ?? null;
}
