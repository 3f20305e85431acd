import type { IncomingMessage } from 'node:http';

/**
 * The URL of a request with `..` resolved, so that a check of its path holds for what is served; null if it is
 * not valid. Requests may contain anything, and an exception would end the process.
 */
export function addressOf(request: IncomingMessage): URL | null {
  const url = `http://${request.headers.host ?? 'localhost'}${request.url ?? '/'}`;
  if (!URL.canParse(url)) return null;
  const address = new URL(url);
  return isDecodable(address.pathname) ? address : null;
}

/** Not every path in a valid URL can be decoded: a single '%' cannot. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
