import * as v from 'valibot';
import type { AnyKind } from '../model/kind.ts';
import { type MirrorDatabase, recordsOf, toRecord } from './database.ts';
import { rowKey } from './mutation.ts';
import { rebase } from './rebase.ts';

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
  for (const key of new Set(keys)) {
    const [table = '', id = ''] = key.split('/');
    const kind = kinds.find((candidate) => candidate.table === table);
    const pristine = await database.pristine.get([table, id]);
    if (kind === undefined || pristine === undefined) continue;
    const pending = await database.outbox.where('rows').equals(key).sortBy('place');
    const changes = pending.flatMap((mutation) =>
      mutation.changes.filter((change) => rowKey(change) === key),
    );
    const shown = rebase(pristine.row, changes);
    // A server's row that no longer fits the edit on top of it is shown as the server has it.
    const row = shown !== null && v.is(kind.row, shown) ? shown : shown && pristine.row;
    if (row === null) await recordsOf(database, kind).delete(id);
    else await recordsOf(database, kind).put(toRecord(kind, row, pristine.version));
    if (pending.length === 0) await database.pristine.delete([table, id]);
  }
}
