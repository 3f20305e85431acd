import { type AnyKind, absentFrom } from '../define.ts';
import { rereadMalformed, toReading } from './apply.ts';
import { getMeta, type MirrorDatabase } from './database.ts';
import { aboutInMemory } from './known.ts';
import { askAnew, noteRead, readPosition } from './status.ts';
import { readRows, writeRows } from './stored-rows.ts';

/**
 * Brings the mirror in line with this version of the app. Called at every start.
 *
 * - If the rows were read by another model, all are read anew in one transaction: those that this one cannot read are
 *   set aside, and those that it can come back.
 * - A row from before a column was added stays as it is: who reads it fills the column in (`Kind.filled`). If no row can be
 *   without that column, everything is asked for again (R38).
 * - Rows that another version has written may lack the marks of what only admins may see (R43), which versions before
 *   `MARKED_SINCE` do not know. Where an account is signed in, everything is asked for again, with its marks.
 * - Otherwise, and on a new device, nothing is written.
 */
export async function adoptMirror(database: MirrorDatabase): Promise<void> {
  if (await isAdopted(database)) return;
  await database.transaction('rw', database.tables, async () => {
    let isOutdated = await mayLackMarks(database);
    for (const kind of database.kinds) if (await readAnew(database, kind)) isOutdated = true;
    if (isOutdated) await askAnew(database);
    await rereadMalformed(database);
    await noteRead(database);
  });
}

/** The `MIRROR_VERSION` of the first version of the app that keeps the marks. */
const MARKED_SINCE = 5;

/** A version that is open beside this one takes the name of the model away when it writes (status.ts). */
async function mayLackMarks(database: MirrorDatabase): Promise<boolean> {
  const model = await getMeta(database, 'model');
  const format = await getMeta(database, 'format');
  const account = await getMeta(database, 'account');
  const isMarked = model !== undefined && (format ?? 0) >= MARKED_SINCE;
  return Boolean(account) && !isMarked;
}

/** A new device has nothing to read; the first page it stores records the model. */
async function isAdopted(database: MirrorDatabase): Promise<boolean> {
  const { meta } = database;
  const held =
    (await aboutInMemory(database)) ??
    (await database.transaction('r', meta, async () => ({
      model: await getMeta(database, 'model'),
      position: await readPosition(database),
    })));
  return held.model === undefined ? held.position.epoch === null : held.model === database.model;
}

/** @returns whether a row lacks a column that no row can be without */
async function readAnew(database: MirrorDatabase, kind: AnyKind): Promise<boolean> {
  const { table } = kind;
  const readings = (await readRows(database, table)).map((held) =>
    toReading(kind, { table, ...held }),
  );
  const aside = readings.flatMap((it) => (it.state === 'malformed' ? [it.malformed] : []));
  const gone = aside.map(({ id }) => id);
  await writeRows(database, table, [], gone);
  // A row may have been set aside already. That version is newer than the one just read, so it stays.
  const newer = await database.malformed.bulkGet(gone.map((id) => [table, id]));
  await database.malformed.bulkPut(aside.filter((_, i) => newer[i] === undefined));
  return readings.some((it) => it.state === 'row' && absentFrom(kind, it.row.row) !== undefined);
}
