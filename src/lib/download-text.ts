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
