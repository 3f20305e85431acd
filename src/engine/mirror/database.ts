import { Dexie, type DexieConstructor, type EntityTable, type Table } from 'dexie';
import type { AnyKind, BaseRow, OrderPart } from '../define.ts';
import type { Draft } from '../outbox/draft.ts';
import type { Mutation, NewMutation, Overwritten, RejectedMutation } from '../outbox/mutation.ts';
import type { MetaEntry, MetaKey, MetaValue } from './meta.ts';
import {
  type OpenTransactions,
  type StorageTrouble,
  watchTransactions,
} from './open-transactions.ts';

/**
 * The mirror's database. One object store per kind of content holds the rows as screens show them; beside
 * them `malformed` for rows that could not be read, `pristine` and `gone` for the server's version of rows
 * with edits on top, `outbox` and `rejected` for edits, `overwritten` for what they replaced, `drafts` for
 * forms, `meta` for what the mirror knows of itself. Which rows are in it is said by apply.ts and edit.ts.
 */

export const MIRROR_NAME = 'fieldnotes';

/**
 * The shape of what lies in the stores. Nobody raises it for a kind, an `order`, a lookup or an index that is new:
 * Dexie adds what a device lacks, and derive.ts derives the rest.
 */
export const MIRROR_VERSION = 3;

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

/** The server's version of a row that has mutations pending on it; `row` is null where it has none. */
export interface PristineRow {
  table: string;
  id: string;
  version: number;
  row: BaseRow | null;
}

export interface MirrorDatabase extends Dexie {
  /** What it holds, as it was made with. */
  readonly kinds: readonly AnyKind[];
  /** Which state of these kinds it is; see derive.ts. */
  readonly model: string;
  pristine: Table<PristineRow, [string, string]>;
  outbox: Table<Mutation, number, NewMutation>;
  rejected: EntityTable<RejectedMutation, 'id'>;
  overwritten: Table<Overwritten, number, Omit<Overwritten, 'place'>>;
  drafts: EntityTable<Draft, 'key'>;
  malformed: Table<MalformedRow, [string, string]>;
  meta: EntityTable<MetaEntry, 'key'>;
  /** Lets go of everything at once: no transaction is open after it, and none begins before `wake`. */
  rest(): void;
  /** What was asked for meanwhile goes on. */
  wake(): void;
}

export interface DatabaseParts {
  /** The IndexedDB to stand on; the browser's unless told. */
  device?: Pick<DexieConstructor['dependencies'], 'indexedDB' | 'IDBKeyRange'>;
  model?: string;
  onTrouble?: (trouble: StorageTrouble) => void;
}

/**
 * Opens nothing yet: Dexie opens on first use.
 * The query cache is off: it answers some multi-range queries wrongly (dexie #1863) and saves nothing here.
 * What has been written is on the disk when it is confirmed: by itself Chromium only hands it to the system,
 * and a phone that runs out of battery would take a confirmed edit along.
 */
export function createDatabase(
  kinds: readonly AnyKind[],
  name = MIRROR_NAME,
  { device = Dexie.dependencies, model = '', onTrouble = () => {} }: DatabaseParts = {},
): MirrorDatabase {
  const transactions = watchTransactions(device.indexedDB, onTrouble);
  const opened = new Dexie(name, {
    IDBKeyRange: device.IDBKeyRange,
    indexedDB: transactions.indexedDB,
    cache: 'disabled',
    chromeTransactionDurability: 'strict',
  });
  const database = Object.assign(opened, { kinds, model }) as MirrorDatabase;
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
    const lookups = Object.keys(kind.lookups).map((lookup) => `[by.${lookup}+order]`);
    stores[kind.table] = ['id', 'order', ...lookups].join(', ');
  }
  database.version(MIRROR_VERSION).stores(stores);
  return database;
}

function restable(database: MirrorDatabase, transactions: OpenTransactions): void {
  let awake = Promise.resolve();
  let wake = () => {};
  // Whatever wants something of a closed database opens it, and waits until it is ready.
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
 * @returns false where a newer version of the site has been here: Dexie would open its stores all the same
 *   (dexie #1507), and this code does not know what is in them
 */
export async function openUnlessNewer(database: MirrorDatabase): Promise<boolean> {
  await database.open();
  return ((await getMeta(database, 'format')) ?? 0) <= MIRROR_VERSION;
}

/** The kind whose rows lie in a table of the server's; undefined for one that this version of the app does not know. */
export function kindOf({ kinds }: MirrorDatabase, table: string): AnyKind | undefined {
  return kinds.find((kind) => kind.table === table);
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

/**
 * Edits belong to the account that made them. Others who use the device neither see them nor can do anything
 * to them; they learn only how many there are.
 *
 * @returns whether an edit is the signed-in account's; read in the caller's transaction
 */
export async function ownEdits(
  database: MirrorDatabase,
): Promise<(edit: { readonly account: string }) => boolean> {
  const account = await getMeta(database, 'account');
  return (edit) => edit.account === account?.userId;
}
