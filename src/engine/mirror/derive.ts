import type { AnyKind } from '../define.ts';
import { rowKey } from '../outbox/mutation.ts';
import { rereadMalformed, toReading } from './apply.ts';
import { getMeta, MIRROR_VERSION, type MirrorDatabase, recordsOf } from './database.ts';
import { showRows } from './show.ts';

/**
 * Brings the mirror in line with this version of the app. Called at every start.
 *
 * - If the rows were derived by another model, all are derived anew in one transaction: order, lookups, and which
 *   rows are readable. Rows of a new kind move to their store.
 * - Otherwise nothing is written.
 */
export async function adoptMirror(database: MirrorDatabase): Promise<void> {
  const { model } = database;
  if ((await getMeta(database, 'model')) === model) return;
  await database.transaction('rw', database.tables, async () => {
    for (const kind of database.kinds) await deriveKind(database, kind);
    const edited = await database.pristine.toArray();
    await showRows(database, edited.map(rowKey));
    await rereadMalformed(database);
    await database.meta.put({ key: 'model', value: model });
    await database.meta.put({ key: 'format', value: MIRROR_VERSION });
  });
}

async function deriveKind(database: MirrorDatabase, kind: AnyKind): Promise<void> {
  const table = recordsOf(database, kind);
  const { table: name } = kind;
  const held = await table.toArray();
  const readings = held.map(({ id, version, row }) =>
    toReading(kind, { table: name, id, version, row }),
  );
  await table.bulkPut(readings.flatMap((it) => (it.state === 'row' ? [it.record] : [])));
  const aside = readings.flatMap((it) => (it.state === 'malformed' ? [it.malformed] : []));
  await table.bulkDelete(aside.map(({ id }) => id));
  // What is aside of a row already is newer than what was shown of it.
  const newer = await database.malformed.bulkGet(aside.map(({ id }) => [name, id]));
  await database.malformed.bulkPut(aside.filter((_, i) => newer[i] === undefined));
}
