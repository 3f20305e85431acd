import type { Failure } from '../../lib/failure.ts';
import type { Instant } from '../../lib/millis.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import { readPosition } from '../mirror/status.ts';
import type { Mutation, Overwritten, RejectedMutation } from '../mutation.ts';
import { dropFiles, filesNamedBy } from './files.ts';

/** The server's answer to one mutation; see sync_push in supabase/migrations. */
export interface Answer {
  id: string;
  /** `duplicate`: the server had this mutation before, and `first` was its outcome then. */
  outcome: 'applied' | 'duplicate' | 'rejected';
  first: 'applied' | 'rejected';
  code: string | null;
  message: string | null;
  /** Conflicts: replaced values that differ from those its admin had seen. */
  conflicts: readonly { table: string; id: string; column: string; was: unknown }[];
}

/**
 * Refuses one mutation that is too large for the server, or that the server cannot read. The request must have
 * contained this mutation only.
 */
export function recordRefusal(
  database: MirrorDatabase,
  { id }: Mutation,
  { code, message }: Failure,
  at: Instant,
): Promise<void> {
  const answer = {
    id,
    outcome: 'rejected',
    first: 'rejected',
    code,
    message,
    conflicts: [],
  } as const;
  return database.transaction('rw', database.tables, async () =>
    recordAnswers(database, [answer], at),
  );
}

/**
 * Records the answers to mutations, inside the caller's transaction:
 *
 * - Applied, now or in an earlier attempt: removed; its conflicts are recorded (R25).
 * - Refused: moved to `rejected` with the reason (R16). Unsent mutations that depend on it are moved with it as their cause,
 *   since they could only be refused too. So is a sent one that was refused because the other's row was
 *   missing.
 * - An answer to a mutation that is not here any more is ignored, because another tab was faster. The exception is
 *   one refused for lack of rights: another device may have sent it since, from a file; then it is no longer refused.
 *
 * @param askedIn the history in which the server was asked, if the device may be on another one now
 */
export async function recordAnswers(
  database: MirrorDatabase,
  answers: readonly Answer[],
  at: Instant,
  askedIn?: string | null,
): Promise<void> {
  if (answers.length === 0) return;
  const epoch = askedIn === undefined ? (await readPosition(database)).epoch : askedIn;
  const refused: string[] = [];
  const answered: number[] = [];
  const sentElsewhere: string[] = [];
  const replaced: Omit<Overwritten, 'place'>[] = [];
  const named: string[] = [];
  const waiting = new Map((await database.outbox.toArray()).map((one) => [one.id, one]));
  for (const answer of answers) {
    const mutation = waiting.get(answer.id);
    if (mutation === undefined) {
      if (answer.first === 'applied') sentElsewhere.push(answer.id);
      continue;
    }
    waiting.delete(answer.id);
    answered.push(mutation.place);
    if (answer.first === 'applied') {
      const { account, label, changes } = mutation;
      named.push(...filesNamedBy(database, changes));
      replaced.push(...answer.conflicts.map((conflict) => ({ ...conflict, account, label, at })));
    } else {
      const reason = answer.message ?? '';
      const made = await database.rejected.where('id').anyOf(mutation.after).primaryKeys();
      const why = { code: answer.code, reason, cause: made[0] ?? null };
      await reject(database, mutation, { ...why, epoch }, at);
      refused.push(answer.id);
    }
  }
  await deletePlaces(database, answered);
  for (const one of await database.rejected.bulkGet(sentElsewhere)) {
    named.push(...filesNamedBy(database, one?.mutation.changes ?? []));
  }
  await database.rejected.bulkDelete(sentElsewhere);
  await database.overwritten.bulkAdd(replaced);
  // Another device had sent them with the edit.
  await dropFiles(database, named);
  for (let cause = refused.pop(); cause !== undefined; cause = refused.pop()) {
    for (const mutation of await database.outbox.where('after').equals(cause).toArray()) {
      if (mutation.sent) continue;
      await database.outbox.delete(mutation.place);
      await reject(database, mutation, { code: null, reason: '', cause, epoch }, at);
      refused.push(mutation.id);
    }
  }
}

/** Deletes mutations from the outbox: all at once, as answered edits mostly stand together, or one by one. */
async function deletePlaces({ outbox }: MirrorDatabase, places: readonly number[]): Promise<void> {
  const all = outbox.where('place').between(Math.min(...places), Math.max(...places), true, true);
  if (places.length > 1 && (await all.count()) === places.length) await all.delete();
  else await outbox.bulkDelete([...places]);
}

function reject(
  database: MirrorDatabase,
  mutation: Mutation,
  why: Omit<RejectedMutation, 'id' | 'mutation' | 'at'>,
  at: Instant,
): Promise<unknown> {
  return database.rejected.put({ id: mutation.id, mutation, ...why, at });
}
