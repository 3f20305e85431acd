import { Failure } from '../../lib/failure.ts';
import { applyCatchUp, type CatchUp } from '../mirror/apply.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import type { Position } from '../mirror/meta.ts';
import { readPosition } from '../mirror/status.ts';
import { listUnanswered } from '../outbox/queue.ts';
import type { Page, Remote } from './protocol.ts';

/** A server that starts over more often than this within one catch-up is not followed further. */
const RESETS_AT_MOST = 5;

/** Brings this device up to date, page after page, until there is no more. */
export interface Pull {
  /** Where the device stands, with the pages that were fetched before and not applied yet. */
  begin(): Promise<Begun>;
  /**
   * Follows the pages to the last, and applies them. `first`, where a push was answered with it, is the first of
   * them.
   *
   * @throws {Failure} the mirror is then as it was, but for pages of a first filling
   */
  finish(begun: Begun, first: Page | null, signal: AbortSignal): Promise<void>;
}

export interface Begun {
  readonly catchUp: CatchUp;
  /** There are pages that were fetched before. */
  readonly isResumed: boolean;
  /** ms since 1970: what is asked for from now on is at least as new. */
  readonly at: number;
}

/**
 * Makes what brings this device up to date.
 *
 * - No transaction is open while it talks: it reads where it stands, talks, and the writing
 *   transaction looks again (mirror/apply.ts).
 * - The pages of one catch-up are applied together, so that a change is never shown half; only a
 *   device that has never had everything shows page by page.
 * - The answers to edits are recorded with the last page: by then every row that they speak of has come.
 * - A page that says `reset` throws away what was fetched of the old history.
 * - Pages fetched but not yet applied are kept over a failure of network or storage: the next attempt goes on from
 *   there.
 */
export function createPull(
  database: MirrorDatabase,
  remote: Pick<Remote, 'pull'>,
  clock: () => number,
): Pull {
  let kept: CatchUp | null = null;

  async function begin(): Promise<Begun> {
    const held = await readPosition(database);
    const catchUp = kept !== null && isSame(kept.from, held) ? kept : startFrom(held);
    const isResumed = catchUp === kept;
    kept = null;
    return { catchUp, isResumed, at: clock() };
  }

  async function finish(
    { catchUp, at: begunAt }: Begun,
    first: Page | null,
    signal: AbortSignal,
  ): Promise<void> {
    let unfinished = catchUp;
    let resets = 0;
    let next = first;
    for (;;) {
      // What the answer shows is at least as new as the question.
      const at = next === null ? clock() : begunAt;
      const page = next ?? (await fetchPage(unfinished, signal));
      next = null;
      if (page.reset && ++resets > RESETS_AT_MOST) {
        throw new Failure('refused', 'endless', 'the server starts over again and again');
      }
      unfinished = add(unfinished, page);
      // Not what was so when this began: another tab may have filled the device meanwhile.
      if (page.more && unfinished.from.complete) continue;
      const position = await apply(unfinished, page.more, at);
      if (!page.more) return;
      unfinished = startFrom(position, unfinished.answers);
    }
  }

  async function fetchPage(done: CatchUp, signal: AbortSignal): Promise<Page> {
    try {
      const { epoch, cursor, horizon } = done.to;
      const pending = await listUnanswered(database);
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

  async function apply(unfinished: CatchUp, more: boolean, asked: number): Promise<Position> {
    const brought = more ? { ...unfinished, answers: [] } : unfinished;
    const applied = await applyCatchUp(database, brought, asked).catch((error) => {
      // What is here already is not fetched again for want of room.
      kept = unfinished;
      throw error;
    });
    if (applied.outcome === 'unbelievable') {
      throw new Failure('refused', 'empty-start', 'a fresh start without any content');
    }
    return applied.position;
  }

  return { begin, finish };
}

function startFrom(position: Position, answers: CatchUp['answers'] = []): CatchUp {
  return { from: position, to: position, reset: false, changes: [], answers };
}

function add(done: CatchUp, page: Page): CatchUp {
  const complete = !page.more || done.from.complete;
  const horizon = page.more ? (page.reset ? page.version : done.to.horizon) : page.cursor;
  return {
    from: done.from,
    to: { epoch: page.epoch, cursor: page.cursor, horizon, complete },
    reset: done.reset || page.reset,
    changes: page.reset ? page.changes : [...done.changes, ...page.changes],
    answers: [...(done.answers ?? []), ...page.answers],
  };
}

function isSame(a: Position, b: Position): boolean {
  return a.epoch === b.epoch && a.cursor === b.cursor && a.complete === b.complete;
}
