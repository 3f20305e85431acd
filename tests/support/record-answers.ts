import type { ServerChange } from '../../src/engine/mirror/apply.ts';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { readPosition } from '../../src/engine/mirror/status.ts';
import type { Answer } from '../../src/engine/outbox/outcome.ts';
import { applyCatchUp } from '../../src/engine/sync/apply-catch-up.ts';

/** An answer that is a refusal, unless it says otherwise. */
export type GivenAnswer = Partial<Answer> & Pick<Answer, 'id'>;

const refusal = {
  outcome: 'rejected',
  first: 'rejected',
  code: null,
  message: '',
  conflicts: [],
} as const;

/**
 * Records the server's answers to a push as an exchange does, with its rows and the cursor after them.
 *
 * @param at ms since 1970
 */
export async function recordAnswers(
  database: MirrorDatabase,
  given: readonly GivenAnswer[],
  { changes = [], at = Date.now() }: { changes?: readonly ServerChange[]; at?: number } = {},
): Promise<void> {
  const from = await readPosition(database);
  const cursor = Math.max(from.cursor, ...changes.map(({ version }) => version));
  const answers = given.map((it) => ({ ...refusal, ...it }));
  await applyCatchUp(
    database,
    { from, to: { ...from, cursor }, reset: false, changes, answers },
    at,
  );
}
