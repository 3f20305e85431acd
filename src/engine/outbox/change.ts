import { uuid } from '../../lib/uuid.ts';
import type { AnyKind } from '../define.ts';

/** Columns of a row by name, as they stand in the server's table. */
export type Columns = Readonly<Record<string, unknown>>;

/** One intended change of one row, as features make them; several of them are one mutation. */
export type Change =
  | { readonly op: 'insert'; readonly table: string; readonly id: string; readonly values: Columns }
  | { readonly op: 'update'; readonly table: string; readonly id: string; readonly values: Columns }
  | { readonly op: 'delete'; readonly table: string; readonly id: string };

/** A new row; the device chooses its id. Columns that are left out are filled by the server. */
export function insert(kind: AnyKind, values: Columns, id: string = uuid()): Change {
  return { op: 'insert', table: kind.table, id, values };
}

/** New values for some columns; the others stay as they are, whoever changes them meanwhile. */
export function update(kind: AnyKind, id: string, values: Columns): Change {
  return { op: 'update', table: kind.table, id, values };
}

export function remove(kind: AnyKind, id: string): Change {
  return { op: 'delete', table: kind.table, id };
}
