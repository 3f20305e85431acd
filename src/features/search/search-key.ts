/** Whether a key press asks for the search: `/` where nothing is being typed, Ctrl K or ⌘ K anywhere. */
export function isSearchKey(event: KeyboardEvent): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (event.defaultPrevented || event.repeat || event.isComposing || altKey) return false;
  if (key.toLowerCase() === 'k' && !shiftKey) return isMac() ? metaKey : ctrlKey !== metaKey;
  // Some keyboards have the stroke above the 7.
  return key === '/' && !ctrlKey && !metaKey && !isTyping(event.target);
}

/** There Ctrl K deletes to the end of the line. */
function isMac(): boolean {
  return /^(Mac|iP)/.test(navigator.platform);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]'))
  );
}
