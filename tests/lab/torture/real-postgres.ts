import type { Client } from 'pg';
import type { Postgres as Machine } from '../../support/postgres.ts';
import { type Caller, type Postgres, sqlAs } from './server.ts';

/** As many as devices and tabs use at once, and a few more for writers. */
const CONNECTIONS = 12;

/** Short time-outs: an open transaction may never end, and a deadlock is to be reported before them. */
const PATIENCE = `set lock_timeout = '300ms'; set deadlock_timeout = '50ms'`;

/**
 * A real PostgreSQL. Requests that arrive at the same moment run at the same moment, each on its own connection, and
 * some at an isolation level that makes one of them fail. Replays are alike, not identical.
 */
export async function onRealPostgres(
  machine: Machine,
  database: string,
): Promise<Postgres & { close: () => Promise<void> }> {
  const all: Client[] = [];
  for (let i = 0; i < CONNECTIONS; i += 1) {
    const client = await machine.connect(database);
    await client.query(PATIENCE);
    all.push(client);
  }
  const free = [...all];
  const waiting: ((client: Client) => void)[] = [];
  let calls = 0;

  async function withClient<T>(job: (client: Client) => Promise<T>): Promise<T> {
    const client = free.pop() ?? (await new Promise<Client>((resolve) => waiting.push(resolve)));
    try {
      return await job(client);
    } finally {
      const next = waiting.shift();
      if (next === undefined) free.push(client);
      else next(client);
    }
  }

  /** A transaction that was left open. */
  let held: { client: Client; statements: string; done: () => void } | null = null;

  async function letGo(): Promise<void> {
    if (held === null) return;
    const { client, statements, done } = held;
    held = null;
    try {
      await run(client, `${statements}; commit`);
    } catch {
      // After a deadlock or a lock that was not granted in time, nothing of the transaction has happened.
    }
    done();
  }

  return {
    isConcurrent: true,
    call: (caller: Caller, statement: string) =>
      withClient(async (client) => {
        calls += 1;
        const level = calls % 4 === 0 ? 'isolation level repeatable read' : '';
        const results = await run(client, `begin ${level}; ${sqlAs(caller)}; ${statement}; commit`);
        return Object.values(results.at(-2)?.rows[0] ?? {})[0];
      }),
    sql: (statements) =>
      withClient(async (client) => (await run(client, statements)).at(-1)?.rows ?? []),
    async hold(first, then) {
      await letGo();
      await new Promise<void>((begun) => {
        void withClient(
          (client) =>
            new Promise<void>((done) => {
              run(client, `begin; ${first}`)
                .then(() => {
                  held = { client, statements: then, done };
                }, done)
                .finally(begun);
            }),
        );
      });
    },
    letGo,
    async untilSomebodyWaits() {
      for (let looks = 0; looks < LOOKS; looks += 1) {
        const waiting = 'select from pg_locks where not granted';
        const rows = await withClient(async (client) => (await run(client, waiting)).at(-1)?.rows);
        if (rows?.length) return;
      }
    },
    async close() {
      await letGo();
      await Promise.all(all.map((client) => client.end()));
    },
  };
}

/** How often to look whether a request waits: over about the time that an edit takes to be sent. */
const LOOKS = 100;

type Result = { rows: Record<string, unknown>[] };

/** Many statements at once; a failed one is undone. */
async function run(client: Client, statements: string): Promise<Result[]> {
  try {
    const results: unknown = await client.query(statements);
    return (Array.isArray(results) ? results : [results]) as Result[];
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
