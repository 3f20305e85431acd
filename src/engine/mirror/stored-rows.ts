import { Dexie, type Transaction } from 'dexie';
import { Failure } from '../../lib/failure.ts';
import { uuid } from '../../lib/uuid.ts';
import { getMeta, type MirrorDatabase } from './database.ts';
import type { PagesMark } from './meta.ts';
import { inPages, type PageSize, type RowPage, type StoredRow, weigh } from './row-page.ts';

/**
 * The server's rows on the disk (R40): many rows in one record, a page. What IndexedDB takes is the number of its records.
 *
 * - A row stays in its page, so that a change of one row rewrites one page. Only if a page has grown too large do rows
 *   move to another.
 * - Each write gives its pages the next stamp, so that who has read the pages up to one stamp reads only newer ones.
 * - No page is ever deleted. An empty one says that its rows are gone.
 * - A page that the device has lost (R42) is written empty by `mend` (lost.ts), and by nothing else.
 *
 * All functions run inside the caller's transaction on `pages` and `meta`.
 */

/** The pages of a table that were written after a stamp; all of them after 0. */
export function pagesSince(
  database: MirrorDatabase,
  table: string,
  stamp: number,
): Promise<RowPage[]> {
  const newer = database.pages.where('[table+stamp]');
  return newer.between([table, stamp], [table, Dexie.maxKey], false, true).toArray();
}

/**
 * Tables in the order of their keys, in as few runs as there are without the others between them: each run is one request.
 *
 * @param tables all that may have pages
 */
export function neighbours(
  tables: readonly string[],
  isWanted: (table: string) => boolean,
): string[][] {
  const runs: string[][] = [[]];
  for (const table of [...tables].sort()) {
    if (isWanted(table)) runs.at(-1)?.push(table);
    else runs.push([]);
  }
  return runs.filter(({ length }) => length > 0);
}

/** All pages of tables that are neighbours. */
export function pagesOf(database: MirrorDatabase, run: readonly string[]): Promise<RowPage[]> {
  const [first, last] = [run[0] ?? '', run.at(-1) ?? ''];
  return database.pages
    .where('[table+n]')
    .between([first, Dexie.minKey], [last, Dexie.maxKey])
    .toArray();
}

/** The pages of all tables that were written after a stamp. */
export function writtenSince(database: MirrorDatabase, stamp: number): Promise<RowPage[]> {
  return database.pages.where('stamp').above(stamp).toArray();
}

export async function readRows(database: MirrorDatabase, table: string): Promise<StoredRow[]> {
  const pages = await pagesSince(database, table, 0);
  return pages.flatMap(({ rows }) => rows);
}

export async function readRow(
  database: MirrorDatabase,
  table: string,
  id: string,
): Promise<StoredRow | undefined> {
  const { pageOf } = await readDirectory(database, table, await readMark(database));
  const n = pageOf.get(id);
  const page = n === undefined ? undefined : await database.pages.get([table, n]);
  return page?.rows.find((row) => row.id === id);
}

/** The tables that have pages. */
export async function tablesIn(database: MirrorDatabase): Promise<Set<string>> {
  const keys = await database.pages.toCollection().primaryKeys();
  return new Set(keys.map(([table]) => table));
}

/**
 * Whether the device has any row of the server.
 *
 * @param isAdmin counts those that only admins may see
 */
export async function hasRows(database: MirrorDatabase, isAdmin: boolean): Promise<boolean> {
  return (await database.pages.toArray()).some(({ rows }) =>
    rows.some(({ withheld }) => isAdmin || withheld !== true),
  );
}

/**
 * Writes rows, each into the page that it is in, and takes others out. Reads only the pages that it writes, and those that
 * were written since the last write of this table from here.
 */
export async function writeRows(
  database: MirrorDatabase,
  table: string,
  put: readonly StoredRow[],
  gone: readonly string[] = [],
): Promise<void> {
  const mark = await readMark(database);
  const directory = await readDirectory(database, table, mark);
  const place = placing(directory, database.pageSize);
  const changes = new Map<number, { put: StoredRow[]; gone: Set<string> }>();
  const changeOf = (n: number) => {
    const known = changes.get(n) ?? { put: [], gone: new Set() };
    changes.set(n, known);
    return known;
  };
  for (const row of put) changeOf(directory.pageOf.get(row.id) ?? place(row)).put.push(row);
  for (const id of gone) {
    const n = directory.pageOf.get(id);
    if (n !== undefined) changeOf(n).gone.add(id);
  }
  const held = await database.pages.bulkGet([...changes.keys()].map((n) => [table, n]));
  const written = new Map<number, readonly StoredRow[]>();
  for (const [i, [n, change]] of [...changes].entries()) {
    const page = held[i];
    // Rewritten from nothing it would be without its other rows.
    if (page === undefined && directory.pages.has(n))
      throw new Failure('device', 'other', `page ${n} of ${table} is to be mended`);
    const rows = new Map(page?.rows.map((row) => [row.id, row]));
    for (const id of change.gone) rows.delete(id);
    for (const row of change.put) rows.set(row.id, row);
    const [own = [], ...more] = inPages([...rows.values()], database.pageSize);
    written.set(n, own);
    for (const rest of more) written.set(place.another(), rest);
  }
  await save(
    database,
    mark,
    [...written].map(([n, rows]) => ({ table, n, rows })),
  );
}

/** Replaces all rows of some tables, in one write. */
export async function replaceRows(
  database: MirrorDatabase,
  tables: ReadonlyMap<string, readonly StoredRow[]>,
): Promise<void> {
  const mark = await readMark(database);
  const keys = await database.pages.toCollection().primaryKeys();
  const written = [...tables].flatMap(([table, rows]) => {
    const here = keys.flatMap(([of, n]): [number, readonly StoredRow[]][] =>
      of === table ? [[n, []]] : [],
    );
    const pages = new Map([...here, ...inPages(rows, database.pageSize).entries()]);
    return [...pages].map(([n, ofPage]) => ({ table, n, rows: ofPage }));
  });
  await save(database, mark, written);
}

/** Writes pages empty without reading them. */
export async function emptyPages(
  database: MirrorDatabase,
  keys: readonly (readonly [table: string, n: number])[],
): Promise<void> {
  const pages = keys.map(([table, n]) => ({ table, n, rows: [] }));
  await save(database, await readMark(database), pages);
}

async function readMark(database: MirrorDatabase): Promise<PagesMark> {
  return (await getMeta(database, 'pages')) ?? { of: uuid(), stamp: 0 };
}

async function save(
  database: MirrorDatabase,
  { of, stamp: last }: PagesMark,
  pages: readonly Omit<RowPage, 'stamp'>[],
): Promise<void> {
  if (pages.length === 0) return;
  const stamp = last + 1;
  const all = pages.map((page) => ({ ...page, stamp }));
  const transaction = root(Dexie.currentTransaction);
  transaction.on('complete', () => note(database, { of, stamp }, all));
  // Later writes of this transaction have read these pages; nobody else ever will.
  transaction.on('abort', () => directories.delete(database));
  await database.pages.bulkPut(all);
  await database.meta.put({ key: 'pages', value: { of, stamp } });
}

function root(transaction: Transaction & { parent?: Transaction | null }): Transaction {
  return transaction.parent ? root(transaction.parent) : transaction;
}

/** Which page each row of a table is in, as of a stamp. */
interface Directory {
  readonly of: string;
  stamp: number;
  readonly pageOf: Map<string, number>;
  readonly pages: Map<number, { readonly ids: readonly string[]; readonly bytes: number }>;
}

const directories = new WeakMap<MirrorDatabase, Map<string, Directory>>();

/** All pages of a table, as memory has them. */
export interface HeldPages {
  /** The database that they are of; see `PagesMark`. */
  readonly of: string;
  /** The last write that is in them. */
  readonly stamp: number;
  readonly pages: readonly Pick<RowPage, 'n' | 'rows'>[];
}

const holders = new WeakMap<MirrorDatabase, (table: string) => HeldPages | undefined>();

/** Lets the first write of a table learn from memory where its rows are. Otherwise it would read all of them for that. */
export function learnFrom(
  database: MirrorDatabase,
  holder: (table: string) => HeldPages | undefined,
): void {
  holders.set(database, holder);
}

/** What is remembered of another database with this name is forgotten. */
async function readDirectory(
  database: MirrorDatabase,
  table: string,
  { of, stamp }: PagesMark,
): Promise<Directory> {
  const known = directories.get(database) ?? new Map<string, Directory>();
  directories.set(database, known);
  const held = known.get(table);
  const directory: Directory =
    held?.of === of ? held : { of, stamp: 0, pageOf: new Map(), pages: new Map() };
  known.set(table, directory);
  const inMemory = directory.stamp === 0 ? holders.get(database)?.(table) : undefined;
  if (inMemory?.of === of) learn(directory, inMemory.stamp, inMemory.pages);
  if (directory.stamp < stamp)
    learn(directory, stamp, await pagesSince(database, table, directory.stamp));
  return directory;
}

/** Remembers what was written, if nothing is missing before it. */
function note(database: MirrorDatabase, { of, stamp }: PagesMark, pages: readonly RowPage[]): void {
  for (const [table, directory] of directories.get(database) ?? []) {
    if (directory.of !== of || directory.stamp !== stamp - 1) continue;
    learn(
      directory,
      stamp,
      pages.filter((page) => page.table === table),
    );
  }
}

function learn(directory: Directory, stamp: number, newer: HeldPages['pages']): void {
  const { pageOf, pages } = directory;
  for (const { n } of newer)
    for (const id of pages.get(n)?.ids ?? []) if (pageOf.get(id) === n) pageOf.delete(id);
  for (const { n, rows } of newer) {
    for (const { id } of rows) pageOf.set(id, n);
    const bytes = rows.reduce((sum, row) => sum + weigh(row), 0);
    pages.set(n, { ids: rows.map(({ id }) => id), bytes });
  }
  directory.stamp = stamp;
}

/** @returns a function that finds a page with room for a new row */
function placing({ pages }: Directory, size: PageSize) {
  const room = new Map(
    [...pages].map(([n, { ids, bytes }]) => [
      n,
      { rows: size.rows - ids.length, bytes: size.bytes - bytes },
    ]),
  );
  let next = Math.max(-1, ...pages.keys()) + 1;
  let open: number | undefined;
  const place = (row: StoredRow): number => {
    const weight = weigh(row);
    const fits = (n: number | undefined) => {
      const left = n === undefined ? undefined : room.get(n);
      return left !== undefined && left.rows > 0 && left.bytes >= weight;
    };
    if (!fits(open)) open = [...room.keys()].find(fits) ?? another();
    const n = open ?? another();
    const left = room.get(n) ?? { ...size };
    room.set(n, { rows: left.rows - 1, bytes: left.bytes - weight });
    return n;
  };
  const another = () => {
    room.set(next, { ...size });
    next += 1;
    return next - 1;
  };
  return Object.assign(place, { another });
}
