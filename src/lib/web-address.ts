/** The address if it is http or https, else null: stored links may hold anything, even `javascript:`. */
export function webAddress(value: string | null): string | null {
  if (value === null) return null;
  const address = value.trim();
  return /^https?:\/\/\S+$/i.test(address) && isAddress(address) ? address : null;
}

/** `URL.canParse`, which Safari lacks before version 17. */
function isAddress(text: string): boolean {
  try {
    return new URL(text).href !== '';
  } catch {
    return false;
  }
}
