import * as v from 'valibot';
import { Failure } from '../../lib/failure.ts';
import { getMeta, type MirrorDatabase } from '../mirror/database.ts';
import { type Position, startPosition } from '../mirror/meta.ts';
import { applyCatchUp } from './apply-catch-up.ts';
import { pageSchema } from './protocol.ts';

/** See `Snapshot`. It comes from a file, so it may be anything. */
const snapshotSchema = v.object({
  at: pageSchema.entries.cursor,
  epoch: pageSchema.entries.epoch,
  cursor: pageSchema.entries.cursor,
  changes: pageSchema.entries.changes,
});

/**
 * Fills a device that has nothing with a snapshot (R35). Afterwards it is what it would be if it had synced when the snapshot
 * was taken: complete, as fresh as that, and the next pull asks only for what came after. A snapshot of another history is
 * replaced by the answer to that pull.
 *
 * @param database of a device that has nothing; if it has something by the time that the snapshot is loaded, nothing changes
 * @param load resolves to the snapshot, as JSON holds it
 * @returns where the device stands then; null if nothing has changed
 * @throws {Failure} if it cannot be loaded, is damaged, or cannot be stored; the device is then as it was
 */
export async function fillFromSnapshot(
  database: MirrorDatabase,
  load: () => Promise<unknown>,
): Promise<Position | null> {
  const read = v.safeParse(snapshotSchema, await load());
  if (!read.success) throw damaged(v.summarize(read.issues));
  const { at, epoch, cursor, changes } = read.output;
  if (changes.some(({ version }) => version > cursor)) throw damaged('a row from after it');
  const to = { epoch, cursor, horizon: cursor, complete: true };
  const { pages, malformed, meta } = database;
  return database.transaction('rw', pages, malformed, meta, async () => {
    const { epoch: held } = (await getMeta(database, 'position')) ?? startPosition;
    // Another tab may have brought newer content meanwhile.
    if (held !== null) return null;
    const filling = { from: startPosition, to, reset: true, changes };
    return (await applyCatchUp(database, filling, at)).position;
  });
}

function damaged(how: string): Failure {
  return new Failure('refused', 'damaged-snapshot', `the snapshot cannot be used: ${how}`);
}
