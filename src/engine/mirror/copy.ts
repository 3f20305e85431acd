import { forgetRows } from './apply.ts';
import { type MirrorDatabase, recordsOf } from './database.ts';
import { listPictures } from './read.ts';
import { showRows } from './show.ts';
import type { Snapshot } from './snapshot.ts';

/** The copy of the site on this device, as a whole: what it consists of, a snapshot of it, and how to be rid of it. */
export interface Copy {
  /** Counts and measures what is here. */
  inventory(): Promise<Inventory>;
  /** All of it as the server has sent it; null if the device has never had everything. */
  snapshot(): Promise<Snapshot | null>;
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
    inventory: () => inventory(database),
    async snapshot() {
      // Visitors have no use for it.
      const { takeSnapshot } = await import('./snapshot.ts');
      return takeSnapshot(database);
    },
    async clear() {
      await clear(database);
      requestSync();
    },
  };
}

async function inventory(database: MirrorDatabase): Promise<Inventory> {
  const encoder = new TextEncoder();
  const kinds = await Promise.all(
    database.kinds.map(async (kind) => {
      let [rows, bytes] = [0, 0];
      await recordsOf(database, kind).each(({ row }) => {
        rows += 1;
        bytes += encoder.encode(JSON.stringify(row)).length;
      });
      return { table: kind.table, rows, bytes };
    }),
  );
  return { kinds, pictures: await listPictures(database) };
}

/**
 * One transaction: on a device that fails half-way, all is as it was. Without a position the next exchange is a first
 * filling. Rows made on this device stay shown; changes of other rows show again when their rows have come.
 */
function clear(database: MirrorDatabase): Promise<void> {
  return database.transaction('rw', database.tables, async () => {
    await showRows(database, await forgetRows(database));
    await database.meta.bulkDelete(['position', 'freshness']);
  });
}
