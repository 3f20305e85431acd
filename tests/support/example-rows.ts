import type { AnyColumn } from '../../src/engine/columns.ts';
import type { AnyKind } from '../../src/engine/define.ts';

/**
 * A row of any kind, made of its columns, as an admin could have filled it in.
 *
 * @param n tells it from others
 * @param referred the id of the row that a reference to a table leads to
 */
export function exampleRow(
  kind: AnyKind,
  n: number,
  referred: (table: string) => string,
): Record<string, unknown> {
  const values = Object.entries(kind.columns)
    .filter(([, { options }]) => options.by !== 'server' && options.by !== 'change')
    .map(([name, column]) => [
      name,
      exampleValue(column, `${kind.table} ${name} ${n}`, n, referred),
    ]);
  return Object.fromEntries(values);
}

function exampleValue(
  column: AnyColumn,
  text: string,
  n: number,
  referred: (table: string) => string,
): unknown {
  switch (column.sort) {
    case 'text':
      return text;
    case 'link':
      return `https://example.com/${n}`;
    case 'picture':
      return `/pictures/${n}.png`;
    case 'tags':
      return column.kept === 'list' ? [text] : text;
    case 'choice':
      return column.values[0];
    case 'reference':
      return referred(column.to().table);
    case 'number':
      return n;
    case 'date':
      return `2026-03-0${n}`;
    case 'timestamp':
      return `2026-03-0${n}T09:00:00+00:00`;
    case 'flag':
      return false;
    default:
      return column satisfies never;
  }
}
