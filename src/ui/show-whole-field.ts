/**
 * Brings a text of several lines that Tab has reached into view as a whole. Browsers care for its first line only, so that its end, and
 * its ring, would be under a bar at the bottom. After a press nothing moves: the pointer is on the text.
 *
 * @returns stops it
 */
export function showWholeFields(): () => void {
  document.addEventListener('focusin', show);
  return () => document.removeEventListener('focusin', show);
}

/** A higher one may not fit between the bars. */
const MOST_OF_WINDOW = 0.6;

function show({ target }: FocusEvent): void {
  if (!(target instanceof HTMLTextAreaElement) || target.matches(':active')) return;
  if (target.offsetHeight < innerHeight * MOST_OF_WINDOW)
    target.scrollIntoView({ block: 'nearest' });
}
