import * as v from 'valibot';
import { type AnyColumn, type AnyKind, itemName } from '../engine/index.ts';

/**
 * Why rows cannot be read, by what they say: those of an earlier site may have values that a column does not take. The dashboard
 * mends them, and `npm run setup -- --check` tells of them.
 */

/** Rows of one kind that have the same value in a column which does not take it. */
export interface UnknownValue {
  readonly kind: AnyKind;
  readonly column: string;
  /** Undefined where the rows lack the column. */
  readonly value: unknown;
  /** What the column takes instead: one of its few values, or nothing. None if it takes too much to choose from. */
  readonly mends: readonly Mend[];
  /** Their ids, and their names where they have one. */
  readonly rows: readonly { readonly id: string; readonly name: string | null }[];
  /** Something else of them cannot be read, too: a mend of this alone would be refused. */
  readonly isOneOfSeveral: boolean;
}

export interface Mend {
  readonly value: string | null;
  /** The visitor's word for it; null for nothing. */
  readonly word: string | null;
}

/**
 * The values of most rows first, and of each the rows by their names.
 *
 * @param rows as the server sends them; those that can be read, and those of unknown tables, are left out
 */
export function unknownValues(
  kinds: readonly AnyKind[],
  rows: readonly { readonly table: string; readonly row: unknown }[],
): UnknownValue[] {
  const found = new Map<string, UnknownValue>();
  for (const { table, row } of rows) {
    const kind = kinds.find((one) => one.table === table);
    const held = v.safeParse(rowWithId, row);
    if (kind === undefined || !held.success) continue;
    const wrong = Object.keys(kind.columns).filter((column) => !takes(kind, column, held.output));
    for (const column of wrong) {
      const value = held.output[column];
      const isOneOfSeveral = wrong.length > 1;
      const key = JSON.stringify([table, column, value === undefined ? [] : value, isOneOfSeveral]);
      const before = found.get(key);
      const { id } = held.output;
      const one = { id, name: nameOf(kind, held.output) };
      found.set(key, {
        kind,
        column,
        value,
        mends: isOneOfSeveral ? [] : mendsOf(kind.columns[column] as AnyColumn),
        rows: [...(before?.rows ?? []), one],
        isOneOfSeveral,
      });
    }
  }
  const byName = (one: UnknownValue) =>
    [...one.rows].sort((a, b) => compared(a.name ?? '', b.name ?? ''));
  return [...found.values()]
    .map((one) => ({ ...one, rows: byName(one) }))
    .sort((a, b) => b.rows.length - a.rows.length);
}

function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const rowWithId = v.looseObject({ id: v.string() });

function takes(
  { columns, always }: AnyKind,
  column: string,
  row: Record<string, unknown>,
): boolean {
  if (!(column in row)) return !always.includes(column);
  return v.is((columns[column] as AnyColumn).schema, row[column]);
}

function mendsOf(column: AnyColumn): Mend[] {
  if (column.sort === 'choice') {
    return column.values.map((value) => ({ value, word: column.words?.[value] ?? value }));
  }
  return v.is(column.schema, null) ? [{ value: null, word: null }] : [];
}

function nameOf(kind: AnyKind, row: Record<string, unknown>): string | null {
  return typeof row[kind.name] === 'string' ? itemName(kind, row) : null;
}
