import * as v from 'valibot';
import { isInvisible } from '../lib/invisible.ts';
import { type AnyColumn, type KindColumns, type Referred, uuidSchema } from './columns.ts';

/**
 * A kind of content as the engine knows it, derived from its columns by `defineKind`.
 *
 * A change of any of these reaches devices at their next start, when they derive anew (engine/mirror/derive.ts).
 */
export interface Kind<
  Row extends BaseRow = BaseRow,
  Item = unknown,
  Lookup extends string = string,
> {
  readonly table: string;
  /** All but `id`, which every row has. */
  readonly columns: KindColumns;
  /** The column that names a row. */
  readonly name: string;
  /**
   * Checks a row (R38). Unknown columns are kept, so that a later version of the app finds them already on the device. A
   * column may be absent: the row may be from before it was added.
   */
  readonly row: v.GenericSchema<unknown, Row>;
  /** The columns that every row from the server has: one without them is not read (`absentFrom`). */
  readonly always: readonly string[];
  /** A checked row with the empty value of each column that it lacks. Whatever reads a column reads it from this row. */
  readonly filled: (row: Row) => Row;
  /** Turns a checked row into an item for screens. */
  readonly toItem: (row: Row) => Item;
  /**
   * The sort key of a row in lists, ascending; the mirror stores it beside the row. It never contains the server's
   * timestamps as text, because embedded and hosted backends format them differently.
   */
  readonly order: (row: Row) => readonly OrderPart[];
  /** The values by which screens look rows up: one, several, or null for a row that the lookup does not find. */
  readonly lookups: Readonly<Record<Lookup, (row: Row) => Lookups>>;
  /**
   * Default values for a new row, as the server would fill them, for showing it before the server has answered. `at` is
   * the device's time; nothing else depends on it.
   */
  readonly blank: (at: string) => Omit<Row, 'id'>;
  /** A column that is true in at most one row. */
  readonly exclusive?: string;
  /** The columns with ids of other kinds' rows. */
  readonly references: readonly string[];
}

export interface BaseRow {
  id: string;
}

type Lookups = string | readonly string[] | null;

export type OrderPart = number | string;

/** A kind whose row and item types do not matter, as registry and engine handle it. */
// biome-ignore lint/suspicious/noExplicitAny: rows only pass through one kind's own functions
export type AnyKind = Kind<any, any, any>;

export type ItemOf<K> = K extends Kind<infer _Row, infer Item, infer _Lookup> ? Item : never;
export type RowOf<K> = K extends Kind<infer Row, infer _Item, infer _Lookup> ? Row : never;

/** A kind with the types of its columns, as `defineKind` returns it. */
export interface DefinedKind<
  Table extends string,
  C extends KindColumns,
  More,
  Lookup extends string,
> extends Kind<RowWith<C>, ItemWith<C, More>, Lookup | ReferredBy<C>> {
  readonly table: Table;
  readonly columns: C;
}

type ValueOf<Column> = Column extends { empty: infer Value } ? Value : never;
// biome-ignore lint/suspicious/noExplicitAny: only the result matters
type ShownOf<Column> = Column extends { toShown: (value: any) => infer Shown } ? Shown : never;

/** A row of a kind with these columns. */
export type RowWith<C> = { id: string } & { -readonly [Name in keyof C]: ValueOf<C[Name]> };
type ItemWith<C, More> = { readonly id: string } & {
  readonly [Name in keyof C & string as ShownName<Name, C[Name]>]: ShownOf<C[Name]>;
} & Readonly<More>;

type ShownName<Name extends string, Column> = Column extends {
  options: { as: infer As extends string | null };
}
  ? As extends string
    ? As
    : never
  : Camel<Uncapitalize<Name>>;
type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** The lookups made by references: `project_id` makes `project`. */
type ReferredBy<C> = {
  [Name in keyof C & string]: C[Name] extends { sort: 'reference' } ? LookupName<Name> : never;
}[keyof C & string];
type LookupName<Name extends string> = Name extends `${infer Stem}_id` ? Stem : Name;

/** Columns that can be a kind's name: items must have them under the same name. */
type NameColumns<C> = {
  [Name in keyof C & string]: C[Name] extends { sort: 'text' }
    ? Name extends ShownName<Name, C[Name]>
      ? Name
      : never
    : never;
}[keyof C & string];

/** Defines a kind by its columns. Its lists are ordered by `order`, then by id. */
export function defineKind<
  const Table extends string,
  C extends KindColumns,
  // biome-ignore lint/complexity/noBannedTypes: by default items have no extra properties
  More = {},
  Lookup extends string = never,
>(definition: {
  readonly table: Table;
  readonly columns: C;
  readonly name: NameColumns<C>;
  readonly order: (row: RowWith<C>) => readonly OrderPart[];
  /** Extra properties of items, computed from the row. */
  readonly more?: (row: RowWith<C>) => More;
  readonly lookups?: Readonly<Record<Lookup, (row: RowWith<C>) => Lookups>>;
}): DefinedKind<Table, C, More, Lookup> {
  const { table, columns, name, order, more, lookups } = definition;
  const all = Object.entries<AnyColumn>(columns);
  const shown = all.flatMap(([column, it]) => {
    const as = shownName(column, it);
    return as === null ? [] : [[column, as, it] as const];
  });
  const of = (sort: AnyColumn['sort']) => namesOf(all, (it) => it.sort === sort);
  const references = of('reference');
  const [exclusive] = namesOf(all, (it) => 'exclusive' in it && it.exclusive === true);
  const empty = mapped(all, (it) => it.empty);
  const filled = (row: Held): Held =>
    all.every(([column]) => column in row) ? row : { ...empty, ...row };
  const kind: Kind<Held, unknown> = {
    table,
    columns,
    name,
    row: v.looseObject({
      id: uuidSchema,
      ...mapped(all, ({ schema }) => v.exactOptional(schema as v.GenericSchema)),
    }) as never,
    always: namesOf(
      all,
      ({ sort, options }) =>
        options.always === true || (sort === 'reference' && options.required === true),
    ).concat(name),
    filled,
    toItem(received) {
      const row = filled(received);
      return {
        id: row.id,
        ...Object.fromEntries(
          shown.map(([column, as, it]) => [as, it.toShown(row[column] as never)]),
        ),
        ...more?.(row as never),
        [name]: itemName(kind, row),
      };
    },
    order: (row) => [...order(filled(row) as never), row.id],
    lookups: Object.fromEntries(
      [
        ...Object.entries((lookups ?? {}) as Kind<Held>['lookups']),
        ...references.map(
          (column) =>
            [column.replace(/_id$/, ''), (row: Held) => row[column] as string | null] as const,
        ),
      ].map(([lookup, lookUp]) => [lookup, (row: Held) => lookUp(filled(row))]),
    ),
    blank: (at) =>
      mapped(all, (it) => (it.sort === 'timestamp' && isByServer(it) ? at : it.empty)) as never,
    ...(exclusive === undefined ? {} : { exclusive }),
    references,
  };
  return kind as never;
}

/** Whether the server fills it in a new row that comes without it. */
export function isByServer({ options }: AnyColumn): boolean {
  return options.by === 'server' || options.by === 'form or server';
}

type Held = BaseRow & Readonly<Record<string, unknown>>;

/** A column that every row of the kind has and this one lacks; undefined if there is none. */
export function absentFrom({ always }: AnyKind, row: object): string | undefined {
  return always.find((column) => !(column in row));
}

/** A column's name in items; null if they do not have it. */
export function shownName(name: string, { options }: AnyColumn): string | null {
  if (options.as !== undefined) return options.as;
  const camel = name.replace(/_+(.)/g, (_, letter: string) => letter.toUpperCase());
  return camel.charAt(0).toLowerCase() + camel.slice(1);
}

function namesOf(
  all: readonly (readonly [string, AnyColumn])[],
  isWanted: (column: AnyColumn) => boolean,
): string[] {
  return all.filter(([, it]) => isWanted(it)).map(([name]) => name);
}

function mapped<Value>(
  all: readonly (readonly [string, AnyColumn])[],
  value: (column: AnyColumn) => Value,
): Record<string, Value> {
  return Object.fromEntries(all.map(([name, it]) => [name, value(it)]));
}

/** The name of a kind's row or item. No edit or import gives it one of which nothing can be seen, but rows from before may have one. */
export function itemName(kind: AnyKind, item: object): string {
  return isUnnamed(kind, item) ? 'Untitled' : String((item as Held)[kind.name]);
}

/** Whether nothing can be seen of the name of a kind's row or item. */
export function isUnnamed(kind: AnyKind, item: object): boolean {
  const name = (item as Held)[kind.name];
  return typeof name !== 'string' || isInvisible(name);
}

/** Compares two sort keys as IndexedDB compares array keys: numbers before text, shorter before longer. */
export function compareOrder(a: readonly OrderPart[], b: readonly OrderPart[]): number {
  // Without an iterator: a start sorts all rows of a kind.
  for (let i = 0; i < a.length; i += 1) {
    const [left, right] = [a[i], b[i]];
    if (left === undefined || right === undefined) return 1;
    if (typeof left !== typeof right) return typeof left === 'number' ? -1 : 1;
    if (left !== right) return left < right ? -1 : 1;
  }
  return a.length - b.length;
}

/** The kind that a column refers to. */
export function kindReferredTo({ to }: { readonly to: () => Referred }): AnyKind {
  return to() as AnyKind;
}
