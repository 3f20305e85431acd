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

/** What the owner has to know of a former path; null where this site answers at it. */
export function redirectFrom(path: string): string | null {
  const kept = lastPart(path);
  if (`learnings/${kept}` === path) return null;
  return `/${path} leads here as /learnings/${kept ?? '…'}: a redirect from it is your host's.`;
}

/** A percent sign may be one. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
