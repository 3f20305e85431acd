import { Failure, toFailure } from '../../lib/failure.ts';
import { LOCK_PATIENCE_MS } from '../../lib/limits.ts';
import { underLock } from '../../lib/lock.ts';
import type { Instant } from '../../lib/millis.ts';
import { exchangeLock } from '../device-names.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import type { Position } from '../mirror/meta.ts';
import { fillFromSnapshot } from './fill.ts';
import type { Page, Remote } from './protocol.ts';
import { createPull } from './pull.ts';
import { anything, isServed, type Purpose } from './purpose.ts';
import { createPush, type Pushed } from './push.ts';
import { readKnownStand, readStand, type Stand } from './stand.ts';

/** The parts of an exchange, the same for a page's engine and the service worker (R18). */
export interface ExchangeParts {
  database: MirrorDatabase;
  remote: Omit<Remote, 'watch'>;
  clock: () => Instant;
  locks: LockManager | undefined;
  /** Called when the server refuses an edit for lack of rights: the role may have been revoked. */
  onNoRight?: (() => void) | undefined;
  /** Content for a device that has nothing yet, as of some earlier moment; see fill.ts. */
  snapshot?: (() => Promise<unknown>) | undefined;
  /** Called if that content cannot be used. */
  onFailure?: ((failure: Failure) => void) | undefined;
  /** Called when the device is full, to delete what can be fetched again. Resolves to whether there was anything. */
  makeRoom?: (() => Promise<boolean>) | undefined;
}

/**
 * Makes the function that syncs device and server once (R31). A device that has nothing begins with the snapshot, if there is
 * one. Waiting edits are sent with the request for news, and one answer covers both: an exchange is one request, and one
 * more for each further page or batch.
 *
 * - Edits that are refused, or too slow, do not stop reading (R17): that failure is thrown once the device is up to date.
 * - On another history edits are sent after the pages that answered the push have brought the device over.
 * - Pages fetched before are finished first.
 * - On a full device it is retried once if room could be made (R23).
 * - Work that another page has done while this one waited for its turn is skipped.
 *
 * The function throws {Failure}; the next exchange does what is left.
 */
export function createExchange(
  parts: ExchangeParts,
): (
  signal: AbortSignal,
  tell?: (what: 'pushing' | 'pushed') => void,
  purpose?: Purpose,
) => Promise<void> {
  const { database, remote, clock, locks, makeRoom = async () => false } = parts;
  const pushesOf = createPush(database, remote, clock, parts.onNoRight);
  const pull = createPull(database, remote, clock);

  return function exchange(signal, tell = () => {}, purpose = anything) {
    const once = async () => {
      // Only one that is skipped if another page has done the same has to know what that page has just written.
      let stand = await (purpose.anything ? readKnownStand : readStand)(database, clock());
      if (stand.position.epoch === null && parts.snapshot !== undefined) {
        const position = await fill(parts.snapshot, signal);
        stand = position === null ? await readStand(database, clock()) : { ...stand, position };
      }
      if (isServed(purpose, stand)) return;
      const stopped = await sendAndCatchUp(stand, signal, tell);
      if (stand.hasUnknown) {
        // A migration may have brought what they name (R39). Visitors have no edits. A worker cannot load the part, and leaves
        // it to the next page.
        const review = await import('../outbox/review.ts').catch(() => null);
        await review?.retryUnknown(database);
      }
      if (stopped !== null && stopped.kind !== 'signed-out') throw stopped;
    };
    const job = () =>
      once().catch(async (error: unknown) => {
        const { kind, code } = toFailure(error);
        if (kind !== 'device' || code !== 'full') throw error;
        if (!(await makeRoom().catch(() => false))) throw error;
        return once();
      });
    return underLock(locks, exchangeLock(database.name), LOCK_PATIENCE_MS, job, signal);
  };

  /**
   * Without a usable snapshot everything comes from the server.
   *
   * @returns where the device stands then; null if it was not filled
   */
  async function fill(
    snapshot: () => Promise<unknown>,
    signal: AbortSignal,
  ): Promise<Position | null> {
    const position = await fillFromSnapshot(database, snapshot).catch((error: unknown) => {
      const failure = toFailure(error);
      if (failure.kind === 'device') throw failure;
      parts.onFailure?.(failure);
      return null;
    });
    signal.throwIfAborted();
    return position;
  }

  /** @returns why the edits have not all been taken; null if they have. The device is up to date anyway */
  async function sendAndCatchUp(
    first: Stand,
    signal: AbortSignal,
    tell: (what: 'pushing' | 'pushed') => void,
  ): Promise<Failure | null> {
    const push = pushesOf(() => tell('pushing'));
    let stopped = null as Failure | null;
    let movedOver = false;
    for (let isFirst = true; ; isFirst = false) {
      const stand = isFirst ? first : await readStand(database, clock());
      const begun = pull.begin(stand);
      const maySend: boolean = stand.sendable > 0 && stopped === null && !begun.isResumed;
      const pushed: Pushed = maySend
        ? await push(begun.catchUp.to, signal)
        : { outcome: 'nothing' };
      let page: Page | null = null;
      switch (pushed.outcome) {
        case 'nothing':
          break;
        case 'answered':
          page = pushed.page;
          break;
        // The server is there: no more edits, but what is new is read.
        case 'refused':
        case 'timed out':
          stopped = pushed.failure;
          break;
        // It has no news either.
        case 'out of reach':
          throw pushed.failure;
        default:
          pushed satisfies never;
      }
      tell('pushed');
      if (page === null && !isFirst) return stopped;
      // The edits of a push that failed are unanswered, too.
      await pull.finish(maySend ? { ...begun, unanswered: null } : begun, page, signal);
      // An edit made meanwhile asks for an exchange of its own.
      if (stand.sendable === 0) return stopped;
      const isUnanswered = page?.answers.length === 0;
      if (isUnanswered && movedOver)
        throw new Failure('refused', 'no-history', 'no common history');
      movedOver ||= isUnanswered;
    }
  }
}
