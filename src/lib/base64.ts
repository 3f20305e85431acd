/** How many bytes become characters at once: as arguments of one call, of which browsers take some ten thousand. */
const PIECE = 8_192;

/** Bytes as text, for JSON. */
export function toBase64(bytes: ArrayBuffer): string {
  const all = new Uint8Array(bytes);
  let characters = '';
  for (let at = 0; at < all.length; at += PIECE) {
    characters += String.fromCharCode(...all.subarray(at, at + PIECE));
  }
  return btoa(characters);
}

/** @throws {DOMException} if the text is none */
export function fromBase64(text: string): ArrayBuffer {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer;
}
