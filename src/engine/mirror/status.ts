import { liveQuery } from 'dexie';
import { isSameFailure } from '../../lib/failure.ts';
import { getMeta, MIRROR_VERSION, type MirrorDatabase } from './database.ts';
import {
  type LastFailure,
  type Position,
  type SyncStatus,
  startPosition,
  startStatus,
} from './meta.ts';

/** The engine's side of `meta`: the device's position, and the status that screens show. */

export async function readPosition(database: MirrorDatabase): Promise<Position> {
  return (await getMeta(database, 'position')) ?? startPosition;
}

/**
 * Checked before rows are written: if another version of the app, open at the same time, has derived the other rows,
 * the mirror is marked to be derived anew at the next start.
 */
export async function noteModel(database: MirrorDatabase): Promise<void> {
  const held = await getMeta(database, 'model');
  if (held !== undefined && held !== database.model) await database.meta.delete('model');
}

/** Says that all rows of the mirror are derived by this version of the app, inside the caller's transaction. */
export async function noteDerived(database: MirrorDatabase): Promise<void> {
  const newest = Math.max((await getMeta(database, 'format')) ?? 0, MIRROR_VERSION);
  await database.meta.bulkPut([
    { key: 'model', value: database.model },
    { key: 'format', value: newest },
  ]);
}

/**
 * Writes the status of the sync for the screens of all tabs; writes nothing if it is unchanged.
 *
 * @param now ms since 1970, the time of a new failure
 */
export function writeStatus(
  database: MirrorDatabase,
  status: SyncStatus,
  now: number,
): Promise<void> {
  return database.transaction('rw', database.meta, async () => {
    const held = (await getMeta(database, 'status')) ?? startStatus;
    const { phase, failures, failure } = status;
    const isSame = isSameFailure(failure, held.failure);
    if (held.phase === phase && held.failures === failures && isSame) return;
    await database.meta.put({ key: 'status', value: status });
    if (failure === null || isSame) return;
    await database.meta.put({ key: 'failure', value: { ...failure, at: now } });
  });
}

/** The last failure of an exchange, even if it is over; null if none has failed yet. */
export async function readLastFailure(database: MirrorDatabase): Promise<LastFailure | null> {
  return (await getMeta(database, 'failure')) ?? null;
}

/** The last request to sync now that has been served. */
export async function readServed(database: MirrorDatabase): Promise<number> {
  return (await getMeta(database, 'served')) ?? 0;
}

export function writeServed(database: MirrorDatabase, request: number): Promise<void> {
  return database.transaction('rw', database.meta, async () => {
    if (request <= (await readServed(database))) return;
    await database.meta.put({ key: 'served', value: request });
  });
}

/**
 * Calls `listener` each time a visitor asks in any tab to sync now, with the number of requests so far.
 *
 * @returns a function that stops it
 */
export function watchRequests(
  database: MirrorDatabase,
  listener: (requests: number) => void,
): () => void {
  let seen: number | null = null;
  const subscription = liveQuery(() => getMeta(database, 'requests')).subscribe({
    next(requests = 0) {
      if (seen !== null && requests > seen) listener(requests);
      seen = requests;
    },
    // Without a database there are no requests, and the screens have said so already.
    error() {},
  });
  return () => subscription.unsubscribe();
}
