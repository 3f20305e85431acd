import { type AnyKind, absentFrom } from '../define.ts';
import { rowKey } from '../mutation.ts';
import { rereadMalformed, toReading } from './apply.ts';
import { getMeta, type MirrorDatabase, recordsOf } from './database.ts';
import { showRows } from './show.ts';
import { askAnew, noteDerived } from './status.ts';

/**
 * Brings the mirror in line with this version of the app. Called at every start.
 *
 * - If the rows were derived by another model, all are derived anew in one transaction: order, lookups, and which
 *   rows are readable. Rows of a new kind move to their store.
 * - A row from before a column was added stays as it is: who reads it fills the column in (`Kind.filled`). If no row can be
 *   without that column, everything is asked for again (R38).
 * - Otherwise, and on a new device, nothing is written.
 */
export async function adoptMirror(database: MirrorDatabase): Promise<void> {
  if (await isAdopted(database)) return;
  await database.transaction('rw', database.tables, async () => {
    let isOutdated = false;
    for (const kind of database.kinds) if (await deriveKind(database, kind)) isOutdated = true;
    if (isOutdated) await askAnew(database);
    const edited = await database.pristine.toArray();
    await showRows(database, edited.map(rowKey));
    await rereadMalformed(database);
    await noteDerived(database);
  });
}

/** A new device has nothing to derive; the first page it stores records the model. */
function isAdopted(database: MirrorDatabase): Promise<boolean> {
  const { meta, pristine, model } = database;
  return database.transaction('r', meta, pristine, async () => {
    const held = await getMeta(database, 'model');
    if (held !== undefined) return held === model;
    const isNew = (await getMeta(database, 'position')) === undefined;
    return isNew && (await pristine.count()) === 0;
  });
}

/** @returns whether a row lacks a column that no row can be without */
async function deriveKind(database: MirrorDatabase, kind: AnyKind): Promise<boolean> {
  const table = recordsOf(database, kind);
  const { table: name } = kind;
  const held = await table.toArray();
  const readings = held.map(({ id, version, row }) =>
    toReading(kind, { table: name, id, version, row }),
  );
  const readable = readings.flatMap((it) => (it.state === 'row' ? [it.record] : []));
  await table.bulkPut(readable);
  const aside = readings.flatMap((it) => (it.state === 'malformed' ? [it.malformed] : []));
  await table.bulkDelete(aside.map(({ id }) => id));
  // A row may have been set aside already. That version is newer than the one just read, so it stays.
  const newer = await database.malformed.bulkGet(aside.map(({ id }) => [name, id]));
  await database.malformed.bulkPut(aside.filter((_, i) => newer[i] === undefined));
  return readable.some(({ row }) => absentFrom(kind, row) !== undefined);
}
