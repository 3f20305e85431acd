/**
 * The text of a file. Editors on Windows save a file as UTF-16, or put a byte order mark before UTF-8. JSON begins with an ASCII
 * sign, so without a mark one of the first two bytes is zero in UTF-16 only.
 */
export function decodedText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    (first === 0xfe && second === 0xff) || first === 0
      ? 'utf-16be'
      : (first === 0xff && second === 0xfe) || second === 0
        ? 'utf-16le'
        : 'utf-8';
  // It takes a mark away.
  return new TextDecoder(encoding).decode(bytes);
}

/** @returns the same, or null for bytes that are neither UTF-8 nor UTF-16 */
export function textOrNothing(bytes: Uint8Array): string | null {
  const text = decodedText(bytes);
  // A decoder writes this sign for what is none, which may also stand there itself.
  return text.includes('\uFFFD') && !holds(bytes, [0xef, 0xbf, 0xbd]) ? null : text;
}

function holds(bytes: Uint8Array, [first = 0, second, third]: readonly number[]): boolean {
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (bytes[at + 1] === second && bytes[at + 2] === third) return true;
  return false;
}
