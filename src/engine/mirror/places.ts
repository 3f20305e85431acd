import { compareOrder } from '../define.ts';
import type { Mutation } from '../mutation.ts';
import {
  getMeta,
  type MirrorDatabase,
  type MirrorRecord,
  recordsOf,
  toRecord,
} from './database.ts';
import type { Content, Query } from './query.ts';
import { matches } from './query.ts';
import { contentOf, select } from './read.ts';

/** A place in a list: an item, or a deleted item that can still be taken back. */
export interface Place<Item> {
  readonly item: Item;
  /** The deletion while it is held; null for an existing item. */
  readonly deletion: Mutation | null;
}

/**
 * The results of a query, with the signed-in account's held deletions in their places. Rows and outbox are read in one
 * transaction, so that no list shows a deleted row neither as a row nor as an Undo.
 */
export function readPlaces<Item>(
  database: MirrorDatabase,
  query: Query<Item>,
): Promise<Content<Place<Item>>> {
  const { kind } = query;
  const table = recordsOf(database, kind);
  return database.transaction('r', table, database.outbox, database.meta, async () => {
    const records = await select(table, query);
    const there = new Set(records.map(({ id }) => id));
    const places: { record: MirrorRecord; deletion: Mutation | null }[] = records.map((record) => ({
      record,
      deletion: null,
    }));
    for (const mutation of await heldByAccount(database)) {
      for (const change of mutation.changes) {
        if (change.op !== 'delete' || change.table !== kind.table) continue;
        if (change.before === null || there.has(change.id)) continue;
        const record = toRecord(kind, change.before, 0);
        if (matches(record, query)) places.push({ record, deletion: mutation });
      }
    }
    places.sort((a, b) => compareOrder(a.record.order, b.record.order));
    return contentOf(
      database,
      places.map(({ record, deletion }) => ({ item: kind.toItem(record.row), deletion })),
    );
  });
}

async function heldByAccount(database: MirrorDatabase): Promise<Mutation[]> {
  const account = await getMeta(database, 'account');
  return database.outbox
    .filter(
      (mutation) =>
        mutation.account === account?.userId && !mutation.sent && mutation.heldUntil !== null,
    )
    .toArray();
}
