import { Dexie, type DexieConstructor, type EntityTable, type Table } from 'dexie';
import type { AnyKind } from '../define.ts';
import type { Draft } from '../draft.ts';
import type { FilesInText, StoredFile } from '../file.ts';
import type { Mutation, NewMutation, Overwritten, RejectedMutation } from '../mutation.ts';
import type { MetaEntry, MetaKey, MetaValue } from './meta.ts';
import {
  type OpenTransactions,
  type StorageTrouble,
  watchTransactions,
} from './open-transactions.ts';
import { PAGE_SIZE, type PageSize, type RowPage, type Withheld } from './row-page.ts';
import { type LostValue, repeatIfLost, skipUnreadable } from './unreadable.ts';
import { layIntoPages } from './upgrade.ts';

/**
 * The mirror's database: what the server has said, and what the authors on this device did.
 *
 * | store | holds |
 * |---|---|
 * | `pages` | the server's rows (stored-rows.ts) |
 * | `malformed` | rows that this version of the app cannot read, as received |
 * | `outbox`, `rejected` | edits that wait, and that were refused |
 * | `overwritten` | conflicts |
 * | `drafts` | unsaved text of forms |
 * | `files` | files that edits and drafts name, until the server has them |
 * | `meta` | the mirror's own state |
 *
 * What screens show is computed from them, and stored nowhere (memory.ts).
 */

/** The version of the stores' shape. A new kind, `order` or lookup does not need a higher one. */
export const MIRROR_VERSION = 5;

/** A row that this version of the app cannot read, kept as received until one can. */
export interface MalformedRow {
  table: string;
  id: string;
  version: number;
  row: unknown;
  reason: string;
  /** See withheld.ts. */
  withheld?: Withheld;
}

export interface MirrorDatabase extends Dexie {
  /** The kinds that it holds, as passed in. */
  readonly kinds: readonly AnyKind[];
  /** Identifies the definitions of these kinds, with the names of their tables, columns and lookups; see derive.ts. */
  readonly model: string;
  /** The engine's name, which drafts outside of the database and exports bear. */
  readonly engine: string;
  readonly filesIn: FilesInText;
  pages: Table<RowPage, [string, number]>;
  readonly pageSize: PageSize;
  outbox: Table<Mutation, number, NewMutation>;
  rejected: EntityTable<RejectedMutation, 'id'>;
  overwritten: Table<Overwritten, number, Omit<Overwritten, 'place'>>;
  drafts: EntityTable<Draft, 'key'>;
  files: EntityTable<StoredFile, 'name'>;
  malformed: Table<MalformedRow, [string, string]>;
  meta: EntityTable<MetaEntry, 'key'>;
  /** Called with values that the device has lost, once each (unreadable.ts). */
  onLost: (lost: readonly LostValue[]) => void;
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
  /** By default texts name no files. */
  filesIn?: FilesInText | undefined;
  /** Tests have smaller ones. */
  pageSize?: PageSize;
  onTrouble?: (trouble: StorageTrouble) => void;
}

/**
 * Opens nothing yet: Dexie opens on first use. @throws if two kinds have one table
 * The query cache is off: it answers some multi-range queries wrongly (dexie #1863) and saves nothing here.
 */
export function createDatabase(
  kinds: readonly AnyKind[],
  name: string,
  {
    device = Dexie.dependencies,
    model = '',
    engine = name,
    filesIn = () => [],
    pageSize = PAGE_SIZE,
    onTrouble = () => {},
  }: DatabaseParts = {},
): MirrorDatabase {
  const transactions = watchTransactions(device.indexedDB, onTrouble, durabilityOf);
  const opened = new Dexie(name, {
    IDBKeyRange: device.IDBKeyRange,
    indexedDB: transactions.indexedDB,
    cache: 'disabled',
  });
  const tables = kinds.map(({ table }) => table);
  const twice = tables.find((table, i) => tables.indexOf(table) < i);
  if (twice !== undefined) throw new Error(`Two kinds have the table '${twice}'.`);
  const readBy = [model, ...kinds.map(shapeOf)].join(' ');
  const onLost: MirrorDatabase['onLost'] = () => {};
  const parts = { kinds, model: readBy, engine, filesIn, pageSize, onLost };
  const database = Object.assign(opened, parts) as MirrorDatabase;
  opened.use(skipUnreadable((lost) => database.onLost(lost)));
  repeatTransactions(database);
  restable(database, transactions);
  database
    .version(4)
    .stores({
      pages: '[table+n], [table+stamp], stamp',
      malformed: '[table+id]',
      meta: 'key',
      outbox: '++place, &id, *rows, *after',
      rejected: 'id',
      overwritten: '++place',
      drafts: 'key',
    })
    .upgrade((transaction) => layIntoPages(transaction, pageSize));
  database.version(MIRROR_VERSION).stores({ files: 'name' });
  return database;
}

/** A transaction that comes upon lost values fails, and is repeated without them (R42). */
function repeatTransactions(database: MirrorDatabase): void {
  const begin = database.transaction.bind(database) as (...parts: unknown[]) => Promise<unknown>;
  const transaction = (...parts: unknown[]) =>
    Dexie.currentTransaction ? begin(...parts) : repeatIfLost(() => begin(...parts));
  Object.assign(database, { transaction });
}

/** What of a kind's definition can be told apart: with another one the rows are read anew, whatever `model` says. */
function shapeOf({ table, columns }: AnyKind): string {
  return `${table}(${Object.keys(columns)})`;
}

/** Holds what exists nowhere else: each transaction on it is on the disk before it is confirmed. */
const IRREPLACEABLE: readonly string[] = ['outbox', 'drafts', 'files'];

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
