import type { Instant } from '../../lib/millis.ts';
import { getMeta, type MirrorDatabase } from '../mirror/database.ts';
import { knownVisitor } from '../mirror/known.ts';
import { type Position, startPosition } from '../mirror/meta.ts';
import { noQueue, type Queue, readQueue } from '../outbox/queue.ts';

/** Where a device stands when an exchange begins, read in one transaction. */
export interface Stand extends Queue {
  readonly position: Position;
  /** As a catch-up has it (apply-catch-up.ts). */
  readonly drops?: number;
}

/**
 * The same, from memory where nobody is signed in. Another page may have moved the position a moment ago: the transaction
 * that writes reads it again.
 */
export async function readKnownStand(database: MirrorDatabase, now: Instant): Promise<Stand> {
  const about = await knownVisitor(database);
  return about === undefined ? readStand(database, now) : { position: about.position, ...noQueue };
}

export function readStand(database: MirrorDatabase, now: Instant): Promise<Stand> {
  const { meta, outbox, rejected, files } = database;
  return database.transaction('r', meta, outbox, rejected, files, async () => ({
    position: (await getMeta(database, 'position')) ?? startPosition,
    drops: (await getMeta(database, 'drops')) ?? 0,
    ...(await readQueue(database, now)),
  }));
}
