import { loadPart } from '../../lib/part.ts';
import { replaceAll } from './apply.ts';
import { createCollection } from './collection.ts';
import { type MirrorDatabase, ownEdits } from './database.ts';
import type { PicturesInText } from './row-pictures.ts';
import type { Snapshot, SnapshotFor } from './snapshot.ts';
import { pagesSince } from './stored-rows.ts';
import { repeatIfLost } from './unreadable.ts';

/** The copy of the site on this device, as a whole: what it consists of, a snapshot of it, and how to be rid of it. */
export interface Copy {
  /** Counts and measures what is here. */
  inventory(): Promise<Inventory>;
  /** All of it that everybody may see, or its reader, as the server has sent it; null if the device has never had everything. */
  snapshot(reader?: SnapshotFor): Promise<Snapshot | null>;
  /**
   * Deletes every row of the server and asks for all of them anew (R34). Edits and drafts stay.
   *
   * @throws if the device cannot do it; nothing has changed then
   */
  clear(): Promise<void>;
}

export interface Inventory {
  /** In the order of the kinds; `bytes` is the length of the rows as JSON. */
  readonly kinds: readonly {
    readonly table: string;
    readonly rows: number;
    readonly bytes: number;
  }[];
  /** The addresses of all pictures in the content, each once, as stored. */
  readonly pictures: readonly string[];
}

/**
 * @param requestSync asks the engine of this page to sync now
 * @param loadInText loads what finds the pictures in a text with markup
 */
export function openCopy(
  database: MirrorDatabase,
  requestSync: () => void = () => {},
  loadInText?: () => Promise<PicturesInText>,
): Copy {
  return {
    async inventory() {
      const [{ picturesOf, picturesInOrder }, inText] = await Promise.all([
        loadPart(() => import('./row-pictures.ts')),
        loadInText?.(),
      ]);
      const shown = await repeatIfLost(() => shownRows(database));
      return {
        kinds: shown.map(({ kind: { table }, rows }) => ({
          table,
          rows: rows.length,
          bytes: lengthOf(rows),
        })),
        pictures: picturesInOrder(
          shown.flatMap(({ kind, rows }) => rows.map((row) => picturesOf(kind, row, inText))),
        ),
      };
    },
    async snapshot(reader = 'everybody') {
      // Visitors have no use for it.
      const { takeSnapshot } = await loadPart(() => import('./snapshot.ts'));
      return takeSnapshot(database, reader);
    },
    async clear() {
      await clear(database);
      requestSync();
    },
  };
}

/** Rows as the signed-in account has them, with those that were made here. */
async function shownRows(database: MirrorDatabase) {
  const isOwn = await ownEdits(database);
  const waiting = (await database.outbox.orderBy('place').toArray()).filter(isOwn);
  const changes = waiting.flatMap((mutation) => mutation.changes);
  return Promise.all(
    database.kinds.map(async (kind) => {
      const collection = createCollection(kind);
      collection.take(await pagesSince(database, kind.table, 0), 0);
      collection.replay(changes);
      return { kind, rows: collection.find({}).map(({ row }) => row) };
    }),
  );
}

function lengthOf(rows: readonly object[]): number {
  const encoder = new TextEncoder();
  const lengths = rows.map((row) => encoder.encode(JSON.stringify(row)).length);
  return lengths.reduce((sum, it) => sum + it, 0);
}

/**
 * One transaction: on a device that fails half-way, all is as it was. Without a position the next exchange is a first
 * filling. Rows made on this device stay shown; changes of other rows show again when their rows have come.
 */
function clear(database: MirrorDatabase): Promise<void> {
  const { pages, malformed, meta } = database;
  return database.transaction('rw', pages, malformed, meta, async () => {
    await replaceAll(database, []);
    await database.meta.bulkDelete(['position', 'freshness']);
  });
}
