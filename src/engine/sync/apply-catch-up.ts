import type { Instant } from '../../lib/millis.ts';
import { applyChanges, forgetRows, hasContent, type ServerChange } from '../mirror/apply.ts';
import { getMeta, type MirrorDatabase, recordsOf } from '../mirror/database.ts';
import { type Position, startPosition } from '../mirror/meta.ts';
import { showRows } from '../mirror/show.ts';
import { type Answer, recordAnswers } from '../outbox/outcome.ts';
import { retryUnknown } from '../outbox/review.ts';

/** The result of one catch-up: the changes between two positions, in version order. */
export interface CatchUp {
  /** The device's position when it began. */
  from: Position;
  /** The device's position once these are applied. */
  to: Position;
  /** The changes replace everything: what the device holds is of another history, or too old. */
  reset: boolean;
  changes: readonly ServerChange[];
  /** The server's answers to mutations of this device, no newer than the rows. */
  answers?: readonly Answer[];
}

export type Applied =
  | { outcome: 'applied'; position: Position }
  /** Another tab has been faster; the mirror's position is `position`. */
  | { outcome: 'stale'; position: Position }
  /** A fresh start without a single row, while the device has content: rejected (invariant 9). */
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
 * - Pending mutations are replayed over the new rows (invariant 1); answered ones leave the outbox (R13).
 * - After a fresh start, edits of what the server did not know wait again: a migration may have brought it (R39).
 *
 * @param at when the last page was requested; becomes the freshness when the device is complete
 */
export async function applyCatchUp(
  database: MirrorDatabase,
  catchUp: CatchUp,
  at: Instant,
): Promise<Applied> {
  const without = catchUp.answers?.length ? null : await applyWithoutEdits(database, catchUp, at);
  if (without !== null) return without;
  return database.transaction('rw', database.tables, async () => write(database, catchUp, at));
}

/**
 * Most devices have no edits. On them a catch-up opens neither the stores of edits, so that it need not wait for the
 * disk (database.ts), nor those of kinds that it does not bring, so that other screens go on reading.
 *
 * @returns null if there are edits on this device
 */
function applyWithoutEdits(
  database: MirrorDatabase,
  catchUp: CatchUp,
  at: Instant,
): Promise<Applied | null> {
  const { changes, reset } = catchUp;
  const { meta, malformed, pristine, rejected } = database;
  if (changes.length === 0 && !reset) {
    return database.transaction('rw', meta, async () => write(database, catchUp, at));
  }
  const brought = new Set(changes.map(({ table }) => table));
  const kinds = database.kinds.filter(({ table }) => reset || brought.has(table));
  const records = kinds.map((kind) => recordsOf(database, kind));
  const stores = [...records, meta, malformed, pristine, ...(reset ? [rejected] : [])];
  return database.transaction('rw', stores, async () => {
    const isEdited = (await pristine.count()) > 0 || (reset && (await rejected.count()) > 0);
    return isEdited ? null : write(database, catchUp, at);
  });
}

async function write(database: MirrorDatabase, catchUp: CatchUp, at: Instant): Promise<Applied> {
  const { answers = [] } = catchUp;
  const held = (await getMeta(database, 'position')) ?? startPosition;
  if (isStale(held, catchUp)) {
    // The rows that the answers are about are here. Answers of another history are asked for again.
    const isPassed = held.epoch === catchUp.to.epoch && held.cursor >= catchUp.to.cursor;
    if (isPassed) await showRows(database, await recordAnswers(database, answers, at));
    return { outcome: 'stale', position: held };
  }
  if (catchUp.reset && held.complete && !catchUp.changes.some(({ row }) => row !== null)) {
    if (await hasContent(database)) return { outcome: 'unbelievable', position: held };
  }
  const show = await recordAnswers(database, answers, at);
  if (catchUp.reset) show.push(...(await forgetRows(database, catchUp.changes)));
  await applyChanges(database, newsIn(catchUp, held), show);
  if (catchUp.reset) await retryUnknown(database);
  await database.meta.put({ key: 'position', value: catchUp.to });
  if (catchUp.to.complete) await database.meta.put({ key: 'freshness', value: at });
  return { outcome: 'applied', position: catchUp.to };
}

function isStale(held: Position, { from, to, reset }: CatchUp): boolean {
  if (held.epoch === from.epoch && held.cursor === from.cursor) return false;
  if (held.epoch === to.epoch && held.cursor >= to.cursor) return true;
  return !reset && (held.epoch !== to.epoch || held.cursor < from.cursor);
}

/** The changes that the device does not have. Another tab may have brought some of them meanwhile. */
function newsIn({ reset, changes }: CatchUp, held: Position): readonly ServerChange[] {
  return reset ? changes : changes.filter(({ version }) => version > held.cursor);
}
