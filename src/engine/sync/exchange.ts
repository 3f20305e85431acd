import { Failure, toFailure } from '../../lib/failure.ts';
import { LOCK_PATIENCE_MS } from '../../lib/limits.ts';
import { underLock } from '../../lib/lock.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import { writeServed } from '../mirror/status.ts';
import type { Page, Remote } from './protocol.ts';
import { createPull } from './pull.ts';
import { anything, isServed, type Purpose } from './purpose.ts';
import { createPush, pushLimits } from './push.ts';

/** What an exchange is made of; a page's engine and the service worker make theirs of the same. */
export interface ExchangeParts {
  database: MirrorDatabase;
  remote: Omit<Remote, 'watch'>;
  /** ms since 1970. */
  clock: () => number;
  locks: LockManager | undefined;
  /** Called when the server refuses an edit for want of the right to make it: the role may have gone. */
  onNoRight?: (() => void) | undefined;
  /** Called when the device is full, to drop what can be fetched again. */
  makeRoom?: (() => Promise<unknown>) | undefined;
}

/**
 * Makes the function that brings device and server together once. What waits goes along with the question for what is
 * new, and one answer speaks of both: an exchange is one request, and one more for each further page or batch.
 *
 * - What the server would not take of the edits stops no reading: it is thrown when the device is up to date.
 * - Edits of a device that is on another history go when the pages that answered them have brought it over.
 * - Pages that were fetched before are finished first.
 * - On a full device it is tried once more with room made, as edits are.
 * - What another page has done while this one waited for its turn is not done again.
 *
 * The function throws {Failure}; what was not exchanged then is at the next.
 */
export function createExchange(
  parts: ExchangeParts,
): (
  signal: AbortSignal,
  tell?: (what: 'pushing' | 'pushed') => void,
  purpose?: Purpose,
) => Promise<void> {
  const { database, remote, clock, locks, makeRoom = async () => {} } = parts;
  const push = createPush(database, remote, clock, parts.onNoRight);
  const pull = createPull(database, remote, clock);

  return function exchange(signal, tell = () => {}, purpose = anything) {
    const once = async () => {
      if (await isServed(database, purpose, clock())) return;
      const refused = await sendAndCatchUp(signal, tell);
      if (refused !== null && refused.kind !== 'signed-out') throw refused;
      if (purpose.request > 0) await writeServed(database, purpose.request);
    };
    const job = () =>
      once().catch(async (error: unknown) => {
        const { kind, code } = toFailure(error);
        if (kind !== 'device' || code !== 'full') throw error;
        await makeRoom().catch(() => {});
        return once();
      });
    return underLock(locks, `${database.name}-sync`, LOCK_PATIENCE_MS, job, signal);
  };

  /** @returns why edits could not be sent, where the server said so; the device is up to date all the same */
  async function sendAndCatchUp(
    signal: AbortSignal,
    tell: (what: 'pushing' | 'pushed') => void,
  ): Promise<Failure | null> {
    const limits = pushLimits(() => tell('pushing'));
    let refused: Failure | null = null;
    let movedOver = false;
    for (let isFirst = true; ; isFirst = false) {
      const begun = await pull.begin();
      const maySend = refused === null && !begun.isResumed;
      const page: Page | null = maySend
        ? await push(begun.catchUp.to, limits, signal).catch((error: unknown) => {
            refused = toFailure(error);
            if (refused.kind === 'unreachable') throw refused;
            return null;
          })
        : null;
      tell('pushed');
      if (page === null && !isFirst) return refused;
      await pull.finish(begun, page, signal);
      const isUnanswered = page?.answers.length === 0;
      if (isUnanswered && movedOver)
        throw new Failure('refused', 'no-history', 'no common history');
      movedOver ||= isUnanswered;
    }
  }
}
