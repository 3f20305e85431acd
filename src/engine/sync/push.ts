import { Failure, toFailure } from '../../lib/failure.ts';
import { PAGE_ROWS, PUSH_BYTES, PUSH_COUNT } from '../../lib/limits.ts';
import type { Instant } from '../../lib/millis.ts';
import { kindOf, type MirrorDatabase } from '../mirror/database.ts';
import type { Position } from '../mirror/meta.ts';
import { type Columns, type Mutation, type QueuedChange, seenRow } from '../mutation.ts';
import { recordRefusal } from '../outbox/outcome.ts';
import { takeBatch } from '../outbox/queue.ts';
import { createPace } from './pace.ts';
import {
  NotRenewed,
  type Page,
  type Remote,
  type SentChange,
  type SentMutation,
} from './protocol.ts';

/** What came of a push. exchange.ts decides what follows. */
export type Pushed =
  /** Nothing sendable waits, or this device has no history yet. */
  | { outcome: 'nothing' }
  | { outcome: 'answered'; page: Page }
  /** The server refuses the whole call, or the session. */
  | { outcome: 'refused'; failure: Failure }
  /** The edits take longer than the line or the database gives them. The next push sends fewer. */
  | { outcome: 'timed out'; failure: Failure }
  /** Nobody answers, also where the session has to be renewed first. */
  | { outcome: 'out of reach'; failure: Failure };

/** Sends as much of the outbox as fits one request, in order, and asks for what is new since a position. */
export type Push = (since: Position, signal: AbortSignal) => Promise<Pushed>;

/**
 * Makes the function that makes the pushes of one exchange; it is given what to do before each request.
 *
 * - A mutation leaves the outbox only with the page that answers it (apply-catch-up.ts). After any failure it is sent
 *   again unchanged, and the server recognises its id (R14).
 * - A batch that runs into the statement timeout, or is too large for the server, is halved (R17, Y29, Y63); a single
 *   mutation that is too large, or cannot be read, is refused with the server's code.
 * - After a batch that was not answered in time the next exchange sends half of it, down to one mutation, and more
 *   again once one was answered.
 * - A refusal of the whole call holds all edits: only an answer that names a mutation refuses it.
 * - The batch size that an exchange has found to be accepted holds for its remaining batches.
 *
 * A push throws what the device throws; unanswered mutations stay in the outbox.
 *
 * @param onNoRight called when the server has refused a mutation for lack of rights
 */
export function createPush(
  database: MirrorDatabase,
  remote: Pick<Remote, 'ready' | 'push'>,
  clock: () => Instant,
  onNoRight: () => void = () => {},
): (onBatch: () => void) => Push {
  const pace = createPace(PUSH_COUNT, 1);

  return (onBatch) => {
    let most = PUSH_COUNT;

    return async function push({ epoch, cursor, horizon }, signal) {
      if (epoch === null) return { outcome: 'nothing' };
      const since = { epoch, cursor, horizon, rows: PAGE_ROWS };
      for (;;) {
        try {
          await remote.ready();
        } catch (error) {
          return failed(error);
        }
        signal.throwIfAborted();
        const count = Math.min(most, pace.size);
        // From here on they may have left this device (R21).
        const batch = await takeBatch(database, { count, bytes: PUSH_BYTES }, clock());
        const [first] = batch;
        if (first === undefined) return { outcome: 'nothing' };
        onBatch();
        try {
          const { account } = first;
          const request = {
            account,
            ...since,
            mutations: batch.map((one) => toSent(database, one)),
          };
          const page = checked(await remote.push(request, signal), batch);
          signal.throwIfAborted();
          pace.answered();
          return { outcome: 'answered', page };
        } catch (error) {
          signal.throwIfAborted();
          const failure = toFailure(error);
          // The edits have not been sent, so it says nothing about them.
          if (failure instanceof NotRenewed) return failed(failure);
          const isTooSlow = failure.code === 'time-out';
          if (isTooSlow) pace.tooMuch(batch.length);
          if (isTooSlow || (failure.code === '57014' && batch.length === 1)) {
            return { outcome: 'timed out', failure };
          }
          if (!isAboutItsEdits(failure)) return failed(failure);
          if (batch.length > 1) most = Math.ceil(batch.length / 2);
          else if (failure.kind === 'refused')
            await recordRefusal(database, first, failure, clock());
          else return failed(failure);
        }
      }
    };
  };

  function checked(page: Page, batch: readonly Mutation[]): Page {
    if (!page.reset && !answersAny(page, batch)) {
      throw new Failure('refused', 'unanswered', 'a push without a single answer');
    }
    if (page.answers.some(({ code }) => code === '42501')) onNoRight();
    return page;
  }
}

function failed(error: unknown): Pushed {
  const failure = toFailure(error);
  return { outcome: failure.kind === 'unreachable' ? 'out of reach' : 'refused', failure };
}

function answersAny({ answers }: Page, batch: readonly Mutation[]): boolean {
  const answered = new Set(answers.map(({ id }) => id));
  return batch.some(({ id }) => answered.has(id));
}

/**
 * Whether a refusal is about the edits in the request, so that fewer might pass: they are too large together (413,
 * SQLSTATE class 54, a statement timeout), or one of them cannot be read (class 22). Any other refusal is about the
 * call itself.
 */
function isAboutItsEdits({ code }: Failure): boolean {
  return /^(PT)?413$|^57014$|^(22|54)[0-9A-Z]{3}$/.test(code ?? '');
}

function toSent(database: MirrorDatabase, { id, changes }: Mutation): SentMutation {
  return { id, changes: changes.map((change) => toSentChange(database, change)) };
}

/** Without what the server fills in; the row before is reduced to the changed columns. */
function toSentChange(database: MirrorDatabase, change: QueuedChange): SentChange {
  const { op, table, id } = change;
  switch (op) {
    case 'insert':
      return { op, table, id, values: change.values };
    case 'update':
      return { op, table, id, values: change.values, base: baseOf(database, change) };
    case 'delete':
      return { op, table, id };
  }
}

function baseOf(
  database: MirrorDatabase,
  { table, values, before }: Extract<QueuedChange, { op: 'update' }>,
): Columns {
  const row = seenRow(kindOf(database, table), before);
  return Object.fromEntries(
    Object.keys(values).flatMap((column) => (column in row ? [[column, row[column]]] : [])),
  );
}
