import { getMeta, type MirrorDatabase } from './database.ts';
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

/** Notes that there is some, inside the caller's transaction. @param isAll nothing else is on the device */
export async function noteWithheld(
  database: MirrorDatabase,
  changes: readonly { readonly withheld?: Withheld | null | undefined }[],
  isAll: boolean,
): Promise<void> {
  const isThere = changes.some(({ withheld }) => withheld);
  const held = await getMeta(database, 'withheld');
  const value = isThere || (isAll ? false : held);
  if (value !== undefined && value !== held) await database.meta.put({ key: 'withheld', value });
}

/**
 * Deletes it, inside the caller's transaction. What everybody may see stays, so that the site can be read. Everything is asked
 * for with the next exchange, by whoever is signed in then. Where there is none, no row is read.
 */
export async function dropWithheld(database: MirrorDatabase): Promise<void> {
  const drops = ((await getMeta(database, 'drops')) ?? 0) + 1;
  await database.meta.put({ key: 'drops', value: drops });
  if ((await getMeta(database, 'withheld')) === false) return;
  await database.meta.put({ key: 'withheld', value: false });
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
