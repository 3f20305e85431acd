/** The address if it is http or https, else null: stored links may hold anything, even `javascript:`. */
export function webAddress(value: string | null): string | null {
  if (value === null) return null;
  const address = value.trim();
  return /^https?:\/\/\S+$/i.test(address) && isAddress(address) ? address : null;
}

/** The address if a picture may be fetched from it, else null. It may be on this site, or a data address. */
export function pictureAddress(value: string | null): string | null {
  if (value === null) return null;
  try {
    const { protocol, href } = new URL(value, 'https://this.site');
    return /^https?:$/.test(protocol) || /^data:image\//.test(href) ? value : null;
  } catch {
    return null;
  }
}

/** The text as a web address if only `https://` is missing: `example.com/a` → `https://example.com/a`; else null. */
export function withHttps(text: string): string | null {
  const address = `https://${text.trim()}`;
  return /^https:\/\/[^\s/:@]+\.[^\s/:@.]+(:\d+)?([/?#]|$)/.test(address)
    ? webAddress(address)
    : null;
}

/** `URL.canParse`, which Safari lacks before version 17. */
function isAddress(text: string): boolean {
  try {
    return new URL(text).href !== '';
  } catch {
    return false;
  }
}
