/** Files that people save and open. One module, so that what only admins load is no further file of scripts. */

/** Offers a text to the reader as a file to save. */
export function downloadText(name: string, text: string, type = 'application/json'): void {
  downloadFile(name, new Blob([text], { type }));
}

export function downloadFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Safari needs the address a little longer: it starts to read after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The names of the files that an owner takes along, by the day as `yyyy-mm-dd`. */

/** @returns e.g. `fieldnotes-outbox-2026-11-20.json` */
export function editsFileName(day: string): string {
  return dated('outbox', day);
}

/** @returns e.g. `fieldnotes-content-2026-11-20.json` */
export function contentFileName(day: string, ending: 'json' | 'zip' = 'json'): string {
  return dated('content', day, ending);
}

/** @returns e.g. `fieldnotes-markdown-2026-11-20.zip` */
export function markdownFileName(day: string): string {
  return dated('markdown', day, 'zip');
}

function dated(what: string, day: string, ending = 'json'): string {
  return `fieldnotes-${what}-${day}.${ending}`;
}

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
