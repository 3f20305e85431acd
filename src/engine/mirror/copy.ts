import { loadPart } from '../../lib/part.ts';
import { picturesIn } from '../define.ts';
import { replaceAll } from './apply.ts';
import { createCollection } from './collection.ts';
import { type MirrorDatabase, ownEdits } from './database.ts';
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

/** @param requestSync asks the engine of this page to sync now */
export function openCopy(database: MirrorDatabase, requestSync: () => void = () => {}): Copy {
  return {
    inventory: () => repeatIfLost(() => inventory(database)),
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
async function inventory(database: MirrorDatabase): Promise<Inventory> {
  const encoder = new TextEncoder();
  const isOwn = await ownEdits(database);
  const waiting = (await database.outbox.orderBy('place').toArray()).filter(isOwn);
  const changes = waiting.flatMap((mutation) => mutation.changes);
  const pictures = new Set<string>();
  const kinds = await Promise.all(
    database.kinds.map(async (kind) => {
      const collection = createCollection(kind);
      collection.take(await pagesSince(database, kind.table, 0), 0);
      collection.replay(changes);
      const rows = collection.find({});
      for (const { row } of rows)
        for (const address of picturesIn(kind, row)) pictures.add(address);
      const bytes = rows.map(({ row }) => encoder.encode(JSON.stringify(row)).length);
      return {
        table: kind.table,
        rows: rows.length,
        bytes: bytes.reduce((sum, it) => sum + it, 0),
      };
    }),
  );
  return { kinds, pictures: [...pictures] };
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
