import type { IncomingMessage } from 'node:http';

/**
 * The address a request is for, with `..` resolved, so that what is allowed by its path is also what is
 * reached by it; null where it is none. Anybody may send anything here, and a throw would end the process.
 */
export function addressOf(request: IncomingMessage): URL | null {
  const url = `http://${request.headers.host ?? 'localhost'}${request.url ?? '/'}`;
  if (!URL.canParse(url)) return null;
  const address = new URL(url);
  return isDecodable(address.pathname) ? address : null;
}

/** Not every path that a URL takes can be decoded: '%' alone cannot. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
