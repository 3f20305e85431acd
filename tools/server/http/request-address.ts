import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

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

/**
 * Guards against DNS rebinding: a stranger's page can make its own name resolve to this machine and read what is
 * served here as its own. But it cannot change the name in its requests, so requests for a foreign name are not
 * answered. Numeric addresses are always ours.
 *
 * @param hostname as in a URL
 * @param others further names of this server
 */
export function isOwnHost(hostname: string, others: readonly string[]): boolean {
  const name = hostname.replace(/^\[|\]$/g, '');
  return isIP(name) !== 0 || isLocalName(name) || others.includes(name);
}

/**
 * Guards against pages of other sites, which the owner may have open: they could read the content, sign accounts up, use up the
 * attempts to sign in and take every live connection. Own are pages of this host, on any port, of this machine and of the
 * other names. What is no page of a browser names no origin.
 *
 * @param hostname of the request's address
 * @param others further names of this server
 */
export function isOwnPage(
  { headers }: IncomingMessage,
  hostname: string,
  others: readonly string[],
): boolean {
  const { origin } = headers;
  // Pictures, frames and forms of another site name no origin. Links in mails do lead here.
  if (origin === undefined)
    return headers['sec-fetch-site'] !== 'cross-site' || headers['sec-fetch-mode'] === 'navigate';
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin).hostname;
  return from === hostname || isLoopback(from.replace(/^\[|\]$/g, '')) || others.includes(from);
}

/**
 * Whom a limit counts: an address, and on this machine a page, because all pages of its browsers have one address, and what
 * one of them does wrong must not lock the owner's out.
 */
export function callerOf({ headers, socket }: IncomingMessage): string {
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  return isLoopback(address) ? `${address} ${headers.origin ?? ''}` : address;
}

/** Whether a server that listens there is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  return isLocalName(host) || host === '::1' || /^127(\.\d+){3}$/.test(host);
}

function isLocalName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost');
}
