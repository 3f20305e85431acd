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
  /** How many of the seed's histories to leave out: the one that failed can be played alone. */
  readonly skip?: number;
  /** Whether a failing history is made as small as it can be; takes as long as it takes. */
  readonly shrinks: boolean;
  /** Called before each history, and before each that only serves to make a failing one smaller. */
  readonly onPlay?: () => void;
  /** Called after each history. */
  readonly onHistory?: (done: number) => void;
}

export interface Outcome {
  readonly histories: number;
  readonly operations: number;
  readonly counts: Readonly<Record<string, number>>;
  /** Null where all of them held. */
  readonly failure: { readonly history: History; readonly message: string } | null;
}

/** The SQL that a database needs for histories to be played in it; `patched` may plant a bug in a migration. */
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
    // Those that only serve to make a failing one smaller are not counted.
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
