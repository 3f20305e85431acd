import { kindOf, type MirrorDatabase, recordsOf } from './database.ts';

/** Keeps the server's version of a row, before the first edit on top of it, inside the caller's transaction. */
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
