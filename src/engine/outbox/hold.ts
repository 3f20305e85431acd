import { HOLD_MOST_MS, UNDO_MS } from '../../lib/limits.ts';
import { getMeta, type MirrorDatabase } from '../mirror/database.ts';
import type { Mutation } from './mutation.ts';

/**
 * How long an edit can be taken back. The hold is kept with the edit, so every tab sees the same and a reload
 * changes nothing. Undo is offered exactly while an edit is held, and a held edit is not sent:
 *
 * | what happens | the edit is held until |
 * |---|---|
 * | it is made | UNDO_MS from then |
 * | someone is at the offer (pointer, focus, a page that was left with it) | HOLD_MOST_MS after it was made |
 * | they leave the offer | UNDO_MS from then, but no longer than before |
 * | it is to be sent now | – |
 * | it is taken back | it is gone (outbox.ts) |
 *
 * A tab that dies with someone at its offer leaves a hold that ends by itself.
 */

/** @param now ms since 1970; a hold that would last longer than any hold does is a clock set back, and none */
export function isHeld({ sent, heldUntil }: Mutation, now: number): boolean {
  if (sent || heldUntil === null) return false;
  const left = heldUntil - now;
  return left > 0 && left <= HOLD_MOST_MS;
}

/** Someone is at the offer to take an edit back. An edit that is not held any more stays as it is. */
export function pauseHold(database: MirrorDatabase, id: string, now: number): Promise<void> {
  return holdUntil(database, id, now, ({ at }) => at + HOLD_MOST_MS);
}

/** Nobody is at the offer any more. */
export function resumeHold(database: MirrorDatabase, id: string, now: number): Promise<void> {
  return holdUntil(database, id, now, ({ heldUntil }) => Math.min(heldUntil, now + UNDO_MS));
}

/** Ends every hold of whoever is signed in: what they hold can be sent at once. */
export function releaseHolds(database: MirrorDatabase): Promise<void> {
  return database.transaction('rw', database.outbox, database.meta, async () => {
    const account = await getMeta(database, 'account');
    await database.outbox
      .filter(
        ({ account: of, sent, heldUntil }) => of === account?.userId && !sent && heldUntil !== null,
      )
      .modify({ heldUntil: null });
  });
}

function holdUntil(
  database: MirrorDatabase,
  id: string,
  now: number,
  until: (held: { at: number; heldUntil: number }) => number,
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
