/**
 * A line for a terminal. Names and texts are not ours: an escape changes the terminal, and a line break begins a line that may
 * look like ours.
 */
export function printable(line: string): string {
  return line.replace(/\p{C}/gu, '?');
}
