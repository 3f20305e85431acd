import type { BaseRow } from '../../src/engine/define.ts';
import { compareOrder } from '../../src/engine/define.ts';
import { type MirrorRecord, toRecord } from '../../src/engine/mirror/database.ts';
import { type SyncStatus, startPosition, startStatus } from '../../src/engine/mirror/meta.ts';
import {
  type Content,
  type Mirror,
  type MirrorState,
  matches,
  type Query,
  toContent,
} from '../../src/engine/mirror/query.ts';

/** Rows by table name, as the server would send them. */
export type Rows = Readonly<Record<string, readonly BaseRow[]>>;

/**
 * A mirror that is a plain value: nothing is stored and nothing changes.
 * Rows are taken as they are; check them before if they come from outside.
 */
export function memoryMirror(
  rows: Rows,
  about: { freshness?: number | null; status?: SyncStatus } = {},
): Mirror {
  const state: MirrorState = {
    freshness: about.freshness ?? null,
    status: about.status ?? startStatus,
    malformed: 0,
  };

  function peek<Item>(query: Query<Item>): Content<Item> {
    const records: MirrorRecord[] = (rows[query.kind.table] ?? [])
      .map((row) => toRecord(query.kind, row, 0))
      .filter((record) => matches(record, query))
      .sort((a, b) => compareOrder(a.order, b.order));
    const items = records.slice(0, query.limit).map((record) => query.kind.toItem(record.row));
    return toContent(items, { complete: state.freshness !== null }, state.status);
  }

  return {
    keeping: 'kept',
    peek,
    peekState: () => state,
    read: async (query) => peek(query),
    state: async () => state,
    diagnosis: async () => ({ position: startPosition, lastFailure: null, malformed: [] }),
    requestSync() {},
  };
}
