import { isSameFailure } from '../../lib/failure.ts';
import type { Instant } from '../../lib/millis.ts';
import { getMeta, MIRROR_VERSION, type MirrorDatabase } from './database.ts';
import { aboutInMemory } from './known.ts';
import {
  type LastFailure,
  NO_HISTORY,
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
 * Checked before rows are written: if another version of the app, open at the same time, has read the other rows, all are
 * read anew at the next start.
 */
export async function noteModel(database: MirrorDatabase): Promise<void> {
  const held = await getMeta(database, 'model');
  if (held !== undefined && held !== database.model) await database.meta.delete('model');
}

/**
 * Has everything sent again with the next exchange, inside the caller's transaction. What is here stays until then.
 */
export async function askAnew(database: MirrorDatabase): Promise<void> {
  const position = await readPosition(database);
  if (position.epoch !== null)
    await database.meta.put({ key: 'position', value: { ...position, epoch: NO_HISTORY } });
}

/** Says that all rows are as this version of the app reads them, inside the caller's transaction. */
export async function noteRead(database: MirrorDatabase): Promise<void> {
  const newest = Math.max((await getMeta(database, 'format')) ?? 0, MIRROR_VERSION);
  await database.meta.bulkPut([
    { key: 'model', value: database.model },
    { key: 'format', value: newest },
  ]);
}

/**
 * Writes the status of the sync for the screens of all tabs; writes nothing if it is unchanged.
 *
 * @param now the time of a new failure
 */
export async function writeStatus(
  database: MirrorDatabase,
  status: SyncStatus,
  now: Instant,
): Promise<void> {
  // Mostly it is unchanged, and reading it keeps nobody from reading.
  const before = (await aboutInMemory(database))?.status ?? (await readStatus(database));
  if (isSame(status, before)) return;
  await database.transaction('rw', database.meta, async () => {
    const held = await readStatus(database);
    if (isSame(status, held)) return;
    await database.meta.put({ key: 'status', value: status });
    const { failure } = status;
    if (failure === null || isSameFailure(failure, held.failure)) return;
    await database.meta.put({ key: 'failure', value: { ...failure, at: now } });
  });
}

async function readStatus(database: MirrorDatabase): Promise<SyncStatus> {
  return (await getMeta(database, 'status')) ?? startStatus;
}

function isSame(a: SyncStatus, b: SyncStatus): boolean {
  const isSamePhase = a.phase === b.phase && a.failures === b.failures;
  return isSamePhase && isSameFailure(a.failure, b.failure);
}

/** The last failure of an exchange, even if it is over; null if none has failed yet. */
export async function readLastFailure(database: MirrorDatabase): Promise<LastFailure | null> {
  return (await getMeta(database, 'failure')) ?? null;
}
