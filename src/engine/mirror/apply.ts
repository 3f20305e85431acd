import * as v from 'valibot';
import { type AnyKind, absentFrom } from '../define.ts';
import { rowKey } from '../mutation.ts';
import {
  kindOf,
  type MalformedRow,
  type MirrorDatabase,
  type MirrorRecord,
  type PristineRow,
  recordsOf,
  toRecord,
} from './database.ts';
import { settleRows, showRows } from './show.ts';
import { noteDerived, noteModel } from './status.ts';

/** One change from the server; `row` is null for a tombstone. */
export interface ServerChange {
  table: string;
  id: string;
  version: number;
  row: unknown;
}

/** Whether any row of the server is here; rows only added on this device do not count. */
export async function hasContent(database: MirrorDatabase): Promise<boolean> {
  const added = await database.pristine.filter(({ row }) => row === null).toArray();
  const own = new Set(added.map(rowKey));
  for (const { table } of database.kinds) {
    const ids = await database.table<{ id: string }, string>(table).toCollection().primaryKeys();
    if (ids.some((id) => !own.has(rowKey({ table, id })))) return true;
  }
  return database.pristine
    .filter(({ row }) => row !== null)
    .count()
    .then((count) => count > 0);
}

/**
 * Deletes every row of the server, inside the caller's transaction. Edits stay: their rows are to be shown anew, and
 * once more from the rows that come.
 *
 * @param coming what replaces them. A row that comes in a state that this app cannot read, e.g. because a column was
 *   renamed, stays in the state that it can read.
 * @returns the keys of those rows
 */
export async function forgetRows(
  database: MirrorDatabase,
  coming: readonly ServerChange[] = [],
): Promise<string[]> {
  const unreadable = new Set<string>();
  const readable = new Map<AnyKind, MirrorRecord[]>();
  for (const kind of database.kinds) {
    const table = recordsOf(database, kind);
    if ((await table.count()) === 0) continue;
    const ofKind = lastOfEach(coming.filter((change) => change.table === kind.table));
    const aside = ofKind.filter((change) => receive(kind, change).state === 'malformed');
    for (const change of aside) unreadable.add(rowKey(change));
    const held = await table.bulkGet(aside.map(({ id }) => id));
    readable.set(
      kind,
      // Its version is of a history that the device leaves.
      held.flatMap((record) => (record === undefined ? [] : [{ ...record, version: 0 }])),
    );
  }
  for (const kind of database.kinds) await recordsOf(database, kind).clear();
  for (const [kind, records] of readable) await recordsOf(database, kind).bulkPut(records);
  await database.malformed.clear();
  const edited = await database.pristine.toArray();
  const under = (kept: PristineRow) => (unreadable.has(rowKey(kept)) ? kept.row : null);
  await database.pristine.bulkPut(edited.map((row) => ({ ...row, version: 0, row: under(row) })));
  // Every row that follows is derived by this version of the app.
  await noteDerived(database);
  return edited.map(rowKey);
}

/**
 * Applies changes to rows, pristine rows and shown rows, inside the caller's transaction. Few rows are edited or
 * unreadable, so their keys are read once; no changed row is looked up. Once the last edit is answered, rows are stored
 * as received, as on a device without edits.
 *
 * @param changes newer than what is held, in version order
 * @param alsoShow keys of other rows whose pending mutations have changed
 */
export async function applyChanges(
  database: MirrorDatabase,
  changes: readonly ServerChange[],
  alsoShow: readonly string[],
): Promise<void> {
  if (changes.length === 0 && alsoShow.length === 0) return;
  const tracked = await database.pristine.toCollection().primaryKeys();
  const isSettled = tracked.length > 0 && (await database.outbox.count()) === 0;
  const edited = isSettled ? [] : tracked;
  const unlikeReceived: string[] = [];
  if (changes.length > 0) {
    await noteModel(database);
    const aside = await database.malformed.toCollection().primaryKeys();
    const unreadable = new Set(aside.map(([table, id]) => rowKey({ table, id })));
    const known = changes.filter((change) => unreadable.has(rowKey(change)));
    await database.malformed.bulkDelete(known.map(({ table, id }) => [table, id]));
    for (const [table, ofTable] of byTable(changes)) {
      const kind = kindOf(database, table);
      const ids = new Set(edited.filter(([of]) => of === table).map(([, id]) => id));
      if (kind === undefined) await keepUnknown(database, ofTable);
      else unlikeReceived.push(...(await applyToKind(database, kind, ofTable, ids)));
    }
  }
  if (isSettled) {
    const received = new Set(changes.map(rowKey));
    for (const key of unlikeReceived) received.delete(key);
    await settleRows(database, received);
  } else if (tracked.length > 0) {
    await showRows(database, [...alsoShow, ...unlikeReceived]);
  }
}

function byTable(changes: readonly ServerChange[]): Map<string, ServerChange[]> {
  const tables = new Map<string, ServerChange[]>();
  for (const change of changes) {
    const known = tables.get(change.table);
    if (known === undefined) tables.set(change.table, [change]);
    else known.push(change);
  }
  return tables;
}

/**
 * @param edited the ids of the kind's rows with edits on top
 * @returns the keys of rows that may look different from what was received
 */
async function applyToKind(
  database: MirrorDatabase,
  kind: AnyKind,
  changes: readonly ServerChange[],
  edited: ReadonlySet<string>,
): Promise<string[]> {
  const records: MirrorRecord[] = [];
  const tombstones: string[] = [];
  const pristine: PristineRow[] = [];
  const malformed: MalformedRow[] = [];
  for (const change of lastOfEach(changes)) {
    const reading = receive(kind, change);
    if (reading.state === 'malformed') malformed.push(reading.malformed);
    else if (edited.has(change.id)) pristine.push(toPristine(change, reading));
    else if (reading.state === 'row') records.push(reading.record);
    else tombstones.push(change.id);
  }
  const table = recordsOf(database, kind);
  await table.bulkPut(records);
  await table.bulkDelete(tombstones);
  await database.pristine.bulkPut(pristine);
  await database.malformed.bulkPut(malformed);
  // In an exclusive kind an edit may change the flag of any other row.
  if (kind.exclusive !== undefined && edited.size > 0) return changes.map(rowKey);
  return [...pristine, ...malformed].map(rowKey);
}

function toPristine({ id, table, version }: ServerChange, reading: Reading): PristineRow {
  return { table, id, version, row: reading.state === 'row' ? reading.record.row : null };
}

/** Rows of a kind unknown to this version of the app are kept for a later one. */
async function keepUnknown(
  database: MirrorDatabase,
  changes: readonly ServerChange[],
): Promise<void> {
  const rows = lastOfEach(changes).filter(({ row }) => row !== null);
  await database.malformed.bulkPut(rows.map((one) => ({ ...one, reason: 'unknown table' })));
}

/** A row may come twice in several pages; the later change is the newer one. */
function lastOfEach(ofOneTable: readonly ServerChange[]): ServerChange[] {
  return [...new Map(ofOneTable.map((change) => [change.id, change])).values()];
}

export type Reading =
  | { readonly state: 'row'; readonly record: MirrorRecord }
  | { readonly state: 'tombstone' }
  | { readonly state: 'malformed'; readonly malformed: MalformedRow };

/** A row as this version of the app reads it, wherever it is from; see `receive` for one that the server sends. */
export function toReading(kind: AnyKind, change: ServerChange): Reading {
  const { id, version, row } = change;
  if (row === null) return { state: 'tombstone' };
  const reading = v.safeParse(kind.row, row);
  if (!reading.success) return setAside(change, v.summarize(reading.issues));
  if (reading.output.id !== id) return setAside(change, 'the row is not the one announced');
  return { state: 'row', record: toRecord(kind, reading.output, version) };
}

/**
 * A row as the server sends it. Without a column that no row can be without it is set aside (R38), as when the column was
 * renamed, so that its last readable state stays shown.
 */
function receive(kind: AnyKind, change: ServerChange): Reading {
  const reading = toReading(kind, change);
  const absent = reading.state === 'row' ? absentFrom(kind, reading.record.row) : undefined;
  return absent === undefined ? reading : setAside(change, `the row has no ${absent}`);
}

function setAside(change: ServerChange, reason: string): Reading {
  const { table, id, version, row } = change;
  return { state: 'malformed', malformed: { table, id, version, row, reason } };
}

/**
 * Tries to read the rows set aside (R10) again, inside the caller's transaction: after an app update they may be readable,
 * and the server will not send them again because the cursor has passed them.
 */
export async function rereadMalformed(database: MirrorDatabase): Promise<void> {
  const aside = (await database.malformed.toArray()).map(({ reason: _, ...change }) => change);
  const readable = aside.filter((change) => {
    const kind = kindOf(database, change.table);
    return kind !== undefined && receive(kind, change).state !== 'malformed';
  });
  await applyChanges(database, readable, []);
}
