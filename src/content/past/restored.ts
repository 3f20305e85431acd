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
 * | an earlier version of a row that is here | an update of the columns that differ, and of its references to what is here |
 * | a deleted row | an insert with its id and all its values |
 * | what was deleted with it and is not here | the same, after it |
 * | what pointed to it, is here, and points to nothing now | an update of that reference |
 * | a reference of a restored row to what is gone | nothing: it is restored without, and told so |
 * | a reference that an earlier version had not | nothing: it says nothing of what was kept back then |
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

/** What a restored row referred to, and that is gone. */
export interface GoneReference {
  readonly column: string;
  readonly of: AnyKind;
  readonly id: string;
}

/** The references of an earlier version that a row has not: to what is here, by their columns, and to what is gone. */
export function formerReferences(
  kind: AnyKind,
  was: PastRow,
  now: BaseRow,
  here: RowHere,
): { readonly back: readonly string[]; readonly gone: readonly GoneReference[] } {
  const shown = kind.filled(now) as unknown as Columns;
  const former = referencesOf(kind, was).filter(({ column, id }) => shown[column] !== id);
  const isHere = ({ of, id }: GoneReference) => here(of.table, id) !== undefined;
  return {
    back: former.filter(isHere).map(({ column }) => column),
    gone: former.filter((one) => !isHere(one)),
  };
}

function referencesOf(kind: AnyKind, row: PastRow): readonly GoneReference[] {
  return kind.references.flatMap((column) => {
    const definition = kind.columns[column];
    const id = row[column];
    if (definition?.sort !== 'reference' || typeof id !== 'string') return [];
    return { column, of: kindReferredTo(definition), id };
  });
}

/** Gives a row these columns of an earlier version. */
export function restoreVersion(kind: AnyKind, was: PastRow, columns: readonly string[]): Change {
  const values = Object.fromEntries(columns.map((column) => [column, was[column]]));
  return update(kind, was.id, values);
}

/** The changes that bring a row back, in order, and the references that it comes back without. */
export interface Restored {
  readonly changes: readonly Change[];
  readonly without: readonly GoneReference[];
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
): { readonly lacks: AnyKind } | Restored {
  const restored = [version, ...version.parts].filter(({ table, id }) => {
    return kindOf(table) !== undefined && here(table, id) === undefined;
  });
  const isThere = (table: string, id: string) =>
    here(table, id) !== undefined || restored.some((row) => row.table === table && row.id === id);
  const changes: Change[] = [];
  const without: GoneReference[] = [];
  for (const { table, id, row } of restored) {
    const kind = kindOf(table);
    if (kind === undefined) continue;
    const { id: _, ...values } = row as Record<string, unknown>;
    for (const reference of referencesOf(kind, row)) {
      const { column, of } = reference;
      if (isThere(of.table, reference.id)) continue;
      if (kind.columns[column]?.options.required === true) return { lacks: of };
      values[column] = null;
      without.push(reference);
    }
    changes.push(insert(kind, values, id));
  }
  for (const { table, id, column } of version.pointed) {
    const kind = kindOf(table);
    const row = here(table, id) as Columns | undefined;
    if (kind === undefined || row === undefined || (row[column] ?? null) !== null) continue;
    changes.push(update(kind, id, { [column]: version.id }));
  }
  return { changes, without };
}
