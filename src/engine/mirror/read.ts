import { Dexie } from 'dexie';
import type { AnyKind } from '../define.ts';
import type { Columns } from '../mutation.ts';
import { getMeta, type MirrorDatabase, type MirrorRecord, recordsOf } from './database.ts';
import { startPosition, startStatus } from './meta.ts';
import {
  type Content,
  type Diagnosis,
  type Mirror,
  type MirrorState,
  type Query,
  toContent,
} from './query.ts';
import { type Keeping, news } from './storage.ts';
import { watch } from './watch.ts';

/**
 * The mirror in an IndexedDB, for reading.
 *
 * @param requestSync asks the engine of this page to sync now
 */
export function openMirror(
  database: MirrorDatabase,
  keeping: Keeping = 'kept',
  requestSync: () => void = () => {},
): Mirror {
  return {
    keeping,
    read: (query) => news(read(database, query)),
    state: () => news(readState(database)),
    peek: () => undefined,
    peekState: () => undefined,
    diagnosis: () => readDiagnosis(database),
    requestSync,
  };
}

/**
 * Reads the rows and, only if there are none, both again with the mirror's state, in one transaction: 'empty' must not
 * flash up before rows arrive. With rows the query does not depend on `meta`: it neither runs again at every change of
 * status, nor waits for one to be written.
 */
function read<Item>(database: MirrorDatabase, query: Query<Item>): Promise<Content<Item>> {
  const table = recordsOf(database, query.kind);
  const items = async () =>
    (await select(table, query)).map((record) => query.kind.toItem(record.row));
  return database.transaction('r', table, items).then((found) => {
    if (found.length > 0) return { state: 'ready', items: found };
    return database.transaction('r', table, database.meta, database.malformed, async () =>
      contentOf(
        database,
        await items(),
        // An unreadable row cannot be matched against a lookup.
        async () => (query.where === undefined ? countMalformed(database, query.kind) : 0),
      ),
    );
  });
}

/**
 * What a screen can show for these results, inside a transaction on `meta`.
 *
 * @param countUnreadable counts the matching rows set aside; called only if nothing was found
 */
export async function contentOf<Item>(
  database: MirrorDatabase,
  items: readonly Item[],
  countUnreadable = async () => 0,
): Promise<Content<Item>> {
  if (items.length > 0) return { state: 'ready', items };
  const position = (await getMeta(database, 'position')) ?? startPosition;
  const status = (await getMeta(database, 'status')) ?? startStatus;
  return toContent(items, position, status, await countUnreadable());
}

function countMalformed(database: MirrorDatabase, { table }: { table: string }): Promise<number> {
  const ofTable = database.malformed.where('[table+id]');
  return ofTable.between([table, Dexie.minKey], [table, Dexie.maxKey]).count();
}

function readDiagnosis(database: MirrorDatabase): Promise<Diagnosis> {
  return database.transaction('r', database.meta, database.malformed, async () => ({
    position: (await getMeta(database, 'position')) ?? startPosition,
    lastFailure: (await getMeta(database, 'failure')) ?? null,
    malformed: (await database.malformed.toArray()).map(({ table, id, reason }) => ({
      table,
      id,
      reason,
    })),
  }));
}

/** The records of a kind that a query finds, in their list order. */
export async function select<Item>(
  table: ReturnType<typeof recordsOf>,
  { where, limit }: Query<Item>,
): Promise<MirrorRecord[]> {
  if (where?.lookup === 'id') {
    const record = await table.get(where.is);
    return record === undefined ? [] : [record];
  }
  const found =
    where === undefined
      ? table.orderBy('order')
      : table
          .where(`[by.${where.lookup}+order]`)
          .between([where.is, Dexie.minKey], [where.is, Dexie.maxKey]);
  return (limit === undefined ? found : found.limit(limit)).toArray();
}

function readState(database: MirrorDatabase): Promise<MirrorState> {
  return database.transaction('r', database.meta, database.malformed, async () => ({
    freshness: (await getMeta(database, 'freshness')) ?? null,
    status: (await getMeta(database, 'status')) ?? startStatus,
    malformed: await database.malformed.count(),
  }));
}

/**
 * Calls `listener` with the addresses of all pictures in the content on this device, each once, as stored:
 * now, and when a row of a kind with pictures has changed. Only the rows of that kind are read then.
 *
 * @returns a function that stops it
 */
export function watchPictures(
  database: MirrorDatabase,
  listener: (addresses: readonly string[]) => void,
): () => void {
  const kinds = kindsWithPictures(database);
  const found = new Map<AnyKind, readonly string[]>();
  const ends = kinds.map((kind) =>
    watch(
      () => picturesOf(database, kind),
      (addresses) => {
        found.set(kind, addresses);
        const all = kinds.flatMap((one) => found.get(one) ?? []);
        if (found.size === kinds.length) listener([...new Set(all)]);
      },
    ),
  );
  return () => {
    for (const end of ends) end();
  };
}

/** The addresses of all pictures in the content on this device, each once, as stored. */
export async function listPictures(database: MirrorDatabase): Promise<string[]> {
  const found: string[] = [];
  for (const kind of kindsWithPictures(database)) found.push(...(await picturesOf(database, kind)));
  return [...new Set(found)];
}

function kindsWithPictures({ kinds }: MirrorDatabase): AnyKind[] {
  return kinds.filter(({ pictures }) => pictures.length > 0);
}

async function picturesOf(database: MirrorDatabase, kind: AnyKind): Promise<string[]> {
  const records = await recordsOf(database, kind).toArray();
  const values = records.flatMap(({ row }) =>
    kind.pictures.map((column) => (kind.filled(row) as Columns)[column]),
  );
  return values.filter((value) => typeof value === 'string' && value !== '') as string[];
}
