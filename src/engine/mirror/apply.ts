import * as v from 'valibot';
import type { AnyKind } from '../define.ts';
import { rowKey } from '../outbox/mutation.ts';
import type { Answer } from '../outbox/outcome.ts';
import { recordAnswers } from '../outbox/outcome.ts';
import {
  getMeta,
  kindOf,
  type MalformedRow,
  type MirrorDatabase,
  type MirrorRecord,
  type PristineRow,
  recordsOf,
  toRecord,
} from './database.ts';
import { type Position, startPosition } from './meta.ts';
import { settleRows, showRows } from './show.ts';
import { noteDerived, noteModel } from './status.ts';

/** One change from the server; `row` is null for a tombstone. */
export interface Change {
  table: string;
  id: string;
  version: number;
  row: unknown;
}

/** The result of one catch-up: the changes between two positions, in version order. */
export interface CatchUp {
  /** The device's position when it began. */
  from: Position;
  /** The device's position once these are applied. */
  to: Position;
  /** The changes replace everything: what the device holds is of another history, or too old. */
  reset: boolean;
  changes: readonly Change[];
  /** The server's answers to mutations of this device, no newer than the rows. */
  answers?: readonly Answer[];
}

export type Applied =
  | { outcome: 'applied'; position: Position }
  /** Another tab has been faster; the mirror's position is `position`. */
  | { outcome: 'stale'; position: Position }
  /** A fresh start without a single row, while the device has content: rejected (invariant 9). */
  | { outcome: 'unbelievable'; position: Position };

/**
 * Applies a catch-up to the mirror: rows, tombstones, position and freshness in one transaction (invariant 2).
 * The transaction reads the position again, because another tab may have moved it meanwhile.
 *
 * - Incremental changes apply only to the history they continue; a fresh start replaces everything at once, so
 *   that no reader ever sees an empty moment.
 * - Only changes after the position that is held apply. No row on the device is newer than its position, so none is
 *   replaced by an older version (invariant 7), and no row has to be read to know that.
 * - A row that this app cannot read is set aside as received; the older state stays on the screen.
 * - Pending mutations are replayed over the new rows (invariant 1); answered ones leave the outbox.
 *
 * @param at when the last page was requested, in ms since 1970; becomes the freshness when the device is complete
 */
export async function applyCatchUp(
  database: MirrorDatabase,
  catchUp: CatchUp,
  at: number,
): Promise<Applied> {
  const without = catchUp.answers?.length ? null : await applyWithoutEdits(database, catchUp, at);
  if (without !== null) return without;
  return database.transaction('rw', database.tables, async () => write(database, catchUp, at));
}

/**
 * Most devices have no edits. On them a catch-up opens neither the stores of edits, so that it need not wait for the
 * disk (database.ts), nor those of kinds that it does not bring, so that other screens go on reading.
 *
 * @returns null if there are edits on this device
 */
function applyWithoutEdits(
  database: MirrorDatabase,
  catchUp: CatchUp,
  at: number,
): Promise<Applied | null> {
  const { changes, reset } = catchUp;
  const { meta, malformed, pristine } = database;
  if (changes.length === 0 && !reset) {
    return database.transaction('rw', meta, async () => write(database, catchUp, at));
  }
  const brought = new Set(changes.map(({ table }) => table));
  const kinds = database.kinds.filter(({ table }) => reset || brought.has(table));
  const stores = [...kinds.map((kind) => recordsOf(database, kind)), meta, malformed, pristine];
  return database.transaction('rw', stores, async () =>
    (await pristine.count()) > 0 ? null : write(database, catchUp, at),
  );
}

async function write(database: MirrorDatabase, catchUp: CatchUp, at: number): Promise<Applied> {
  const { answers = [] } = catchUp;
  const held = (await getMeta(database, 'position')) ?? startPosition;
  if (isStale(held, catchUp)) {
    // The rows that the answers are about are here. Answers of another history are asked for again.
    const isPassed = held.epoch === catchUp.to.epoch && held.cursor >= catchUp.to.cursor;
    if (isPassed) await showRows(database, await recordAnswers(database, answers, at));
    return { outcome: 'stale', position: held };
  }
  if (catchUp.reset && held.complete && !catchUp.changes.some(({ row }) => row !== null)) {
    if (await hasContent(database)) return { outcome: 'unbelievable', position: held };
  }
  const show = await recordAnswers(database, answers, at);
  if (catchUp.reset) show.push(...(await forgetRows(database)));
  await applyChanges(database, newsIn(catchUp, held), show);
  await database.meta.put({ key: 'position', value: catchUp.to });
  if (catchUp.to.complete) await database.meta.put({ key: 'freshness', value: at });
  return { outcome: 'applied', position: catchUp.to };
}

function isStale(held: Position, { from, to, reset }: CatchUp): boolean {
  if (held.epoch === from.epoch && held.cursor === from.cursor) return false;
  if (held.epoch === to.epoch && held.cursor >= to.cursor) return true;
  return !reset && (held.epoch !== to.epoch || held.cursor < from.cursor);
}

/** The changes that the device does not have. Another tab may have brought some of them meanwhile. */
function newsIn({ reset, changes }: CatchUp, held: Position): readonly Change[] {
  return reset ? changes : changes.filter(({ version }) => version > held.cursor);
}

/** Whether any row of the server is here; rows only added on this device do not count. */
async function hasContent(database: MirrorDatabase): Promise<boolean> {
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
 * @returns the keys of those rows
 */
export async function forgetRows(database: MirrorDatabase): Promise<string[]> {
  for (const kind of database.kinds) await recordsOf(database, kind).clear();
  await database.malformed.clear();
  const edited = await database.pristine.toArray();
  await database.pristine.bulkPut(edited.map((row) => ({ ...row, version: 0, row: null })));
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
  changes: readonly Change[],
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

function byTable(changes: readonly Change[]): Map<string, Change[]> {
  const tables = new Map<string, Change[]>();
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
  changes: readonly Change[],
  edited: ReadonlySet<string>,
): Promise<string[]> {
  const records: MirrorRecord[] = [];
  const tombstones: string[] = [];
  const pristine: PristineRow[] = [];
  const malformed: MalformedRow[] = [];
  for (const change of lastOfEach(changes)) {
    const reading = toReading(kind, change);
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

function toPristine({ id, table, version }: Change, reading: Reading): PristineRow {
  return { table, id, version, row: reading.state === 'row' ? reading.record.row : null };
}

/** Rows of a kind unknown to this version of the app are kept for a later one. */
async function keepUnknown(database: MirrorDatabase, changes: readonly Change[]): Promise<void> {
  const rows = lastOfEach(changes).filter(({ row }) => row !== null);
  await database.malformed.bulkPut(rows.map((one) => ({ ...one, reason: 'unknown table' })));
}

/** A row may come twice in several pages; the later change is the newer one. */
function lastOfEach(ofOneTable: readonly Change[]): Change[] {
  return [...new Map(ofOneTable.map((change) => [change.id, change])).values()];
}

export type Reading =
  | { readonly state: 'row'; readonly record: MirrorRecord }
  | { readonly state: 'tombstone' }
  | { readonly state: 'malformed'; readonly malformed: MalformedRow };

/** A row as this version of the app reads it. */
export function toReading(kind: AnyKind, { id, version, row }: Change): Reading {
  if (row === null) return { state: 'tombstone' };
  const reading = v.safeParse(kind.row, row);
  if (reading.success && reading.output.id === id) {
    return { state: 'row', record: toRecord(kind, reading.output, version) };
  }
  const reason = reading.success ? 'the row is not the one announced' : v.summarize(reading.issues);
  return { state: 'malformed', malformed: { table: kind.table, id, version, row, reason } };
}

/**
 * Tries to read the rows set aside again, inside the caller's transaction: after an app update they may be readable,
 * and the server will not send them again because the cursor has passed them.
 */
export async function rereadMalformed(database: MirrorDatabase): Promise<void> {
  const aside = (await database.malformed.toArray()).map(({ reason: _, ...change }) => change);
  const readable = aside.filter((change) => {
    const kind = kindOf(database, change.table);
    return kind !== undefined && toReading(kind, change).state !== 'malformed';
  });
  await applyChanges(database, readable, []);
}
