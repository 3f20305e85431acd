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

/** The names of the files that an owner takes along, on the reader's calendar. */

/** @returns e.g. `fieldnotes-outbox-2026-11-20.json` */
export function editsFileName(date: Date): string {
  return dated('outbox', date);
}

/** @returns e.g. `fieldnotes-content-2026-11-20.json` */
export function contentFileName(date: Date): string {
  return dated('content', date);
}

function dated(what: string, date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `fieldnotes-${what}-${parts.map((part) => String(part).padStart(2, '0')).join('-')}.json`;
}
