import { Failure, toFailure } from '../../lib/failure.ts';
import { PAGE_ROWS, PAGE_ROWS_LEAST, RESETS_MOST } from '../../lib/limits.ts';
import type { Instant } from '../../lib/millis.ts';
import { getMeta, type MirrorDatabase } from '../mirror/database.ts';
import type { Position } from '../mirror/meta.ts';
import { readQueue } from '../outbox/queue.ts';
import { applyCatchUp, type CatchUp } from './apply-catch-up.ts';
import { createPace } from './pace.ts';
import { NotRenewed, type Page, type Remote } from './protocol.ts';
import type { Stand } from './stand.ts';

/** Brings this device up to date, page by page. */
export interface Pull {
  /** A catch-up from where the device stands, or from the pages that were fetched from there and not applied yet. */
  begin(stand: Stand): Begun;
  /**
   * Fetches the remaining pages and applies them. `first` is the first page if a push was answered with it.
   *
   * @throws {Failure} the mirror is then unchanged, except for pages of a first filling
   */
  finish(begun: Begun, first: Page | null, signal: AbortSignal): Promise<void>;
}

export interface Begun {
  readonly catchUp: CatchUp;
  /** There are pages fetched earlier and not applied yet. */
  readonly isResumed: boolean;
  /** The mutations without an answer; null if they have to be read again. */
  readonly unanswered: readonly string[] | null;
  /** Pages requested from now on are at least as new. */
  readonly at: Instant;
}

/**
 * Makes the catch-up of this device.
 *
 * - No transaction waits for a request (R2): it reads the position, asks, and the writing transaction reads the
 *   position again (apply-catch-up.ts). A failure leaves the mirror as it was (R6).
 * - The pages of one catch-up are applied together, so that a change is never shown half (R7); only a
 *   device that has never had everything shows page by page, and asks for the next one while it writes one.
 * - The answers to edits are recorded with the last page, when every row that they are about has arrived (R13).
 * - A page with `reset` discards the fetched pages of the old history.
 * - After a page that was too slow for the line or the database the next one has half as many rows.
 * - Pages fetched but not yet applied survive a failure of network or storage: the next attempt continues from
 *   there (R23).
 */
export function createPull(
  database: MirrorDatabase,
  remote: Pick<Remote, 'pull'>,
  clock: () => Instant,
): Pull {
  let kept: CatchUp | null = null;
  const pace = createPace(PAGE_ROWS, PAGE_ROWS_LEAST);

  function begin({ position, unanswered, drops }: Stand): Begun {
    const goesOn = kept !== null && isSame(kept.from, position) && kept.drops === drops;
    const catchUp = goesOn && kept !== null ? kept : startFrom(position, drops);
    const isResumed = catchUp === kept;
    kept = null;
    return { catchUp, isResumed, unanswered, at: clock() };
  }

  async function finish(
    { catchUp, unanswered, at: begunAt }: Begun,
    first: Page | null,
    signal: AbortSignal,
  ): Promise<void> {
    let unfinished = catchUp;
    let resets = 0;
    // The answer is at least as new as the request. The clock dates freshness, and orders nothing (R12).
    const ask = (done: CatchUp, pending: readonly string[] | null): Asked => {
      const page = fetchPage(done, pending, signal);
      // It may fail before anyone awaits it.
      page.catch(() => {});
      return { page, at: clock() };
    };
    let asked: Asked =
      first === null ? ask(catchUp, unanswered) : { page: Promise.resolve(first), at: begunAt };
    for (;;) {
      const page = await answerTo(asked, unfinished, signal);
      if (page.reset && ++resets > RESETS_MOST) {
        throw new Failure('refused', 'endless', 'the server starts over again and again');
      }
      unfinished = add(unfinished, page);
      // Another tab may have completed the device meanwhile, so this is asked for each page.
      if (page.more && unfinished.from.complete) {
        asked = ask(unfinished, null);
        continue;
      }
      // A first filling fetches the next page while this one is written.
      const ahead = page.more ? ask(startFrom(unfinished.to, unfinished.drops), null) : null;
      const position = await apply(unfinished, page.more, asked.at);
      if (ahead === null) return;
      const isFollowed = isSame(position, unfinished.to);
      // Asked for anew it is of now.
      const drops = isFollowed ? unfinished.drops : ((await getMeta(database, 'drops')) ?? 0);
      unfinished = startFrom(position, drops, unfinished.answers);
      asked = isFollowed ? ahead : ask(unfinished, null);
    }
  }

  /** @param done the pages so far: the next attempt continues from there if there is no answer */
  async function answerTo({ page }: Asked, done: CatchUp, signal: AbortSignal): Promise<Page> {
    try {
      const answer = await page;
      signal.throwIfAborted();
      return answer;
    } catch (failure) {
      kept = done;
      throw failure;
    }
  }

  async function fetchPage(
    done: CatchUp,
    unanswered: readonly string[] | null,
    signal: AbortSignal,
  ): Promise<Page> {
    const { epoch, cursor, horizon } = done.to;
    const pending = unanswered ?? (await readQueue(database)).unanswered;
    const rows = pace.size;
    const page = await remote
      .pull({ epoch, cursor, horizon, rows, pending }, signal)
      .catch((error: unknown) => {
        const isTooSlow = /^(time-out|57014)$/.test(toFailure(error).code ?? '');
        if (isTooSlow && !(error instanceof NotRenewed)) pace.tooMuch(rows);
        throw error;
      });
    pace.answered();
    const advances = page.reset || page.cursor > cursor || !page.more;
    if (!advances) throw new Failure('refused', 'endless', 'a page that leads nowhere');
    return page;
  }

  async function apply(unfinished: CatchUp, more: boolean, asked: Instant): Promise<Position> {
    const brought = more ? { ...unfinished, answers: [] } : unfinished;
    const applied = await applyCatchUp(database, brought, asked).catch((error) => {
      // If the device is full, pages in memory are not fetched again.
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

/** A page that was asked for. */
interface Asked {
  readonly page: Promise<Page>;
  /** When. */
  readonly at: Instant;
}

function startFrom(
  position: Position,
  drops: number | undefined,
  answers: CatchUp['answers'] = [],
): CatchUp {
  return { from: position, to: position, reset: false, changes: [], answers, drops };
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
    reader: page.reader,
    unread: page.unread,
    drops: done.drops,
  };
}

function isSame(a: Position, b: Position): boolean {
  return a.epoch === b.epoch && a.cursor === b.cursor && a.complete === b.complete;
}
