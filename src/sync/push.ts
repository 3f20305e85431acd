import { PUSH_BYTES, PUSH_COUNT } from '../lib/limits.ts';
import type { Columns } from '../model/change.ts';
import type { AnyKind } from '../model/kind.ts';
import { recordAnswers } from '../store/answers.ts';
import { takeBatch } from '../store/batch.ts';
import type { MirrorDatabase } from '../store/database.ts';
import type { Mutation, QueuedChange } from '../store/mutation.ts';
import { readPosition } from '../store/status.ts';
import { RemoteFailure } from './failure.ts';
import type { PushAnswer, Remote, SentChange, SentMutation } from './remote.ts';

/**
 * `nothing`: no edit to send. `sent`: all that could be. `stale`: the server is on another history, or this
 * device on none; the pull that follows starts over, and then the edits can go.
 */
export type Pushed = 'nothing' | 'sent' | 'stale';

/**
 * Makes the function that sends the outbox, batch after batch, in order.
 *
 * - A mutation leaves the outbox only by the server's answer to its id (store/answers.ts). Whatever fails is
 *   sent again as it was, and the server knows it by its id.
 * - A batch that runs into the statement's time-out, or is too much for the server, is halved (Y29, Y63); one
 *   mutation that alone will never be taken is refused with the server's code.
 *
 * The function throws {RemoteFailure}; the outbox then holds all that was not answered.
 *
 * @param onNoRight called when the server has refused a mutation for want of the right to it
 */
export function createPush(
  database: MirrorDatabase,
  kinds: readonly AnyKind[],
  remote: Pick<Remote, 'push'>,
  clock: () => number,
  onNoRight: () => void = () => {},
): (signal: AbortSignal, onBatch: () => void) => Promise<Pushed> {
  return async function push(signal, onBatch) {
    let count = PUSH_COUNT;
    let sent: Pushed = 'nothing';
    for (;;) {
      const batch = await takeBatch(database, { count, bytes: PUSH_BYTES }, clock());
      const [first] = batch;
      if (first === undefined) return sent;
      const { epoch } = await readPosition(database);
      if (epoch === null) return 'stale';
      onBatch();
      try {
        const mutations = batch.map(toSent);
        const answer = await remote.push({ account: first.account, epoch, mutations }, signal);
        if (answer.stale) return 'stale';
        await record(answer, batch);
        sent = 'sent';
      } catch (error) {
        if (!isTooMuch(error)) throw error;
        if (batch.length > 1) count = Math.ceil(batch.length / 2);
        else if (error.kind === 'rejected') await refuse(first, error);
        else throw error;
      }
    }
  };

  async function record(answer: PushAnswer, batch: readonly Mutation[]): Promise<void> {
    const answered = new Set(answer.results.map(({ id }) => id));
    if (!batch.some(({ id }) => answered.has(id))) {
      throw new RemoteFailure('refused', 'a push without a single answer');
    }
    await recordAnswers(database, kinds, answer, clock());
    if (answer.results.some(({ code }) => code === '42501')) onNoRight();
  }

  /** The server's refusal of a request with one mutation in it is the answer to that mutation. */
  async function refuse({ id }: Mutation, { code, message }: RemoteFailure): Promise<void> {
    const results = [
      { id, outcome: 'rejected', first: 'rejected', code, message, met: [] } as const,
    ];
    const { epoch } = await readPosition(database);
    await recordAnswers(database, kinds, { epoch: epoch ?? '', results, changes: [] }, clock());
  }
}

/** Whether less of it might do: the statement took too long, or the request as a whole is not taken. */
function isTooMuch(error: unknown): error is RemoteFailure {
  return error instanceof RemoteFailure && (error.kind === 'rejected' || error.code === '57014');
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
