import { Failure, toFailure } from '../../lib/failure.ts';
import { LOCK_PATIENCE_MS } from '../../lib/limits.ts';
import { underLock } from '../../lib/lock.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import { writeServed } from '../mirror/status.ts';
import type { Remote } from './protocol.ts';
import { createPull } from './pull.ts';
import { anything, isServed, type Purpose } from './purpose.ts';
import { createPush, type Pushed } from './push.ts';

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
 * Makes the function that brings device and server together once: sends what waits, then fetches what is new.
 *
 * - What the server would not take of the edits stops no reading: it is thrown when the pull is done.
 * - Edits of a device that was on another history go after the pull has brought it over.
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
      let pushed = await tryPush(signal, tell);
      await pull(signal);
      if (pushed === 'stale') {
        pushed = await tryPush(signal, tell);
        if (pushed === 'stale') throw new Failure('refused', 'no-history', 'no common history');
        await pull(signal);
      }
      if (pushed instanceof Failure && pushed.kind !== 'signed-out') throw pushed;
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

  async function tryPush(
    signal: AbortSignal,
    tell: (what: 'pushing' | 'pushed') => void,
  ): Promise<Pushed | Failure> {
    try {
      const pushed = await push(signal, () => tell('pushing'));
      tell('pushed');
      return pushed;
    } catch (error) {
      const failure = toFailure(error);
      if (failure.kind === 'unreachable') throw failure;
      tell('pushed');
      return failure;
    }
  }
}
