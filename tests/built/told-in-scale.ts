import { readFileSync } from 'node:fs';

/** A column of a table in docs/scale.md: what each of the rows says. */
export function toldInScale(
  column: string,
  rows: readonly string[],
): (readonly [row: string, count: number])[] {
  const lines = readFileSync('docs/scale.md', 'utf8').split('\n');
  const cellsOf = (line = '') => line.split('|').map((cell) => cell.trim());
  const isHead = (cells: readonly string[]) => cells.includes(column);
  return rows.map((name) => {
    const at = lines.findIndex((line) => cellsOf(line)[1] === name);
    const head = lines.slice(0, at).map(cellsOf).findLast(isHead) ?? [];
    return [name, Number(cellsOf(lines[at])[head.indexOf(column)]?.replace('–', '0'))];
  });
}
