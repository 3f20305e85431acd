import type { IncomingMessage } from 'node:http';

/**
 * The address a request is for, with `..` resolved, so that what is allowed by its path is also what is
 * reached by it; null where it is none. Anybody may send anything here, and a throw would end the process.
 */
export function addressOf(request: IncomingMessage): URL | null {
  const url = `http://${request.headers.host ?? 'localhost'}${request.url ?? '/'}`;
  return URL.canParse(url) ? new URL(url) : null;
}
