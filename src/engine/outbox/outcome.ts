import type { Failure } from '../../lib/failure.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import { showRows } from '../mirror/show.ts';
import type { Mutation } from './mutation.ts';

/** What the server says of one mutation; see sync_push in supabase/migrations. */
export interface Answer {
  id: string;
  /** `duplicate`: it had this mutation before, and `first` is what came of it then. */
  outcome: 'applied' | 'duplicate' | 'rejected';
  first: 'applied' | 'rejected';
  code: string | null;
  message: string | null;
  /** Values that it has replaced and that were not the ones its admin had seen. */
  met: readonly { table: string; id: string; column: string; was: unknown }[];
}

/**
 * Refuses one mutation that alone is too much for the server, or that it cannot read: a request with this mutation
 * only was answered so.
 *
 * @param at ms since 1970
 */
export function recordRefusal(
  database: MirrorDatabase,
  { id }: Mutation,
  { code, message }: Failure,
  at: number,
): Promise<void> {
  const answer = { id, outcome: 'rejected', first: 'rejected', code, message, met: [] } as const;
  return database.transaction('rw', database.tables, async () => {
    await showRows(database, await settle(database, [answer], at));
  });
}

/**
 * Takes answered mutations out of the outbox, inside the caller's transaction:
 *
 * - applied, now or at an earlier try: gone; what it has replaced unseen is noted.
 * - refused: kept in `rejected`, with the reason. Unsent mutations that build on it are parked with it as
 *   their cause: they could only be refused too. One that was sent along, and refused for want of what the
 *   other should have made, has the same cause.
 * - an answer to a mutation that is not here any more says nothing new: another tab was faster. But one that was
 *   refused for want of the right may have been sent since, from a file, by another device: then it is refused no more.
 *
 * @returns the keys of the rows they changed, which have to be shown anew
 */
export async function settle(
  database: MirrorDatabase,
  answers: readonly Answer[],
  at: number,
): Promise<string[]> {
  const keys: string[] = [];
  const refused: string[] = [];
  for (const answer of answers) {
    const mutation = await database.outbox.get({ id: answer.id });
    if (mutation === undefined) {
      if (answer.first === 'applied') await database.rejected.delete(answer.id);
      continue;
    }
    await database.outbox.delete(mutation.place);
    keys.push(...mutation.rows);
    if (answer.first === 'applied') {
      const { account, label } = mutation;
      await database.overwritten.bulkAdd(answer.met.map((met) => ({ ...met, account, label, at })));
    } else {
      const reason = answer.message ?? '';
      const made = await database.rejected.where('id').anyOf(mutation.after).first();
      const why = { code: answer.code, reason, cause: made?.id ?? null };
      await reject(database, mutation, why, at);
      refused.push(answer.id);
    }
  }
  for (let cause = refused.pop(); cause !== undefined; cause = refused.pop()) {
    for (const mutation of await database.outbox.where('after').equals(cause).toArray()) {
      if (mutation.sent) continue;
      await database.outbox.delete(mutation.place);
      keys.push(...mutation.rows);
      await reject(database, mutation, { code: null, reason: '', cause }, at);
      refused.push(mutation.id);
    }
  }
  return keys;
}

function reject(
  database: MirrorDatabase,
  mutation: Mutation,
  why: { code: string | null; reason: string; cause: string | null },
  at: number,
): Promise<unknown> {
  return database.rejected.put({ id: mutation.id, mutation, ...why, at });
}
