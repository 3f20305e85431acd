import { Failure } from '../../lib/failure.ts';
import { PUSH_BYTES, PUSH_COUNT } from '../../lib/limits.ts';
import type { Instant } from '../../lib/millis.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import type { Position } from '../mirror/meta.ts';
import type { Columns, Mutation, QueuedChange } from '../mutation.ts';
import { recordRefusal } from '../outbox/outcome.ts';
import { takeBatch } from '../outbox/queue.ts';
import type { Page, Remote, SentChange, SentMutation } from './protocol.ts';

/**
 * Makes the function that sends as much of the outbox as fits one request, in order, and returns the page that
 * answers it; null if nothing sendable waits, or this device has no history yet.
 *
 * - A mutation leaves the outbox only with the page that answers it (apply-catch-up.ts). After any failure it is sent
 *   again unchanged, and the server recognises its id.
 * - A batch that runs into the statement timeout, or is too large for the server, is halved (Y29, Y63); a single
 *   mutation that is too large, or cannot be read, is refused with the server's code.
 * - A refusal of the whole call holds all edits: only an answer that names a mutation refuses it.
 * - The batch size that an exchange has found to be accepted holds for its remaining batches (`limits`).
 *
 * The function throws {Failure}; unanswered mutations stay in the outbox.
 *
 * @param onNoRight called when the server has refused a mutation for lack of rights
 */
export function createPush(
  database: MirrorDatabase,
  remote: Pick<Remote, 'ready' | 'push'>,
  clock: () => Instant,
  onNoRight: () => void = () => {},
): (since: Position, limits: PushLimits, signal: AbortSignal) => Promise<Page | null> {
  return async function push({ epoch, cursor, horizon }, limits, signal) {
    if (epoch === null) return null;
    for (;;) {
      await remote.ready();
      signal.throwIfAborted();
      // From here on they may have left this device.
      const batch = await takeBatch(database, { count: limits.count, bytes: PUSH_BYTES }, clock());
      const [first] = batch;
      if (first === undefined) return null;
      limits.onBatch();
      try {
        const { account } = first;
        const request = { account, epoch, cursor, horizon, mutations: batch.map(toSent) };
        const page = await remote.push(request, signal);
        signal.throwIfAborted();
        return checked(page, batch);
      } catch (error) {
        if (!(error instanceof Failure) || !isAboutItsEdits(error)) throw error;
        if (batch.length > 1) limits.count = Math.ceil(batch.length / 2);
        else if (error.kind === 'refused') await recordRefusal(database, first, error, clock());
        else throw error;
      }
    }
  };

  function checked(page: Page, batch: readonly Mutation[]): Page {
    if (!page.reset && !answersAny(page, batch)) {
      throw new Failure('refused', 'unanswered', 'a push without a single answer');
    }
    if (page.answers.some(({ code }) => code === '42501')) onNoRight();
    return page;
  }
}

/** The limits of one exchange's requests, and its report of each batch. */
export interface PushLimits {
  count: number;
  readonly onBatch: () => void;
}

export function pushLimits(onBatch: () => void): PushLimits {
  return { count: PUSH_COUNT, onBatch };
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

function toSent({ id, changes }: Mutation): SentMutation {
  return { id, changes: changes.map(toSentChange) };
}

/** Without what the server fills in; the row before is reduced to the changed columns. */
function toSentChange(change: QueuedChange): SentChange {
  const { op, table, id } = change;
  switch (op) {
    case 'insert':
      return { op, table, id, values: change.values };
    case 'update':
      return { op, table, id, values: change.values, base: baseOf(change) };
    case 'delete':
      return { op, table, id };
  }
}

function baseOf({ values, before }: Extract<QueuedChange, { op: 'update' }>): Columns {
  const row = (before ?? {}) as Columns;
  return Object.fromEntries(
    Object.keys(values).flatMap((column) => (column in row ? [[column, row[column]]] : [])),
  );
}
