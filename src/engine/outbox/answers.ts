import type { Failure } from '../../lib/failure.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import { showRows } from '../mirror/show.ts';
import type { Mutation } from './mutation.ts';
import { settle } from './settle.ts';

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
