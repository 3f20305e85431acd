/**
 * Lets a click on the words of a card follow the card's link. With a mouse the words lie above it (styles.css), so that they can be
 * selected: a drag selects, and a click on them is taken for one on the link. With a key for it, or the middle button, the
 * page opens in a new tab.
 *
 * @returns a function that stops it
 */
export function followCards(): () => void {
  document.addEventListener('click', follow);
  document.addEventListener('auxclick', follow);
  return () => {
    document.removeEventListener('click', follow);
    document.removeEventListener('auxclick', follow);
  };
}

const ownPresses = 'a, button, input, select, label, summary, [tabindex="0"]';

function follow(event: MouseEvent): void {
  const { target, button } = event;
  if (event.defaultPrevented || button > 1 || !(target instanceof Element)) return;
  if (target.closest(ownPresses) !== null || getSelection()?.isCollapsed === false) return;
  const link = target.closest('.leads')?.querySelector<HTMLAnchorElement>('a.stretched');
  if (!link) return;
  // A click that a script makes opens no tab by its keys in every browser.
  if (button === 1 || event.ctrlKey || event.metaKey || event.shiftKey) {
    window.open(link.href, '_blank', 'noopener');
  } else link.click();
}
