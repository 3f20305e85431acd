import {
  type AnyKind,
  type BaseRow,
  type Change,
  type Columns,
  insert,
  kindReferredTo,
  type PastRow,
  splitTags,
  update,
  type Version,
} from '../../engine/index.ts';
import { contentColumns } from './content-columns.ts';

/**
 * What rows were, as edits that bring it back.
 *
 * | | becomes |
 * |---|---|
 * | an earlier version of a row that is here | an update of the columns that differ |
 * | a deleted row | an insert with its id and all its values |
 * | what was deleted with it and is not here | the same, after it |
 * | what pointed to it, is here, and points to nothing now | an update of that reference |
 * | a reference of a restored row to what is gone | nothing: it is restored without |
 */

/** The row on this device; undefined if it is not here. */
export type RowHere = (table: string, id: string) => BaseRow | undefined;

/** The columns of content in which an earlier version differs from a row. */
export function differingColumns(kind: AnyKind, was: PastRow, now: BaseRow): readonly string[] {
  const shown = kind.filled(now) as unknown as Columns;
  return contentColumns(kind).filter(
    (column) => column in was && !isSame(kind, column, was[column], shown[column]),
  );
}

/** Blank text is null, and tags may be stored as a list or as text. */
function isSame(kind: AnyKind, column: string, a: unknown, b: unknown): boolean {
  const plain = (value: unknown) => {
    if (value === '' || value === undefined || value === null) return null;
    if (kind.columns[column]?.sort !== 'tags') return value;
    return typeof value === 'string' ? splitTags(value) : value;
  };
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b));
}

/** Gives a row these columns of an earlier version. */
export function restoreVersion(kind: AnyKind, was: PastRow, columns: readonly string[]): Change {
  const values = Object.fromEntries(columns.map((column) => [column, was[column]]));
  return update(kind, was.id, values);
}

/**
 * Brings a deleted row back.
 *
 * @param kindOf the kind of a table; undefined if this version of the site does not know it
 * @returns the kind of what the row cannot be without and that is gone, if there is such a thing; else the changes, in order
 */
export function restoreDeleted(
  version: Version,
  here: RowHere,
  kindOf: (table: string) => AnyKind | undefined,
): { readonly lacks: AnyKind } | { readonly changes: readonly Change[] } {
  const restored = [version, ...version.parts].filter(({ table, id }) => {
    return kindOf(table) !== undefined && here(table, id) === undefined;
  });
  const isThere = (table: string, id: string) =>
    here(table, id) !== undefined || restored.some((row) => row.table === table && row.id === id);
  const changes: Change[] = [];
  for (const { table, id, row } of restored) {
    const kind = kindOf(table);
    if (kind === undefined) continue;
    const { id: _, ...values } = row as Record<string, unknown>;
    for (const column of kind.references) {
      const definition = kind.columns[column];
      const to = values[column];
      if (definition?.sort !== 'reference' || typeof to !== 'string') continue;
      const referred = kindReferredTo(definition);
      if (isThere(referred.table, to)) continue;
      if (definition.options.required === true) return { lacks: referred };
      values[column] = null;
    }
    changes.push(insert(kind, values, id));
  }
  for (const { table, id, column } of version.pointed) {
    const kind = kindOf(table);
    const row = here(table, id) as Columns | undefined;
    if (kind === undefined || row === undefined || (row[column] ?? null) !== null) continue;
    changes.push(update(kind, id, { [column]: version.id }));
  }
  return { changes };
}
