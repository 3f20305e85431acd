/** The address if it leads to a website (http or https), else null: stored links may hold anything, `javascript:` too. */
export function webAddress(value: string | null): string | null {
  if (value === null) return null;
  const address = value.trim();
  return /^https?:\/\/\S+$/i.test(address) && isAddress(address) ? address : null;
}

/** `URL.canParse`, which Safari has since 17. */
function isAddress(text: string): boolean {
  try {
    return new URL(text).href !== '';
  } catch {
    return false;
  }
}
