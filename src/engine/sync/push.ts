import { Failure } from '../../lib/failure.ts';
import { PUSH_BYTES, PUSH_COUNT } from '../../lib/limits.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import { readPosition } from '../mirror/status.ts';
import { recordAnswers } from '../outbox/answers.ts';
import type { Columns } from '../outbox/change.ts';
import type { Mutation, QueuedChange } from '../outbox/mutation.ts';
import { countSendable, takeBatch } from '../outbox/queue.ts';
import type { PushAnswer, Remote, SentChange, SentMutation } from './protocol.ts';

/**
 * `nothing`: no edit to send. `sent`: all that could be. `stale`: the server is on another history, or this
 * device on none; the pull that follows starts over, and then the edits can go.
 */
export type Pushed = 'nothing' | 'sent' | 'stale';

/**
 * Makes the function that sends the outbox, batch after batch, in order.
 *
 * - A mutation leaves the outbox only by the server's answer to its id (engine/outbox/answers.ts). Whatever fails is
 *   sent again as it was, and the server knows it by its id.
 * - A batch that runs into the statement's time-out, or is too much for the server, is halved (Y29, Y63); one
 *   mutation that alone is too much, or cannot be read, is refused with the server's code.
 * - A call that may not be made at all holds everything: only an answer that names a mutation refuses it.
 *
 * The function throws {Failure}; the outbox then holds all that was not answered.
 *
 * @param onNoRight called when the server has refused a mutation for want of the right to it
 */
export function createPush(
  database: MirrorDatabase,
  remote: Pick<Remote, 'ready' | 'push'>,
  clock: () => number,
  onNoRight: () => void = () => {},
): (signal: AbortSignal, onBatch: () => void) => Promise<Pushed> {
  return async function push(signal, onBatch) {
    let count = PUSH_COUNT;
    let sent: Pushed = 'nothing';
    for (;;) {
      if ((await countSendable(database, clock())) === 0) return sent;
      const { epoch } = await readPosition(database);
      if (epoch === null) return 'stale';
      await remote.ready();
      signal.throwIfAborted();
      // From here on they may have left this device.
      const batch = await takeBatch(database, { count, bytes: PUSH_BYTES }, clock());
      const [first] = batch;
      if (first === undefined) return sent;
      onBatch();
      try {
        const mutations = batch.map(toSent);
        const answer = await remote.push({ account: first.account, epoch, mutations }, signal);
        signal.throwIfAborted();
        if (answer.stale) return 'stale';
        await record(answer, batch);
        sent = 'sent';
      } catch (error) {
        if (!(error instanceof Failure) || !isAboutItsEdits(error)) throw error;
        if (batch.length > 1) count = Math.ceil(batch.length / 2);
        else if (error.kind === 'refused') await refuse(first, error);
        else throw error;
      }
    }
  };

  async function record(answer: PushAnswer, batch: readonly Mutation[]): Promise<void> {
    const answered = new Set(answer.results.map(({ id }) => id));
    if (!batch.some(({ id }) => answered.has(id))) {
      throw new Failure('refused', 'unanswered', 'a push without a single answer');
    }
    await recordAnswers(database, answer, clock());
    if (answer.results.some(({ code }) => code === '42501')) onNoRight();
  }

  /** Too much or unreadable alone: such an answer to a request with one mutation names that mutation. */
  async function refuse({ id }: Mutation, { code, message }: Failure): Promise<void> {
    const results = [
      { id, outcome: 'rejected', first: 'rejected', code, message, met: [] } as const,
    ];
    const { epoch } = await readPosition(database);
    await recordAnswers(database, { epoch: epoch ?? '', results, changes: [] }, clock());
  }
}

/**
 * Whether it is the edits in the request that are not taken, so that fewer might do: they are too much at once (413,
 * SQLSTATE class 54, a statement's time-out), or one of them cannot be read (class 22). Any other refusal is one of
 * the call itself, and says nothing of what is in it.
 */
function isAboutItsEdits({ code }: Failure): boolean {
  return /^(PT)?413$|^57014$|^(22|54)[0-9A-Z]{3}$/.test(code ?? '');
}

function toSent({ id, changes }: Mutation): SentMutation {
  return { id, changes: changes.map(toSentChange) };
}

/** Without what the server fills in, and of the row before with the changed columns only. */
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
