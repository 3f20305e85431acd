/** What a terminal shows of a long list. */

const SHOWN = 20;

/** @param list the file that has them all */
export function shortList(lines: readonly string[], list: string | null): string[] {
  const shown = lines.slice(0, SHOWN);
  const more = lines.length - shown.length;
  if (more <= 0) return shown;
  const where = list === null ? '--list file writes them all' : `${list} has them all`;
  return [...shown, `… and ${more} more: ${where}.`];
}
