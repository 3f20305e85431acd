import * as v from 'valibot';
import { type AnyKind, absentFrom } from '../define.ts';
import { rowKey } from '../mutation.ts';
import { kindOf, type MalformedRow, type MirrorDatabase } from './database.ts';
import type { StoredRow, Withheld } from './row-page.ts';
import { noteModel, noteRead } from './status.ts';
import { readRows, replaceRows, tablesIn, writeRows } from './stored-rows.ts';

/** One change from the server; `row` is null for a tombstone. */
export interface ServerChange {
  table: string;
  id: string;
  version: number;
  row: unknown;
  /** See withheld.ts. */
  withheld?: Withheld | null | undefined;
}

/**
 * Applies changes to the rows on the disk, inside the caller's transaction. Edits are not touched: they are replayed over
 * whatever rows there are.
 *
 * @param changes newer than what is held, in version order
 */
export async function applyChanges(
  database: MirrorDatabase,
  changes: readonly ServerChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await noteModel(database);
  const aside = await database.malformed.toCollection().primaryKeys();
  const unreadable = new Set(aside.map(([table, id]) => rowKey({ table, id })));
  const known = changes.filter((change) => unreadable.has(rowKey(change)));
  await database.malformed.bulkDelete(known.map(({ table, id }) => [table, id]));
  for (const [table, ofTable] of byTable(changes)) {
    const { rows, gone, malformed } = received(database, table, ofTable);
    await writeRows(database, table, rows, gone);
    await database.malformed.bulkPut(malformed);
  }
}

/**
 * Replaces every row of the server, inside the caller's transaction.
 *
 * @param changes all that there is. A row that comes in a state that this app cannot read, e.g. because a column was
 *   renamed, stays in the state that it can read.
 * @param unread tables of which the server could not read everything (R36): what did not come of them stays as it is
 */
export async function replaceAll(
  database: MirrorDatabase,
  changes: readonly ServerChange[],
  unread: readonly string[] = [],
): Promise<void> {
  const coming = byTable(changes);
  const replaced = new Map<string, StoredRow[]>();
  await database.malformed.clear();
  for (const table of new Set([...(await tablesIn(database)), ...coming.keys()])) {
    const ofTable = coming.get(table) ?? [];
    const { rows, malformed } = received(database, table, ofTable);
    const aside = new Set(malformed.map(({ id }) => id));
    const came = new Set(ofTable.map(({ id }) => id));
    const isUnread = unread.includes(table);
    const held = aside.size > 0 || isUnread ? await readRows(database, table) : [];
    const stays = held.filter(({ id }) => aside.has(id) || (isUnread && !came.has(id)));
    // Its version is of a history that the device leaves.
    replaced.set(table, [...rows, ...stays.map((row) => ({ ...row, version: 0 }))]);
    await database.malformed.bulkPut(malformed);
  }
  await replaceRows(database, replaced);
  await noteRead(database);
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

/** The changes of one table as this version of the app reads them. Rows of an unknown kind are kept for a later one. */
function received(
  database: MirrorDatabase,
  table: string,
  changes: readonly ServerChange[],
): { rows: StoredRow[]; gone: string[]; malformed: MalformedRow[] } {
  const kind = kindOf(database, table);
  const rows: StoredRow[] = [];
  const gone: string[] = [];
  const malformed: MalformedRow[] = [];
  // A row may come twice in several pages; the later change is the newer one.
  const last = new Map(changes.map((change) => [change.id, change])).values();
  for (const change of last) {
    const reading = kind === undefined ? readUnknown(change) : receive(kind, change);
    if (reading.state === 'row') rows.push(reading.row);
    else if (reading.state === 'tombstone') gone.push(change.id);
    else malformed.push(reading.malformed);
  }
  return { rows, gone, malformed };
}

export type Reading =
  | { readonly state: 'row'; readonly row: StoredRow }
  | { readonly state: 'tombstone' }
  | { readonly state: 'malformed'; readonly malformed: MalformedRow };

/** A row as this version of the app reads it, wherever it is from; see `receive` for one that the server sends. */
export function toReading(kind: AnyKind, change: ServerChange): Reading {
  const { id, version, row } = change;
  if (row === null) return { state: 'tombstone' };
  const reading = v.safeParse(kind.row, row);
  if (!reading.success) return setAside(change, v.summarize(reading.issues));
  if (reading.output.id !== id) return setAside(change, 'the row is not the one announced');
  return { state: 'row', row: { id, version, row: reading.output, ...mark(change) } };
}

/**
 * A row as the server sends it. Without a column that no row can be without it is set aside (R38), as when the column was
 * renamed, so that its last readable state stays shown.
 */
function receive(kind: AnyKind, change: ServerChange): Reading {
  const reading = toReading(kind, change);
  const absent = reading.state === 'row' ? absentFrom(kind, reading.row.row) : undefined;
  return absent === undefined ? reading : setAside(change, `the row has no ${absent}`);
}

function readUnknown(change: ServerChange): Reading {
  return change.row === null ? { state: 'tombstone' } : setAside(change, 'unknown table');
}

function setAside(change: ServerChange, reason: string): Reading {
  const { table, id, version, row } = change;
  return { state: 'malformed', malformed: { table, id, version, row, reason, ...mark(change) } };
}

/** Most rows have no mark. */
function mark({ withheld }: ServerChange): { withheld?: Withheld } {
  return withheld ? { withheld } : {};
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
  await applyChanges(database, readable);
}
