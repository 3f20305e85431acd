import type { Client } from 'pg';
import type { Postgres as Machine } from '../../support/postgres.ts';
import { type Caller, type Postgres, sqlAs } from './server.ts';

/** As many as devices and tabs ask at once, and some for writers beside them. */
const CONNECTIONS = 12;

/**
 * Nobody waits for what an open transaction holds until that ends, which may be never; and who waits in a circle is
 * told so before.
 */
const PATIENCE = `set lock_timeout = '300ms'; set deadlock_timeout = '50ms'`;

/**
 * A real PostgreSQL: requests that come at the same moment run at the same moment, each on a connection of its
 * own, and now and then at an isolation level that makes one of them fail. Replays are alike, not the same.
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

  /** A transaction that somebody has left open. */
  let held: { client: Client; statements: string; done: () => void } | null = null;

  async function letGo(): Promise<void> {
    if (held === null) return;
    const { client, statements, done } = held;
    held = null;
    try {
      await run(client, `${statements}; commit`);
    } catch {
      // A deadlock or a lock that was not to be had: nothing of it has happened.
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

/** How often to look whether somebody waits: for about as long as an edit takes to go out. */
const LOOKS = 100;

type Result = { rows: Record<string, unknown>[] };

/** Many statements at once; what failed is undone. */
async function run(client: Client, statements: string): Promise<Result[]> {
  try {
    const results: unknown = await client.query(statements);
    return (Array.isArray(results) ? results : [results]) as Result[];
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
