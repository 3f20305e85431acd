/**
 * The text of a file. Editors on Windows save a file as UTF-16, or put a byte order mark before UTF-8. Texts begin with an ASCII
 * sign more often than not, so without a mark one of the first two bytes is zero in UTF-16 only.
 */
export function decodedText(bytes: Uint8Array): string {
  // It takes a mark away.
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/** As `decodedText`; null if the bytes are no text of that encoding. */
export function textOrNothing(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be';
  return (first === 0xff && second === 0xfe) || second === 0 ? 'utf-16le' : 'utf-8';
}
