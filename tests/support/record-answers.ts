import { applyCatchUp, type Change } from '../../src/engine/mirror/apply.ts';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { readPosition } from '../../src/engine/mirror/status.ts';
import type { Answer } from '../../src/engine/outbox/outcome.ts';

/** Records what a server has answered to a push, as an exchange does: with its rows, and the cursor after them. */
export async function recordAnswers(
  database: MirrorDatabase,
  { results, changes }: { results: readonly Answer[]; changes: readonly Change[] },
  at: number,
): Promise<void> {
  const from = await readPosition(database);
  const cursor = Math.max(from.cursor, ...changes.map(({ version }) => version));
  const catchUp = { from, to: { ...from, cursor }, reset: false, changes, answers: results };
  await applyCatchUp(database, catchUp, at);
}
