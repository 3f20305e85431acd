import type { Instant } from '../../lib/millis.ts';
import { getMeta, type MirrorDatabase } from '../mirror/database.ts';
import { type Position, startPosition } from '../mirror/meta.ts';
import { type Queue, readQueue } from '../outbox/queue.ts';

/** Where a device stands when an exchange begins, read in one transaction. */
export interface Stand extends Queue {
  readonly position: Position;
}

export function readStand(database: MirrorDatabase, now: Instant): Promise<Stand> {
  const { meta, outbox, rejected } = database;
  return database.transaction('r', meta, outbox, rejected, async () => ({
    position: (await getMeta(database, 'position')) ?? startPosition,
    ...(await readQueue(database, now)),
  }));
}
