import type { MirrorDatabase } from './database.ts';
import type { StoredRow, Withheld } from './row-page.ts';
import { askAnew } from './status.ts';
import { readRows, tablesIn, writeRows } from './stored-rows.ts';

/** What nobody but admins is told (R43): rows that are drafts, and the ids of drafts in other rows. The server has marked them. */

/** A row as everybody may see it; null if nobody else may. */
export function forEverybody<Row>(held: { row: Row; withheld?: Withheld }): Row | null {
  const { row, withheld } = held;
  if (withheld === true) return null;
  if (withheld === undefined || typeof row !== 'object') return row;
  return { ...row, ...Object.fromEntries(withheld.map((column) => [column, null])) };
}

/**
 * Deletes it, inside the caller's transaction. What everybody may see stays, so that the site can be read. Everything is asked
 * for with the next exchange, by whoever is signed in then.
 */
export async function dropWithheld(database: MirrorDatabase): Promise<void> {
  let hasDropped = false;
  for (const table of await tablesIn(database)) {
    const marked = (await readRows(database, table)).filter(({ withheld }) => withheld);
    if (marked.length === 0) continue;
    const left = marked.flatMap((held): StoredRow[] => {
      const row = forEverybody(held);
      return row === null ? [] : [{ id: held.id, version: held.version, row }];
    });
    const gone = marked.filter(({ withheld }) => withheld === true);
    await writeRows(
      database,
      table,
      left,
      gone.map(({ id }) => id),
    );
    hasDropped = true;
  }
  const aside = database.malformed.filter(({ withheld }) => withheld !== undefined);
  hasDropped = (await aside.delete()) > 0 || hasDropped;
  if (hasDropped) await askAnew(database);
}
