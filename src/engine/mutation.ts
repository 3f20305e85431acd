import type { Instant } from '../lib/millis.ts';
import { uuid } from '../lib/uuid.ts';
import type { AnyKind, BaseRow, Kind } from './define.ts';

/** The edits of this device: as features make them, waiting, refused, and their conflicts. */

/** Columns of a row by name, as in the server's table. */
export type Columns = Readonly<Record<string, unknown>>;

/** One intended change of one row, as features make them; several of them are one mutation. */
export type Change =
  | { readonly op: 'insert'; readonly table: string; readonly id: string; readonly values: Columns }
  | { readonly op: 'update'; readonly table: string; readonly id: string; readonly values: Columns }
  | { readonly op: 'delete'; readonly table: string; readonly id: string };

/** A new row; the device chooses its id. The server fills missing columns. */
export function insert<Row extends BaseRow>(
  kind: OfRows<Row>,
  values: NoInfer<Partial<Omit<Row, 'id'>>>,
  id: string = uuid(),
): Change {
  return { op: 'insert', table: kind.table, id, values };
}

/** New values for some columns; the others stay unchanged, even if others change them meanwhile. */
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

// biome-ignore lint/suspicious/noExplicitAny: the kind's items as screens see them do not matter here
type OfRows<Row extends BaseRow> = Kind<Row, any, any>;

/**
 * A change as it waits, with the values its admin saw: to describe it in words, to let the server detect conflicts,
 * and to take it back.
 */
export type QueuedChange =
  | {
      readonly op: 'insert';
      readonly table: string;
      readonly id: string;
      readonly values: Columns;
      /** A guess of what the server will fill in; shown, never sent. */
      readonly blank: Columns;
    }
  | {
      readonly op: 'update';
      readonly table: string;
      readonly id: string;
      readonly values: Columns;
      readonly before: BaseRow | null;
    }
  | {
      readonly op: 'delete';
      readonly table: string;
      readonly id: string;
      readonly before: BaseRow | null;
    };

/** One intended change, made on this device; its row changes are atomic. */
export interface Mutation {
  /** Its place in the queue, assigned by the database. */
  readonly place: number;
  /** A uuid, the idempotency key: the server recognises a mutation that it has seen before. */
  readonly id: string;
  /** The user who made it; it is never sent for another. */
  readonly account: string;
  /** Its name for people: 'Add learning “Chunking”'. */
  readonly label: string;
  /** When it was made, by this device's clock; for showing. */
  readonly at: Instant;
  readonly changes: readonly QueuedChange[];
  /** Keys of the rows it changes (`rowKey`). */
  readonly rows: readonly string[];
  /** Mutations that insert a row which this one changes or refers to: if refused, they take this one along. */
  readonly after: readonly string[];
  readonly attempts: number;
  /** It may have reached the server: from then on it is only repeated, never altered. */
  readonly sent: boolean;
  /** Until then it can be taken back; null if it is sent at once. */
  readonly heldUntil: Instant | null;
}

export type NewMutation = Omit<Mutation, 'place'>;

/** A mutation that the server refused, kept until the admin retries or discards it. */
export interface RejectedMutation {
  /** The mutation's. */
  readonly id: string;
  readonly mutation: Mutation;
  /** SQLSTATE or HTTP status. */
  readonly code: string | null;
  /** The server's message. */
  readonly reason: string;
  /** The refused mutation that this one depends on; null if there is none. */
  readonly cause: string | null;
  /** The history of the server that refused it; missing if it was refused before this was noted. */
  readonly epoch?: string | null;
  readonly at: Instant;
}

/** A conflict: a value written by another admin that an edit of this device has replaced unseen. */
export interface Overwritten {
  readonly place: number;
  /** The account whose edit it was. */
  readonly account: string;
  readonly label: string;
  readonly table: string;
  readonly id: string;
  readonly column: string;
  readonly was: unknown;
  readonly at: Instant;
}

export function rowKey({ table, id }: { table: string; id: string }): string {
  return `${table}/${id}`;
}

/** Sorts rejected edits in the order in which they were made. */
export function byPlace(a: RejectedMutation, b: RejectedMutation): number {
  return a.mutation.place - b.mutation.place;
}

/** The row as an edit's author saw it: of a column that it did not have yet they saw the empty value. */
export function seenRow(kind: AnyKind | undefined, row: BaseRow | null): Columns {
  const seen = row === null ? {} : (kind?.filled(row) ?? row);
  return seen as Columns;
}
