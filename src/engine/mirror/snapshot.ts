import type { Instant } from '../../lib/millis.ts';
import { rowKey } from '../mutation.ts';
import type { ServerChange } from './apply.ts';
import { getMeta, type MirrorDatabase } from './database.ts';
import { NO_HISTORY } from './meta.ts';
import { forEverybody } from './withheld.ts';

/** All content as the server has sent it to one device, for devices that have none yet (sync/fill.ts). */
export interface Snapshot {
  /** When that device last had everything. */
  readonly at: Instant;
  /** The history that the content belongs to. */
  readonly epoch: string;
  /** The version up to which it is complete. */
  readonly cursor: number;
  /** In version order; without tombstones. */
  readonly changes: readonly ServerChange[];
}

/** Whom a snapshot is for. */
export type SnapshotFor = 'everybody' | 'reader';

/**
 * Reads a snapshot of this device in one transaction (R35), with what its `reader` may see, or with what everybody may (R43).
 * Edits that the server has not answered are left out: of their rows it holds what the server last sent. Rows that this version of
 * the site cannot read are in it as received.
 *
 * @returns null if the device has never had everything
 */
export function takeSnapshot(
  database: MirrorDatabase,
  reader: SnapshotFor,
): Promise<Snapshot | null> {
  return database.transaction('r', database.tables, async () => {
    const { epoch = null, cursor = 0, complete } = { ...(await getMeta(database, 'position')) };
    const at = await getMeta(database, 'freshness');
    if (epoch === null || epoch === NO_HISTORY || at === undefined || !complete) return null;
    const aside = await database.malformed.toArray();
    const unreadable = new Set(aside.map(rowKey));
    const pages = await database.pages.toArray();
    // Without a page that the device has lost it would not be all (R42).
    if (pages.length < (await database.pages.count())) return null;
    const rows = pages.flatMap((page) => page.rows.map((held) => ({ table: page.table, ...held })));
    const changes = [...rows.filter((row) => !unreadable.has(rowKey(row))), ...aside]
      .flatMap(({ table, ...held }) => {
        const row = reader === 'everybody' ? forEverybody(held) : held.row;
        return row === null ? [] : [{ table, id: held.id, version: held.version, row }];
      })
      .sort((a, b) => a.version - b.version);
    return { at, epoch, cursor, changes };
  });
}
