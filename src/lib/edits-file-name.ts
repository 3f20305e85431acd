/** The name of a file of exported edits: `fieldnotes-outbox-2026-11-20.json`, on the reader's calendar. */
export function editsFileName(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `fieldnotes-outbox-${parts.map((part) => String(part).padStart(2, '0')).join('-')}.json`;
}
