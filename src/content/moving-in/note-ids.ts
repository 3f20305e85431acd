import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Hashes of a library's, as what plans an import asks for one at a time, and a browser hashes later, or by plain http not at all. */

/** The id of what a note or a row becomes: the same each time. A uuid of version 8, whose bits are anybody's. */
export function idOfNote(path: string): string {
  // A list that names ids means these.
  const [own] = /(?<=\.[ct]sv#)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(path) ?? [];
  if (own !== undefined) return own;
  const hash = hexOf(`fieldnotes:note:${path.normalize('NFC')}`);
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 3) | 8).toString(16);
  const hex = `${hash.slice(0, 12)}8${hash.slice(13, 16)}${variant}${hash.slice(17, 32)}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** What is remembered of a text that was brought: 22 characters that tell nothing of it. */
export function fingerprint(text: string): string {
  const bytes = sha256(utf8ToBytes(text));
  const letters = btoa(String.fromCharCode(...bytes));
  return letters.replaceAll('+', '-').replaceAll('/', '_').slice(0, 22);
}

function hexOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
