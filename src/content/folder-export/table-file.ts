import Papa from 'papaparse';
import type { AnyColumn, AnyKind } from '../../engine/index.ts';
import { asInRows } from '../../lib/uuid.ts';
import type { Row } from '../write-content-file.ts';
import { NoSuchValue, textValue } from './column-values.ts';
import type { TextFile } from './folder-layout.ts';
import type { Findings } from './folder-rows.ts';

/**
 * The rows of a kind as CSV, a row a line, with the names of the columns above them.
 *
 * | in a cell | means |
 * |---|---|
 * | nothing | the column's empty value |
 * | `\null`, `\empty` | null and no text, where they are not the empty value |
 * | `\` and anything else | what follows it: spreadsheets calculate what begins with `=`, `+`, `-` or `@` |
 * | a list in JSON | a list; in Chatter's and others' comma-separated columns the text as it is |
 */

export function writeTable(
  kind: AnyKind,
  columns: readonly string[],
  rows: readonly Row[],
): string {
  const lines = [...rows]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((row) => [row.id, ...columns.map((it) => cell(kind.columns[it] as AnyColumn, row[it]))]);
  return `${Papa.unparse([['id', ...columns], ...lines], { newline: '\n' })}\n`;
}

function cell({ empty, ...column }: AnyColumn, value: unknown): string {
  if (value === empty || value === undefined) return '';
  if (value === null) return '\\null';
  if (value === '') return '\\empty';
  if (typeof value !== 'string') return JSON.stringify(value);
  const isLikeList = column.sort === 'tags' && (column.kept === 'list' || value.startsWith('['));
  return isLikeList || /^[\\=+\-@\t\r]/.test(value) ? `\\${value}` : value;
}

/** Adds what a file says to what is found. A spreadsheet may have saved it with other separators. */
export function readTable(kind: AnyKind, { path, text }: TextFile, found: Findings): void {
  const [, delimiter = ',', windows] = /^"?\w+"?([,;\t])?.*?(\r)?$/m.exec(text) ?? [];
  const lines = linesIn(windows === undefined ? text : text.replaceAll('\r\n', '\n'), delimiter);
  const [header, ...rest] = lines;
  const problem = (line: number, why: string) => found.problems.push({ path, line, why });
  if (header === undefined) return;
  for (const { line, error } of lines)
    if (error !== undefined) problem(line, `it is no CSV: ${error}`);
  const names = header.cells.map((it) => it.trim());
  const strange = names.filter(
    (it) => it !== 'id' && it !== '' && !Object.hasOwn(kind.columns, it),
  );
  if (strange.length > 0)
    found.told.push({ path, line: 1, why: `the site has no such columns: ${strange.join(', ')}` });
  if (!names.includes(kind.name)) {
    problem(1, `the column ${kind.name} is missing: the first line names the columns`);
    return;
  }
  const added = new Map<string, number>();
  for (const { cells, line } of rest) {
    if (cells.every((it) => it.trim() === '')) continue;
    if (cells.length > names.length) {
      problem(line, `it has ${cells.length} cells, and the first line ${names.length}`);
      continue;
    }
    const at = (name: string) => cells[names.indexOf(name)] ?? '';
    const given = at('id').trim();
    const values: Record<string, unknown> = {};
    for (const [name, column] of Object.entries<AnyColumn>(kind.columns)) {
      if (!names.includes(name)) continue;
      try {
        const value = valueIn(column, at(name));
        // A new row's empty cells are the server's to fill.
        if (given !== '' || value !== column.empty) values[name] = value;
      } catch (error) {
        if (!(error instanceof NoSuchValue)) throw error;
        problem(line, `${name}: ${error.message}`);
      }
    }
    const words = String(values[kind.name] ?? '');
    const repeated = added.get(words) ?? 0;
    if (given === '') added.set(words, repeated + 1);
    const id = given === '' ? found.idOf(`${path}\n${words}\n${repeated}`) : asInRows(given);
    found.rows.push({ table: kind.table, path, line, id, values });
  }
}

/** @throws {NoSuchValue} */
function valueIn(column: AnyColumn, text: string): unknown {
  if (text === '') return column.empty;
  if (text === '\\null') return null;
  if (text === '\\empty') return '';
  if (text.startsWith('\\')) return textValue(column, text.slice(1), true);
  if (column.sort === 'tags' && text.startsWith('[')) return listIn(text, column.kept === 'commas');
  if (column.sort === 'tags' && column.kept === 'list')
    return text.split(',').map((it) => it.trim());
  return textValue(column, text, true);
}

function listIn(text: string, mayBeText: boolean): unknown {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list) && list.every((it) => typeof it === 'string')) return list;
  } catch {
    // Told below.
  }
  if (mayBeText) return text;
  throw new NoSuchValue('it must be a list of words in JSON: ["one", "two"]');
}

interface TableLine {
  readonly cells: readonly string[];
  /** Where it begins, from 1. */
  readonly line: number;
  readonly error: string | undefined;
}

function linesIn(text: string, delimiter: string): readonly TableLine[] {
  const lines: TableLine[] = [];
  let [line, end] = [1, 0];
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    step: ({ data, errors, meta }) => {
      lines.push({ cells: data, line, error: errors[0]?.message });
      line += text.slice(end, meta.cursor).split('\n').length - 1;
      end = meta.cursor;
    },
  });
  return lines;
}
