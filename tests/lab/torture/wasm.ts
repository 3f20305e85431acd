import type { PGlite } from '@electric-sql/pglite';
import { type Postgres, sqlAs } from './server.ts';

/** Postgres in WASM: one connection, so that what happens in it has one order, the same every time. */
export function onWasm(database: PGlite): Postgres {
  // One statement list at a time: two transactions on one connection would become one.
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
    // With one connection nothing can be left open: all of it happens at once.
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
