import * as v from 'valibot';
import type { AnyKind } from '../define.ts';
import { type Columns, type Mutation, rowKey } from '../outbox/mutation.ts';
import { kindOf, type MirrorDatabase, ownEdits, recordsOf, toRecord } from './database.ts';
import { effectsOn, rebase, takesFlag } from './rebase.ts';

/**
 * Updates shown rows after their pristine rows or the outbox have changed (invariant 1), inside the same transaction.
 * Only the edits of the signed-in account show; a pristine row is deleted when no account has edits on it.
 *
 * @param keys `rowKey`s of rows that have a pristine row; others are ignored
 */
export async function showRows(database: MirrorDatabase, keys: Iterable<string>): Promise<void> {
  const isOwn = await ownEdits(database);
  const wanted = new Set(keys);
  for (const kind of database.kinds) {
    if (kind.exclusive === undefined || !hasAny(wanted, kind)) continue;
    for (const key of await rivalsOf(database, kind, kind.exclusive)) wanted.add(key);
  }

  for (const key of wanted) {
    const [table = '', id = ''] = key.split('/');
    const kind = kindOf(database, table);
    const pristine = await database.pristine.get([table, id]);
    if (kind === undefined || pristine === undefined) continue;
    const pending = (await pendingOn(database, kind, key)).map((mutation) => ({
      isOwn: isOwn(mutation),
      effects: mutation.changes.flatMap((change) => effectsOn(kind, id, change)),
    }));
    const changes = pending.flatMap((one) => (one.isOwn ? one.effects : []));
    const shown = rebase(pristine.row, changes);
    // If the server's row no longer accepts the edit on top of it, it is shown without it.
    const row = shown !== null && v.is(kind.row, shown) ? shown : shown && pristine.row;
    if (row === null) await recordsOf(database, kind).delete(id);
    else await recordsOf(database, kind).put(toRecord(kind, row, pristine.version));
    if (pending.every(({ effects }) => effects.length === 0)) {
      await database.pristine.delete([table, id]);
    }
  }
}

/** Shows every row with edits of any account anew, because another account sees other edits. */
export async function showEditedRows(database: MirrorDatabase): Promise<void> {
  const edited = await database.pristine.toArray();
  await showRows(database, edited.map(rowKey));
}

/** The pending mutations of all accounts that may affect a row, in order. */
async function pendingOn(
  database: MirrorDatabase,
  { table, exclusive }: AnyKind,
  key: string,
): Promise<Mutation[]> {
  const byRow = database.outbox.where('rows');
  const ofRow = exclusive === undefined ? byRow.equals(key) : byRow.startsWith(`${table}/`);
  return ofRow.distinct().sortBy('place');
}

function hasAny(keys: ReadonlySet<string>, { table }: AnyKind): boolean {
  return [...keys].some((key) => key.startsWith(`${table}/`));
}

/**
 * The rows that gain or lose a kind's exclusive flag through pending changes of others. Rows that lose it are tracked
 * like edited rows.
 *
 * @returns their keys
 */
async function rivalsOf(database: MirrorDatabase, kind: AnyKind, flag: string): Promise<string[]> {
  const { table } = kind;
  const isOwn = await ownEdits(database);
  const pending = (await pendingOn(database, kind, `${table}/`)).filter(isOwn);
  if (pending.some(({ changes }) => changes.some((change) => takesFlag(kind, change)))) {
    const holders = await recordsOf(database, kind)
      .filter(({ row }) => (row as unknown as Columns)[flag] === true)
      .toArray();
    for (const { id } of holders) await keepPristine(database, { table, id });
  }
  const kept = await database.pristine.filter((row) => row.table === table).toArray();
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
