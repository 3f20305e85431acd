/** Offers a text to the reader as a file to save. */
export function downloadText(name: string, text: string, type = 'application/json'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
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
export function contentFileName(day: string): string {
  return dated('content', day);
}

function dated(what: string, day: string): string {
  return `fieldnotes-${what}-${day}.json`;
}
