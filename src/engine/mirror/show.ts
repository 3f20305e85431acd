import { Dexie } from 'dexie';
import * as v from 'valibot';
import type { AnyKind } from '../define.ts';
import { type Mutation, rowKey } from '../mutation.ts';
import {
  kindOf,
  type MirrorDatabase,
  type MirrorRecord,
  ownEdits,
  recordsOf,
  toRecord,
} from './database.ts';
import { effectsOn, rebase, takesFlag } from './rebase.ts';

/**
 * Updates shown rows after their pristine rows or the outbox have changed (invariant 1), inside the same transaction.
 * Only the edits of the signed-in account show (R20); a pristine row is deleted when no account has edits on it.
 *
 * @param keys `rowKey`s of rows that have a pristine row; others are ignored
 */
export async function showRows(database: MirrorDatabase, keys: Iterable<string>): Promise<void> {
  const wanted = [...new Set(keys)];
  for (const kind of database.kinds) {
    const ofKind = wanted.filter((key) => key.startsWith(`${kind.table}/`));
    if (ofKind.length > 0) await showRowsOf(database, kind, ofKind);
  }
}

async function showRowsOf(
  database: MirrorDatabase,
  kind: AnyKind,
  keys: readonly string[],
): Promise<void> {
  const { table, exclusive } = kind;
  const isOwn = await ownEdits(database);
  const pending = await pendingOn(database, kind, keys);
  const rivals =
    exclusive === undefined ? [] : await rivalsOf(database, kind, exclusive, pending.filter(isOwn));
  const ids = new Set([...keys, ...rivals].map((key) => key.slice(table.length + 1)));
  const kept = await database.pristine.bulkGet([...ids].map((id) => [table, id]));
  const byRow = new Map<string, Mutation[]>();
  for (const mutation of pending) {
    for (const key of mutation.rows) byRow.set(key, [...(byRow.get(key) ?? []), mutation]);
  }

  const shown: MirrorRecord[] = [];
  const gone: string[] = [];
  const settled: [string, string][] = [];
  for (const pristine of kept) {
    if (pristine === undefined) continue;
    const { id, version } = pristine;
    const ofRow = exclusive === undefined ? (byRow.get(rowKey(pristine)) ?? []) : pending;
    const edits = ofRow.map((mutation) => ({
      isOwn: isOwn(mutation),
      effects: mutation.changes.flatMap((change) => effectsOn(kind, id, change)),
    }));
    const changes = edits.flatMap((one) => (one.isOwn ? one.effects : []));
    const rebased = rebase(pristine.row, changes);
    // If the server's row no longer accepts the edit on top of it, it is shown without it.
    const row = rebased !== null && v.is(kind.row, rebased) ? rebased : rebased && pristine.row;
    if (row === null) gone.push(id);
    else shown.push(toRecord(kind, row, version));
    if (edits.every(({ effects }) => effects.length === 0)) settled.push([table, id]);
  }
  await recordsOf(database, kind).bulkPut(shown);
  await recordsOf(database, kind).bulkDelete(gone);
  await database.pristine.bulkDelete(settled);
}

/**
 * Gives up all pristine rows, inside the same transaction, when no edit waits any more: each row is the server's again.
 *
 * @param received `rowKey`s of rows that are stored as the server has them already
 */
export async function settleRows(
  database: MirrorDatabase,
  received: ReadonlySet<string>,
): Promise<void> {
  const tracked = await database.pristine.toArray();
  for (const kind of database.kinds) {
    const { table } = kind;
    const ofKind = tracked.filter((row) => row.table === table);
    if (ofKind.length === 0) continue;
    const shown: MirrorRecord[] = [];
    const gone: string[] = [];
    for (const { id, version, row } of ofKind.filter((one) => !received.has(rowKey(one)))) {
      if (row === null) gone.push(id);
      else shown.push(toRecord(kind, row, version));
    }
    await recordsOf(database, kind).bulkPut(shown);
    await recordsOf(database, kind).bulkDelete(gone);
    const ofTable = database.pristine.where('[table+id]');
    await ofTable.between([table, Dexie.minKey], [table, Dexie.maxKey]).delete();
  }
}

/** Shows every row with edits of any account anew, because another account sees other edits. */
export async function showEditedRows(database: MirrorDatabase): Promise<void> {
  const edited = await database.pristine.toArray();
  await showRows(database, edited.map(rowKey));
}

/** The pending mutations of all accounts that may affect these rows, in order. */
async function pendingOn(
  database: MirrorDatabase,
  { table, exclusive }: AnyKind,
  keys: readonly string[],
): Promise<Mutation[]> {
  const byRow = database.outbox.where('rows');
  const ofRows = exclusive === undefined ? byRow.anyOf(keys) : byRow.startsWith(`${table}/`);
  return ofRows.distinct().sortBy('place');
}

/**
 * The rows that gain or lose a kind's exclusive flag through pending changes of others. Rows that lose it are tracked
 * like edited rows.
 *
 * @param pending the signed-in account's mutations of the kind
 * @returns their keys
 */
async function rivalsOf(
  database: MirrorDatabase,
  kind: AnyKind,
  flag: string,
  pending: readonly Mutation[],
): Promise<string[]> {
  if (pending.some(({ changes }) => changes.some((change) => takesFlag(kind, change)))) {
    const holders = await recordsOf(database, kind)
      .filter(({ row }) => kind.filled(row)[flag] === true)
      .toArray();
    for (const { id } of holders) await keepPristine(database, { table: kind.table, id });
  }
  const kept = await database.pristine.filter(({ table }) => table === kind.table).toArray();
  return kept.map(rowKey);
}

/** Stores the server's version of a row before the first edit on top of it, inside the caller's transaction. */
export async function keepPristine(
  database: MirrorDatabase,
  { table, id }: { table: string; id: string },
): Promise<void> {
  if ((await database.pristine.get([table, id])) !== undefined) return;
  const kind = kindOf(database, table);
  if (kind === undefined) return;
  const record = await recordsOf(database, kind).get(id);
  await database.pristine.put({
    table,
    id,
    version: record?.version ?? 0,
    row: record?.row ?? null,
  });
}
