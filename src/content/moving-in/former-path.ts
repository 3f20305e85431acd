import { isInvisible } from '../../lib/invisible.ts';

/** Addresses on the site that a text comes from. */

/** @returns its path, decoded, without slashes at its ends; empty for that of the site itself */
export function formerPath(address: string): string {
  const path = address
    .trim()
    .replace(/^https?:\/\/[^/]*/i, '')
    .replace(/[?#].*$/s, '');
  return decodedPath(path.replace(/\/index\.html?$/i, '').replace(/^\/+|(?<!\/)\/+$/g, ''));
}

/** @returns null if it can be no address */
export function lastPart(path: string): string | null {
  const last =
    path
      .split('/')
      .at(-1)
      ?.trim()
      .replace(/\.html?$/i, '') ?? '';
  return ['', '.', '..'].includes(last) || isInvisible(last) ? null : last;
}

/**
 * How a former address is kept with its learning (ADDRESS-6): one below /learnings/ by its last part, any other as a whole path
 * with a slash before it.
 *
 * @returns null if it can be no address, or if its path does not say all of it
 */
export function keptAddress(address: string): string | null {
  const path = formerPath(address);
  const parts = path.split('/');
  if (address.includes('?') || parts.some((part) => lastPart(part) === null)) return null;
  const [list, slug] = parts;
  return parts.length === 2 && list === 'learnings' && slug !== undefined ? slug : `/${path}`;
}

/** A percent sign may be one. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
