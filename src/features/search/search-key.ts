/** Whether a key press opens the search: `/` outside of text fields, Ctrl K or ⌘ K anywhere. */
export function isSearchKey(event: KeyboardEvent): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (event.defaultPrevented || event.repeat || event.isComposing || altKey) return false;
  if (key.toLowerCase() === 'k' && !shiftKey) return isMac() ? metaKey : ctrlKey !== metaKey;
  // Some keyboards have the slash above the 7.
  return key === '/' && !ctrlKey && !metaKey && !isTyping(event.target);
}

/** On macOS, Ctrl K deletes to the end of the line. */
function isMac(): boolean {
  return /^(Mac|iP)/.test(navigator.platform);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]'))
  );
}
