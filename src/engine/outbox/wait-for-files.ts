import { kindOf, type MirrorDatabase } from '../mirror/database.ts';
import { takesFlag } from '../mirror/rebase.ts';
import type { Columns, Mutation, QueuedChange } from '../mutation.ts';
import { filesNamedBy } from './files.ts';

/**
 * Finds out, edit by edit in the order of the queue, which ones wait for a file on this device (R45). An edit that has nothing
 * to do with one that waits goes before it. Without it these would be refused, or would do something else, so they wait too:
 *
 * - a later edit of a row that it changes
 * - a later edit that refers to a row which it makes
 * - a deletion of a row that it refers to
 * - a later choice, where it takes the kind's exclusive flag
 *
 * @param here the names of the files on this device
 */
export function waitingForFiles(
  database: MirrorDatabase,
  here: readonly string[],
): (mutation: Mutation) => boolean {
  const files = new Set(here);
  const [touched, made, referred] = [new Set<unknown>(), new Set<unknown>(), new Set<unknown>()];

  /** The row, and the kind whose exclusive flag it takes. */
  const touchedBy = (change: QueuedChange) =>
    database.kinds.some((kind) => takesFlag(kind, change))
      ? [change.id, change.table]
      : [change.id];

  function waits({ changes }: Mutation): boolean {
    return (
      filesNamedBy(database, changes).some((name) => files.has(name)) ||
      changes.some(
        (change) =>
          touchedBy(change).some((it) => touched.has(it)) ||
          referredBy(database, change).some((it) => made.has(it)) ||
          (change.op === 'delete' && referred.has(change.id)),
      )
    );
  }

  return (mutation) => {
    if (files.size === 0 || !waits(mutation)) return false;
    for (const change of mutation.changes) {
      for (const it of touchedBy(change)) touched.add(it);
      for (const it of referredBy(database, change)) referred.add(it);
      if (change.op === 'insert') made.add(change.id);
    }
    return true;
  };
}

/** The ids that its row refers to, as its author sees the row. */
function referredBy(database: MirrorDatabase, change: QueuedChange): unknown[] {
  if (change.op === 'delete') return [];
  const before = change.op === 'update' ? change.before : null;
  const row: Columns = { ...before, ...change.values };
  return (kindOf(database, change.table)?.references ?? []).map((column) => row[column]);
}
