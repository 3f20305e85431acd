import type { Instant } from '../../lib/millis.ts';
import { applyChanges, replaceAll, type ServerChange } from '../mirror/apply.ts';
import { getMeta, type MirrorDatabase } from '../mirror/database.ts';
import { type Position, startPosition } from '../mirror/meta.ts';
import { hasRows } from '../mirror/stored-rows.ts';
import { noteWithheld } from '../mirror/withheld.ts';
import { type Answer, recordAnswers } from '../outbox/outcome.ts';

/** The result of one catch-up: the changes between two positions, in version order. */
export interface CatchUp {
  /** The device's position when it began. */
  from: Position;
  /** The device's position once these are applied. */
  to: Position;
  /** The changes replace everything: what the device holds is of another history, or too old. */
  reset: boolean;
  changes: readonly ServerChange[];
  /** The tables that the server could not read (R36). */
  unread?: readonly string[] | null | undefined;
  /** The server's answers to mutations of this device, no newer than the rows. */
  answers?: readonly Answer[];
  /** The account that asked; null for a visitor. */
  reader?: string | null | undefined;
  /** How often what only admins may see had been dropped when it was asked for; missing where nobody was signed in. */
  drops?: number | undefined;
}

export type Applied =
  | { outcome: 'applied'; position: Position }
  /** Another tab has been faster; the mirror's position is `position`. */
  | { outcome: 'stale'; position: Position }
  /** A fresh start without a single row, while the device has content that its reader may see: rejected (invariant 9). */
  | { outcome: 'unbelievable'; position: Position };

/**
 * Applies a catch-up to the mirror: rows, tombstones, position and freshness in one transaction (R3, invariant 2).
 * The transaction reads the position again, because another tab may have moved it meanwhile (R2).
 *
 * - Incremental changes apply only to the history they continue; a fresh start replaces everything at once, so
 *   that no reader ever sees an empty moment (R8).
 * - Only changes after the position that is held apply (R9). No row on the device is newer than its position, so none is
 *   replaced by an older version (invariant 7), and no row has to be read to know that.
 * - A row that this app cannot read is set aside as received; the older state stays on the screen.
 * - What only admins may see is written only for the account that asked for it, and only if that has not lost it since (R43).
 * - Answered mutations leave the outbox (R13).
 *
 * @param at when the last page was requested; becomes the freshness when the device is complete
 */
export function applyCatchUp(
  database: MirrorDatabase,
  catchUp: CatchUp,
  at: Instant,
): Promise<Applied> {
  const { pages, malformed, meta } = database;
  const { answers = [], changes, reset } = catchUp;
  // Where no edit was answered it need not wait for the disk (database.ts), nor do screens that only ask about the sync.
  const stores =
    answers.length > 0
      ? database.tables
      : changes.length > 0 || reset
        ? [pages, malformed, meta]
        : [meta];
  return database.transaction('rw', stores, async () => write(database, catchUp, at));
}

async function write(database: MirrorDatabase, catchUp: CatchUp, at: Instant): Promise<Applied> {
  const { answers = [], unread } = catchUp;
  const held = (await getMeta(database, 'position')) ?? startPosition;
  if (catchUp.changes.some(({ withheld }) => withheld) && !(await isForReader(database, catchUp)))
    return { outcome: 'stale', position: held };
  if (isStale(held, catchUp)) {
    // The rows that the answers are about are here. Answers of another history are asked for again.
    const isPassed = held.epoch === catchUp.to.epoch && held.cursor >= catchUp.to.cursor;
    if (isPassed) await recordAnswers(database, answers, at);
    return { outcome: 'stale', position: held };
  }
  if (catchUp.reset && held.complete && !catchUp.changes.some(({ row }) => row !== null)) {
    const isAdmin = (await isForReader(database, catchUp)) && (await isForAdmin(database));
    if (await hasRows(database, isAdmin)) return { outcome: 'unbelievable', position: held };
  }
  await recordAnswers(database, answers, at);
  await noteWithheld(database, catchUp.changes, catchUp.reset && !unread?.length);
  if (catchUp.reset) await replaceAll(database, catchUp.changes, unread ?? []);
  else await applyChanges(database, newsIn(catchUp, held));
  await database.meta.put({ key: 'position', value: catchUp.to });
  if (catchUp.to.complete) await database.meta.put({ key: 'freshness', value: at });
  return { outcome: 'applied', position: catchUp.to };
}

/** Whoever asked may have signed out since, or be no admin any more. */
async function isForReader(database: MirrorDatabase, { reader, drops }: CatchUp): Promise<boolean> {
  if (drops !== undefined && drops !== ((await getMeta(database, 'drops')) ?? 0)) return false;
  return reader === undefined || (await getMeta(database, 'account'))?.userId === reader;
}

async function isForAdmin(database: MirrorDatabase): Promise<boolean> {
  return (await getMeta(database, 'account'))?.isAdmin === true;
}

function isStale(held: Position, { from, to, reset }: CatchUp): boolean {
  if (held.epoch === from.epoch && held.cursor === from.cursor) return false;
  if (held.epoch === to.epoch && held.cursor >= to.cursor) return true;
  return !reset && (held.epoch !== to.epoch || held.cursor < from.cursor);
}

/** The changes that the device does not have. Another tab may have brought some of them meanwhile. */
function newsIn({ changes }: CatchUp, held: Position): readonly ServerChange[] {
  return changes.filter(({ version }) => version > held.cursor);
}
