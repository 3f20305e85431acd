import { Dexie, type DexieConstructor, type EntityTable, type Table } from 'dexie';
import type { AnyKind, BaseRow, OrderPart } from '../define.ts';
import type { Draft } from '../draft.ts';
import type { Mutation, NewMutation, Overwritten, RejectedMutation } from '../mutation.ts';
import type { MetaEntry, MetaKey, MetaValue } from './meta.ts';
import {
  type OpenTransactions,
  type StorageTrouble,
  watchTransactions,
} from './open-transactions.ts';

/**
 * The mirror's database. One object store per kind of content holds the rows as screens show them; beside
 * them are `malformed` for rows that could not be read, `pristine` for the server's version of rows
 * with edits on top, `outbox` and `rejected` for edits, `overwritten` for conflicts, `drafts` for forms, and `meta`
 * for the mirror's own state. apply.ts and edit.ts say which rows are in it.
 */

/**
 * The version of the stores' shape. A new kind, `order`, lookup or index does not need a higher one: Dexie adds missing
 * indexes, and derive.ts derives the rest.
 */
export const MIRROR_VERSION = 3;

/** A content row on this device. `row` is exactly what the server sent; the rest is derived, or the row's version. */
export interface MirrorRecord<Row extends BaseRow = BaseRow> {
  id: string;
  /** The version of the row's last change in the server's history. */
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

/** The server's version of a row with pending mutations; `row` is null if the server has none. */
export interface PristineRow {
  table: string;
  id: string;
  version: number;
  row: BaseRow | null;
}

export interface MirrorDatabase extends Dexie {
  /** The kinds that it holds, as passed in. */
  readonly kinds: readonly AnyKind[];
  /** Identifies the definitions of these kinds, with the names of their tables, columns and lookups; see derive.ts. */
  readonly model: string;
  /** The engine's name, which drafts outside of the database and exports bear. */
  readonly engine: string;
  pristine: Table<PristineRow, [string, string]>;
  outbox: Table<Mutation, number, NewMutation>;
  rejected: EntityTable<RejectedMutation, 'id'>;
  overwritten: Table<Overwritten, number, Omit<Overwritten, 'place'>>;
  drafts: EntityTable<Draft, 'key'>;
  malformed: Table<MalformedRow, [string, string]>;
  meta: EntityTable<MetaEntry, 'key'>;
  /** Aborts every transaction; none begins before `wake`. */
  rest(): void;
  /** Resumes; requests made meanwhile go on. */
  wake(): void;
}

export interface DatabaseParts {
  /** The IndexedDB to use; by default the browser's. */
  device?: Pick<DexieConstructor['dependencies'], 'indexedDB' | 'IDBKeyRange'>;
  model?: string;
  /** The engine's name; by default the database's. */
  engine?: string;
  onTrouble?: (trouble: StorageTrouble) => void;
}

/**
 * Opens nothing yet: Dexie opens on first use. @throws if two stores would have one name
 * The query cache is off: it answers some multi-range queries wrongly (dexie #1863) and saves nothing here.
 */
export function createDatabase(
  kinds: readonly AnyKind[],
  name: string,
  {
    device = Dexie.dependencies,
    model = '',
    engine = name,
    onTrouble = () => {},
  }: DatabaseParts = {},
): MirrorDatabase {
  const transactions = watchTransactions(device.indexedDB, onTrouble, durabilityOf);
  const opened = new Dexie(name, {
    IDBKeyRange: device.IDBKeyRange,
    indexedDB: transactions.indexedDB,
    cache: 'disabled',
  });
  const derivedBy = [model, ...kinds.map(shapeOf)].join(' ');
  const database = Object.assign(opened, { kinds, model: derivedBy, engine }) as MirrorDatabase;
  restable(database, transactions);
  const stores: Record<string, string | null> = {
    malformed: '[table+id]',
    meta: 'key',
    // Of version 2.
    gone: null,
    pristine: '[table+id]',
    outbox: '++place, &id, *rows, *after',
    rejected: 'id',
    overwritten: '++place',
    drafts: 'key',
  };
  for (const kind of kinds) {
    if (kind.table in stores) {
      throw new Error(
        `A kind cannot have the table '${kind.table}': the mirror has its own store, or another kind's, of that name.`,
      );
    }
    const lookups = Object.keys(kind.lookups).map((lookup) => `[by.${lookup}+order]`);
    stores[kind.table] = ['id', 'order', ...lookups].join(', ');
  }
  database.version(MIRROR_VERSION).stores(stores);
  return database;
}

/** What of a kind's definition can be told apart: with another one the rows are derived anew, whatever `model` says. */
function shapeOf({ table, columns, lookups }: AnyKind): string {
  return `${table}(${Object.keys(columns)};${Object.keys(lookups)})`;
}

/** Holds what exists nowhere else: each transaction on it is on the disk before it is confirmed. */
const IRREPLACEABLE: readonly string[] = ['outbox', 'drafts'];

/**
 * By default browsers report success before the data is on the disk, and a phone that loses power would lose a
 * confirmed edit. What the server has can be fetched again, so nothing waits until it is on the disk.
 */
function durabilityOf(stores: readonly string[]): IDBTransactionDurability {
  return stores.some((store) => IRREPLACEABLE.includes(store)) ? 'strict' : 'relaxed';
}

function restable(database: MirrorDatabase, transactions: OpenTransactions): void {
  let awake = Promise.resolve();
  let wake = () => {};
  // Any use of a closed database opens it, and waits until it is ready.
  database.on('ready', () => awake, true);
  database.rest = () => {
    awake = new Promise((resolve) => {
      wake = resolve;
    });
    transactions.abort();
    database.close({ disableAutoOpen: false });
  };
  database.wake = () => wake();
}

/**
 * Opens the mirror for code that no visitor waits for.
 *
 * @returns false if a newer version of the site has used the mirror: Dexie would open its stores anyway
 *   (dexie #1507), and this code does not know their contents
 */
export async function openUnlessNewer(database: MirrorDatabase): Promise<boolean> {
  await database.open();
  return ((await getMeta(database, 'format')) ?? 0) <= MIRROR_VERSION;
}

/** The kind of a table on the server; undefined if this version of the app does not know it. */
export function kindOf({ kinds }: MirrorDatabase, table: string): AnyKind | undefined {
  return kinds.find((kind) => kind.table === table);
}

/** The object store of a kind. */
export function recordsOf(database: MirrorDatabase, kind: AnyKind): Table<MirrorRecord, string> {
  return database.table(kind.table);
}

/** A checked row as the mirror stores it. */
export function toRecord(kind: AnyKind, row: BaseRow, version: number): MirrorRecord {
  const by: Record<string, string> = {};
  for (const [lookup, lookUp] of Object.entries(kind.lookups)) {
    const value = lookUp(row);
    if (value !== null) by[lookup] = value;
  }
  return { id: row.id, version, row, order: kind.order(row), by };
}

/** A value from `meta`; undefined if it was never written. */
export async function getMeta<Key extends MetaKey>(
  database: MirrorDatabase,
  key: Key,
): Promise<MetaValue<Key> | undefined> {
  const entry = await database.meta.get(key);
  return entry?.value as MetaValue<Key> | undefined;
}

/**
 * Edits belong to the account that made them (R20). Other accounts on the device can neither see nor change them; they
 * learn only how many there are.
 *
 * @returns whether an edit is the signed-in account's; reads in the caller's transaction
 */
export async function ownEdits(
  database: MirrorDatabase,
): Promise<(edit: { readonly account: string }) => boolean> {
  const account = await getMeta(database, 'account');
  return (edit) => edit.account === account?.userId;
}
