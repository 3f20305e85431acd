import type * as v from 'valibot';

/**
 * What a kind of content is, stated once. Store, engine, forms and snapshot derive the rest.
 *
 * - `row` checks a row as the server sends it and keeps columns it does not know, so that a later
 *   version of the app finds them already on the device.
 * - `toItem` turns a checked row into what screens use.
 * - `order` is the place of a row in lists, ascending; the mirror keeps it beside the row. It never
 *   contains text from the server's clock: embedded and hosted backends write timestamps differently.
 * - `lookups` are the values by which screens look rows up; `null` means 'not to be found by this'.
 * - `blank` are the columns of a new row that its admin left out, as the server would fill them, for
 *   showing it until the server has answered; `at` is the device's time, which nothing else depends on.
 * - `exclusive` is a column that is true in one row at most: the row that gets it takes it from the others,
 *   here as on the server.
 * - `pictures` are the addresses of the pictures the row shows, kept on the device for offline reading.
 *
 * A change of any of these reaches devices with the next start: they derive anew (engine/mirror/derive.ts).
 */
export interface Kind<Row extends BaseRow = BaseRow, Item = unknown> {
  readonly table: string;
  readonly row: v.GenericSchema<unknown, Row>;
  readonly toItem: (row: Row) => Item;
  readonly order: (row: Row) => readonly OrderPart[];
  readonly lookups: Readonly<Record<string, (row: Row) => string | null>>;
  readonly blank: (at: string) => Omit<Row, 'id'>;
  readonly exclusive?: string;
  readonly pictures: (row: Row) => readonly (string | null)[];
}

export interface BaseRow {
  id: string;
}

export type OrderPart = number | string;

/** A kind whose row and item types no longer matter: what registry, store and engine handle. */
// biome-ignore lint/suspicious/noExplicitAny: rows go in and out of one kind's own functions only
export type AnyKind = Kind<any, any>;

export type ItemOf<K> = K extends Kind<infer _Row, infer Item> ? Item : never;

type Defined<Schema extends v.GenericSchema<unknown, BaseRow>, Item> = Kind<
  v.InferOutput<Schema>,
  Item
>;

/** Defines a kind; the row type is inferred from its schema. `lookups` and `pictures` may be left out. */
export function defineKind<Schema extends v.GenericSchema<unknown, BaseRow>, Item>(definition: {
  table: string;
  row: Schema;
  toItem: (row: v.InferOutput<Schema>) => Item;
  order: (row: v.InferOutput<Schema>) => readonly OrderPart[];
  lookups?: Record<string, (row: v.InferOutput<Schema>) => string | null>;
  blank: (at: string) => Omit<v.InferOutput<Schema>, 'id'>;
  exclusive?: string & keyof v.InferOutput<Schema>;
  pictures?: (row: v.InferOutput<Schema>) => readonly (string | null)[];
}): Defined<Schema, Item> {
  return { lookups: {}, pictures: noPictures, ...definition } as Defined<Schema, Item>;
}

const noPictures = () => [];

/** Whether rows of a kind can show pictures at all. */
export function showsPictures(kind: AnyKind): boolean {
  return kind.pictures !== noPictures;
}
