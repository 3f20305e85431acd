import * as v from 'valibot';
import type { Columns } from '../model/change.ts';
import type { AnyKind } from '../model/kind.ts';
import { type MirrorDatabase, recordsOf, toRecord } from './database.ts';
import { type QueuedChange, rowKey } from './mutation.ts';
import { keepPristine } from './pristine.ts';
import { effectsOn, rebase, takesFlag } from './rebase.ts';

/**
 * Brings shown rows in line with their pristine rows and the outbox (invariant 1), inside the transaction
 * that changed either. A row on which nothing is pending any more is exactly the server's again, and its
 * pristine row goes.
 *
 * @param keys `rowKey`s of rows that have a pristine row; others are left alone
 */
export async function showRows(
  database: MirrorDatabase,
  kinds: readonly AnyKind[],
  keys: Iterable<string>,
): Promise<void> {
  const wanted = new Set(keys);
  for (const kind of kinds) {
    if (kind.exclusive === undefined || !hasAny(wanted, kind)) continue;
    for (const key of await rivalsOf(database, kind, kind.exclusive)) wanted.add(key);
  }

  for (const key of wanted) {
    const [table = '', id = ''] = key.split('/');
    const kind = kinds.find((candidate) => candidate.table === table);
    const pristine = await database.pristine.get([table, id]);
    if (kind === undefined || pristine === undefined) continue;
    const changes = (await pendingOn(database, kind, key)).flatMap((change) =>
      effectsOn(kind, id, change),
    );
    const shown = rebase(pristine.row, changes);
    // A server's row that no longer fits the edit on top of it is shown as the server has it.
    const row = shown !== null && v.is(kind.row, shown) ? shown : shown && pristine.row;
    if (row === null) await recordsOf(database, kind).delete(id);
    else await recordsOf(database, kind).put(toRecord(kind, row, pristine.version));
    if (changes.length === 0) await database.pristine.delete([table, id]);
  }
}

/** The pending changes that may have an effect on a row, in their order. */
async function pendingOn(
  database: MirrorDatabase,
  { table, exclusive }: AnyKind,
  key: string,
): Promise<QueuedChange[]> {
  const byRow = database.outbox.where('rows');
  const ofRow = exclusive === undefined ? byRow.equals(key) : byRow.startsWith(`${table}/`);
  return (await ofRow.distinct().sortBy('place')).flatMap(({ changes }) => changes);
}

function hasAny(keys: ReadonlySet<string>, { table }: AnyKind): boolean {
  return [...keys].some((key) => key.startsWith(`${table}/`));
}

/**
 * The rows that gain or lose a kind's exclusive flag by what is pending on others. Those that hold it while
 * another row's edit takes it are kept as edited rows are.
 *
 * @returns their keys
 */
async function rivalsOf(database: MirrorDatabase, kind: AnyKind, flag: string): Promise<string[]> {
  const { table } = kind;
  const pending = await pendingOn(database, kind, `${table}/`);
  if (pending.some((change) => takesFlag(kind, change))) {
    const holders = await recordsOf(database, kind)
      .filter(({ row }) => (row as unknown as Columns)[flag] === true)
      .toArray();
    for (const { id } of holders) await keepPristine(database, [kind], { table, id });
  }
  const kept = await database.pristine.filter((row) => row.table === table).toArray();
  return kept.map(rowKey);
}
