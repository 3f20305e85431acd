import type { MirrorDatabase } from './database.ts';
import { askAnew } from './status.ts';
import { readRows, tablesIn, writeRows } from './stored-rows.ts';

/**
 * Deletes what nobody but admins is told of (R43), inside the caller's transaction: the server has marked these rows. What
 * everybody may see stays, so that the site can be read. Everything is asked for with the next exchange, by whoever is signed
 * in then.
 */
export async function dropWithheld(database: MirrorDatabase): Promise<void> {
  let hasDropped = false;
  for (const table of await tablesIn(database)) {
    const gone = (await readRows(database, table)).filter(({ withheld }) => withheld);
    if (gone.length === 0) continue;
    await writeRows(
      database,
      table,
      [],
      gone.map(({ id }) => id),
    );
    hasDropped = true;
  }
  hasDropped = (await database.malformed.filter(isWithheld).delete()) > 0 || hasDropped;
  if (hasDropped) await askAnew(database);
}

function isWithheld({ withheld }: { withheld?: true }): boolean {
  return withheld === true;
}
