import { Failure } from '../../lib/failure.ts';
import { type Applied, applyCatchUp, type CatchUp } from '../mirror/apply.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import type { Position } from '../mirror/meta.ts';
import { readPosition } from '../mirror/status.ts';
import { listUnanswered } from '../outbox/queue.ts';
import type { Page, Remote } from './protocol.ts';

/** A server that starts over more often than this within one catch-up is not followed further. */
const RESETS_AT_MOST = 5;

/** Pages fetched but not yet applied, kept over a failure of network or storage: the next attempt goes on from there. */
type Unfinished = CatchUp;

/**
 * Makes the function that brings this device up to date: page after page, until there is no more.
 *
 * - No transaction is open while it talks: it reads where it stands, talks, and the writing
 *   transaction looks again (engine/mirror/apply.ts).
 * - The pages of one catch-up are applied together, so that a change is never shown half; only a
 *   device that has never had everything shows page by page.
 * - A page that says `reset` throws away what was fetched of the old history.
 *
 * The function throws {Failure}; the mirror is then as it was, but for pages of a first filling.
 */
export function createPull(
  database: MirrorDatabase,
  remote: Pick<Remote, 'pull'>,
  clock: () => number,
): (signal: AbortSignal) => Promise<void> {
  let kept: Unfinished | null = null;

  return async function pull(signal) {
    const held = await readPosition(database);
    let unfinished: Unfinished = kept !== null && isSame(kept.from, held) ? kept : startFrom(held);
    kept = null;
    let resets = 0;
    for (;;) {
      // What the answer shows is at least as new as the question.
      const asked = clock();
      const page = await fetchPage(unfinished, await listUnanswered(database));
      if (page.reset && ++resets > RESETS_AT_MOST) {
        throw new Failure('refused', 'endless', 'the server starts over again and again');
      }
      unfinished = add(unfinished, page);
      // Not what was so when this pull began: another tab may have filled the device meanwhile.
      if (page.more && unfinished.from.complete) continue;
      const applied = await apply(unfinished, asked);
      if (!page.more) return;
      unfinished = startFrom(applied.position);
    }

    async function fetchPage(done: Unfinished, pending: readonly string[]): Promise<Page> {
      try {
        const { epoch, cursor, horizon } = done.to;
        const page = await remote.pull({ epoch, cursor, horizon, pending }, signal);
        signal.throwIfAborted();
        const advances = page.reset || page.cursor > cursor || !page.more;
        if (!advances) throw new Failure('refused', 'endless', 'a page that leads nowhere');
        return page;
      } catch (failure) {
        kept = done;
        throw failure;
      }
    }
  };

  async function apply(unfinished: Unfinished, asked: number): Promise<Applied> {
    const applied = await applyCatchUp(database, unfinished, asked).catch((error) => {
      // What is here already is not fetched again for want of room.
      kept = unfinished;
      throw error;
    });
    if (applied.outcome === 'unbelievable') {
      throw new Failure('refused', 'empty-start', 'a fresh start without any content');
    }
    return applied;
  }
}

function startFrom(position: Position): Unfinished {
  return { from: position, to: position, reset: false, changes: [], answers: [] };
}

function add(done: Unfinished, page: Page): Unfinished {
  const complete = !page.more || done.from.complete;
  const horizon = page.more ? (page.reset ? page.version : done.to.horizon) : page.cursor;
  return {
    from: done.from,
    to: { epoch: page.epoch, cursor: page.cursor, horizon, complete },
    reset: done.reset || page.reset,
    changes: page.reset ? page.changes : [...done.changes, ...page.changes],
    // Those of the last page: by then every row that they speak of has come.
    answers: page.more ? [] : page.answers,
  };
}

function isSame(a: Position, b: Position): boolean {
  return a.epoch === b.epoch && a.cursor === b.cursor && a.complete === b.complete;
}
