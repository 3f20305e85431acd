import { uuid } from '../../lib/uuid.ts';
import type { AnyKind, BaseRow, Kind } from '../define.ts';

/** Columns of a row by name, as they stand in the server's table. */
export type Columns = Readonly<Record<string, unknown>>;

/** One intended change of one row, as features make them; several of them are one mutation. */
export type Change =
  | { readonly op: 'insert'; readonly table: string; readonly id: string; readonly values: Columns }
  | { readonly op: 'update'; readonly table: string; readonly id: string; readonly values: Columns }
  | { readonly op: 'delete'; readonly table: string; readonly id: string };

/** A new row; the device chooses its id. Columns that are left out are filled by the server. */
export function insert<Row extends BaseRow>(
  kind: OfRows<Row>,
  values: NoInfer<Partial<Omit<Row, 'id'>>>,
  id: string = uuid(),
): Change {
  return { op: 'insert', table: kind.table, id, values };
}

/** New values for some columns; the others stay as they are, whoever changes them meanwhile. */
export function update<Row extends BaseRow>(
  kind: OfRows<Row>,
  id: string,
  values: NoInfer<Partial<Omit<Row, 'id'>>>,
): Change {
  return { op: 'update', table: kind.table, id, values };
}

export function remove(kind: AnyKind, id: string): Change {
  return { op: 'delete', table: kind.table, id };
}

// biome-ignore lint/suspicious/noExplicitAny: what screens are shown of the kind is of no interest here
type OfRows<Row extends BaseRow> = Kind<Row, any, any>;
