import { HOLD_MOST_MS, UNDO_MS } from '../../lib/limits.ts';
import type { Instant } from '../../lib/millis.ts';
import { getMeta, type MirrorDatabase } from '../mirror/database.ts';
import type { Mutation } from '../mutation.ts';

/**
 * How long an edit can be taken back. The hold is stored with the edit, so every tab sees the same and a reload
 * changes nothing. Undo is offered exactly while an edit is held (R28), and a held edit is not sent (R15):
 *
 * | event | the edit is held until |
 * |---|---|
 * | it is made | UNDO_MS from then |
 * | someone uses the offer (pointer, focus, page hidden while it shows) | HOLD_MOST_MS after it was made |
 * | they leave the offer | UNDO_MS from then, but no longer than before |
 * | it is to be sent now | – |
 * | it is taken back | it is removed (review.ts) |
 *
 * If a tab dies while someone uses its offer, the hold still ends by itself.
 */

/**
 * Whether an edit can still be taken back. A hold that is longer than possible does not count: the clock was set back.
 */
export function isHeld({ sent, heldUntil }: Mutation, now: Instant): boolean {
  if (sent || heldUntil === null) return false;
  const left = heldUntil - now;
  return left > 0 && left <= HOLD_MOST_MS;
}

/** Someone uses the offer to take an edit back. An edit that is no longer held stays as it is. */
export function pauseHold(database: MirrorDatabase, id: string, now: Instant): Promise<void> {
  return holdUntil(database, id, now, ({ at }) => at + HOLD_MOST_MS);
}

/** Nobody uses the offer any more. */
export function resumeHold(database: MirrorDatabase, id: string, now: Instant): Promise<void> {
  return holdUntil(database, id, now, ({ heldUntil }) => Math.min(heldUntil, now + UNDO_MS));
}

/** Ends all holds of the signed-in account: its edits can be sent at once. */
export function releaseHolds(database: MirrorDatabase): Promise<void> {
  return database.transaction('rw', database.outbox, database.meta, async () => {
    const account = await getMeta(database, 'account');
    const held = (await database.outbox.toArray()).filter(
      ({ account: of, sent, heldUntil }) => of === account?.userId && !sent && heldUntil !== null,
    );
    await database.outbox.bulkPut(held.map((one) => ({ ...one, heldUntil: null })));
  });
}

function holdUntil(
  database: MirrorDatabase,
  id: string,
  now: Instant,
  until: (held: { at: Instant; heldUntil: Instant }) => Instant,
): Promise<void> {
  return database.transaction('rw', database.outbox, async () => {
    const mutation = await database.outbox.get({ id });
    if (mutation === undefined || !isHeld(mutation, now)) return;
    const { place, at, heldUntil } = mutation;
    if (heldUntil !== null) {
      await database.outbox.update(place, { heldUntil: until({ at, heldUntil }) });
    }
  });
}
