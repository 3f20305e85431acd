import { applyChanges, type Change } from '../mirror/apply.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import { readPosition } from '../mirror/status.ts';
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
 * Records the server's answers: the mutations leave the outbox in the transaction that brings what came of
 * them (invariant 4), so that an edit never goes from the screen before the row that contains it is there
 * (invariant 8). The cursor stays: the pull brings the same versions once more, and they are no news. Nor are
 * those at or below the cursor, in an answer that comes late: what the device does not have of them has been
 * deleted since, and must not come back.
 *
 * @param epoch the history that `changes` are of; on another one only the answers count
 * @param at ms since 1970
 */
export function recordAnswers(
  database: MirrorDatabase,
  answered: { epoch: string; results: readonly Answer[]; changes: readonly Change[] },
  at: number,
): Promise<void> {
  return database.transaction('rw', database.tables, async () => {
    const keys = await settle(database, answered.results, at);
    const { epoch, cursor } = await readPosition(database);
    const isNews = ({ version }: Change) => epoch === answered.epoch && version > cursor;
    const changes = answered.changes.filter(isNews);
    await applyChanges(database, changes, { alsoShow: keys, keepGone: true });
  });
}
