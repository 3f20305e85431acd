import type { PGlite } from '@electric-sql/pglite';
import { type Postgres, sqlAs } from './server.ts';

/** Postgres in WASM. It has one connection, so everything in it has one order, the same in every run. */
export function onWasm(database: PGlite): Postgres {
  // One list of statements at a time: on one connection two transactions would become one.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(job: () => Promise<T>): Promise<T> => {
    const done = last.then(job, job);
    last = done.catch(() => {});
    return done;
  };
  const sql = (statements: string) =>
    inTurn(async () => {
      const results = await database.exec(statements);
      return (results.at(-1)?.rows ?? []) as Record<string, unknown>[];
    });
  return {
    isConcurrent: false,
    sql,
    // With one connection no transaction can stay open: all of it happens at once.
    hold: async (first, then) => void (await sql(`begin; ${first}; ${then}; commit`)),
    letGo: async () => {},
    untilSomebodyWaits: async () => {},
    call: (caller, statement) =>
      inTurn(async () => {
        try {
          const results = await database.exec(`begin; ${sqlAs(caller)}; ${statement}; commit`);
          return Object.values(results.at(-2)?.rows[0] ?? {})[0];
        } catch (error) {
          await database.exec('rollback');
          throw error;
        }
      }),
  };
}
