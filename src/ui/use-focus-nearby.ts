import { useCallback } from 'react';

/** On an element that takes the focus of what vanishes beside it: a usual button, of which a second press does no harm. */
export const takesFocus = { 'data-takes-focus': '' };

/** What the focus was moved to because its element had vanished, while nobody has moved it since. */
let movedTo: Element | null = null;

/** Whether the focus is nowhere, or where nobody has put it on purpose. */
export function isFocusLost(): boolean {
  const active = document.activeElement;
  return isNowhere(active) || active === movedTo || active?.closest('[inert]') !== null;
}

/** Moves the focus where it belongs, and it may be there already: it is not lost then until somebody moves it. */
export function focusOnPurpose(target: HTMLElement): void {
  movedTo = null;
  target.focus({ preventScroll: true });
}

/**
 * Keeps the focus near when its element vanishes: a control that goes with its own press would drop it to the top of the page, for
 * keyboards and screen readers alike. It goes, in this order, to
 *
 * 1. what takes the focus beside it (`takesFocus`),
 * 2. what comes in its place, or stands behind it,
 * 3. what stands before it,
 * 4. the same around its parent, and so on, up to the element.
 *
 * Code that knows better moves the focus itself, before or after.
 *
 * @returns a ref for the element within which it does
 */
export function useFocusNearby(): (element: HTMLElement | null) => undefined | (() => void) {
  return useCallback((element) => (element === null ? undefined : keepFocusIn(element)), []);
}

function keepFocusIn(element: HTMLElement): () => void {
  let focused: Element | null = null;
  let isTouched = false;
  const onFocus = ({ target }: FocusEvent) => {
    focused = target instanceof Element ? target : null;
    if (focused !== movedTo) movedTo = null;
  };
  const onBlur = ({ target }: FocusEvent) => {
    // Some browsers fire it for what is being removed, too.
    queueMicrotask(() => {
      if (target === focused && focused?.isConnected === true) focused = null;
    });
  };
  const onPointer = ({ pointerType }: PointerEvent) => {
    isTouched = pointerType === 'touch';
  };
  const onKey = () => {
    isTouched = false;
  };
  const observer = new MutationObserver((records) => {
    const lost = focused;
    if (lost === null || lost.isConnected || !isNowhere(document.activeElement)) return;
    focused = null;
    const record = records.find(({ removedNodes }) =>
      [...removedNodes].some((node) => node.contains(lost)),
    );
    const target = record && nearTo(record, element, isTouched);
    if (!target) return;
    movedTo = target;
    target.focus({ preventScroll: true });
  });
  observer.observe(element, { childList: true, subtree: true });
  element.addEventListener('focusin', onFocus);
  element.addEventListener('focusout', onBlur);
  element.addEventListener('pointerdown', onPointer, true);
  element.addEventListener('keydown', onKey, true);
  return () => {
    observer.disconnect();
    element.removeEventListener('focusin', onFocus);
    element.removeEventListener('focusout', onBlur);
    element.removeEventListener('pointerdown', onPointer, true);
    element.removeEventListener('keydown', onKey, true);
  };
}

function nearTo(
  { target: parent, previousSibling, nextSibling }: MutationRecord,
  whole: HTMLElement,
  isTouched: boolean,
): HTMLElement | undefined {
  let place: Node = parent;
  // What stood beside it may have gone with it.
  let [before, behind]: (ChildNode | null)[] = [null, null];
  if (previousSibling?.parentNode === parent) {
    before = previousSibling as ChildNode;
    behind = before.nextSibling;
  } else {
    behind = nextSibling?.parentNode === parent ? (nextSibling as ChildNode) : parent.firstChild;
    before = behind?.previousSibling ?? null;
  }
  while (whole.contains(place)) {
    const usual = [...place.childNodes].find(
      (node) => node instanceof HTMLElement && 'takesFocus' in node.dataset,
    );
    if (usual instanceof HTMLElement && canTake(usual, isTouched)) return usual;
    for (let node = behind; node; node = node.nextSibling) {
      const found = takersIn(node, isTouched)[0];
      if (found) return found;
    }
    for (let node = before; node; node = node.previousSibling) {
      const found = takersIn(node, isTouched).at(-1);
      if (found) return found;
    }
    before = (place as ChildNode).previousSibling;
    behind = (place as ChildNode).nextSibling;
    if (place === whole || place.parentNode === null) return undefined;
    place = place.parentNode;
  }
  return undefined;
}

const takers =
  ':is(a[href], button, input, select, textarea, summary, [tabindex]):not([hidden], [type=hidden], [aria-hidden=true], :disabled)';

function takersIn(node: Node, isTouched: boolean): HTMLElement[] {
  if (!(node instanceof HTMLElement)) return [];
  return [node, ...node.querySelectorAll<HTMLElement>(takers)].filter(
    (it) => it.matches(takers) && canTake(it, isTouched),
  );
}

/** A text box would open the keyboard over what was touched. */
function canTake(element: HTMLElement, isTouched: boolean): boolean {
  if (element.closest('[inert]') !== null || element.checkVisibility?.() === false) return false;
  return !(isTouched && element.matches('input:not([type=checkbox], [type=radio]), textarea'));
}

function isNowhere(active: Element | null): boolean {
  return active === null || active === document.body;
}
