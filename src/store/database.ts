import { Dexie, type EntityTable, type Table } from 'dexie';
import type { AnyKind, BaseRow, OrderPart } from '../model/kind.ts';
import type { MetaEntry, MetaKey, MetaValue } from './meta.ts';

/**
 * The mirror's database: one object store per kind of content, `malformed` for rows that could not
 * be read, `meta` for what the mirror knows of itself. Which rows are in it is said by apply.ts.
 */

export const MIRROR_NAME = 'fieldnotes';

/** Raised when the stores, or a kind's `order` or `lookups`, change. */
export const MIRROR_VERSION = 1;

/** A content row on this device. `row` is exactly what the server sent; the rest is derived or the server's version of it. */
export interface MirrorRecord<Row extends BaseRow = BaseRow> {
  id: string;
  /** Place of the row's last change in the server's history. */
  version: number;
  row: Row;
  order: readonly OrderPart[];
  by: Readonly<Record<string, string>>;
}

/** A row that this version of the app cannot read, kept as received until one can. */
export interface MalformedRow {
  table: string;
  id: string;
  version: number;
  row: unknown;
  reason: string;
}

export interface MirrorDatabase extends Dexie {
  malformed: Table<MalformedRow, [string, string]>;
  meta: EntityTable<MetaEntry, 'key'>;
}

/**
 * Opens nothing yet: Dexie opens on first use.
 * The query cache is off: it answers some multi-range queries wrongly (dexie #1863) and saves nothing here.
 */
export function createDatabase(kinds: readonly AnyKind[], name = MIRROR_NAME): MirrorDatabase {
  const database = new Dexie(name, { cache: 'disabled' }) as MirrorDatabase;
  const stores: Record<string, string> = { malformed: '[table+id]', meta: 'key' };
  for (const kind of kinds) {
    const lookups = Object.keys(kind.lookups).map((lookup) => `[by.${lookup}+order]`);
    stores[kind.table] = ['id', 'order', ...lookups].join(', ');
  }
  database.version(MIRROR_VERSION).stores(stores);
  return database;
}

/** The object store of a kind. */
export function recordsOf(database: MirrorDatabase, kind: AnyKind): Table<MirrorRecord, string> {
  return database.table(kind.table);
}

/** A checked row as the mirror keeps it. */
export function toRecord(kind: AnyKind, row: BaseRow, version: number): MirrorRecord {
  const by: Record<string, string> = {};
  for (const [lookup, lookUp] of Object.entries(kind.lookups)) {
    const value = lookUp(row);
    if (value !== null) by[lookup] = value;
  }
  return { id: row.id, version, row, order: kind.order(row), by };
}

/** One of the things the mirror knows of itself; undefined where it was never written. */
export async function getMeta<Key extends MetaKey>(
  database: MirrorDatabase,
  key: Key,
): Promise<MetaValue<Key> | undefined> {
  const entry = await database.meta.get(key);
  return entry?.value as MetaValue<Key> | undefined;
}
