import fc from 'fast-check';
import { migrations, prelude } from '../../support/database.ts';
import { play, type Told } from './history.ts';
import { type History, history } from './operations.ts';
import type { Postgres } from './server.ts';
import { instruments } from './world.ts';

/** Many histories, one after the other, until one does not hold. */

export interface Campaign {
  readonly histories: number;
  readonly seed: number;
  /** How many of the seed's histories to skip, so that a failed one can be played alone. */
  readonly skip?: number;
  /** Whether to shrink a failing history as far as possible, however long that takes. */
  readonly shrinks: boolean;
  /** Called before each history, including those that only shrink a failing one. */
  readonly onPlay?: () => void;
  /** Called after each history. */
  readonly onHistory?: (done: number) => void;
}

export interface Outcome {
  readonly histories: number;
  readonly operations: number;
  readonly counts: Readonly<Record<string, number>>;
  /** Null if every history held. */
  readonly failure: { readonly history: History; readonly message: string } | null;
}

/** The SQL that prepares a database for histories; `patched` may plant a bug in a migration. */
export function schema(patched: (sql: string) => string = (sql) => sql): readonly string[] {
  return [prelude, ...migrations.map(patched), instruments];
}

export async function campaign(postgres: Postgres, plan: Campaign): Promise<Outcome> {
  let histories = 0;
  let operations = 0;
  let failed: string | null = null;
  const counts: Record<string, number> = {};
  const holds = fc.asyncProperty(history, async (one) => {
    let told: Told;
    plan.onPlay?.();
    try {
      told = await play(postgres, one);
    } catch (error) {
      failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
      throw error;
    }
    // Histories that only shrink a failing one are not counted.
    if (failed !== null) return;
    histories += 1;
    operations += told.operations;
    for (const [what, count] of Object.entries(told.counts)) {
      counts[what] = (counts[what] ?? 0) + count;
    }
    plan.onHistory?.(histories);
  });
  const details = await fc.check(holds, {
    numRuns: plan.histories,
    seed: plan.seed,
    ...(plan.skip ? { path: String(plan.skip) } : {}),
    endOnFailure: !plan.shrinks,
  });
  const [counterexample] = details.counterexample ?? [];
  if (!details.failed || counterexample === undefined) {
    return { histories, operations, counts, failure: null };
  }
  return {
    histories: histories + 1,
    operations,
    counts,
    failure: { history: counterexample, message: failed ?? String(details.errorInstance) },
  };
}
