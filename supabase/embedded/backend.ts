import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { App } from '@supabase/lite';
import { createPgliteConnection } from '@supabase/lite/pglite';
import { type DemoAdmin, ensureDemoAdmin } from './demo-admin.ts';
import { migrate } from './migrate.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { readSecrets } from './secrets.ts';

/**
 * Supabase on this machine, in this process: data and auth API (@supabase/lite) on Postgres in WASM
 * (PGlite), with the same migrations and seed as a hosted project. It has no network of its own; see
 * server.ts. Never in the API's 'admin mode': a request without a session is `anon`, as when hosted.
 */

export interface BackendOptions {
  /** Where the data is kept; null keeps it in memory. */
  dataDir: string | null;
  migrationsDir: string;
  /** SQL run once, at the first start; null for none. */
  seedFile: string | null;
  demoEmail: string;
  /** Null: one made at the first start and kept with the data. */
  demoPassword: string | null;
}

export interface Backend {
  /** Answers a request to /rest/v1 or /auth/v1. */
  fetch(request: Request): Promise<Response>;
  /** Runs a job on the database while no request does. Nesting would wait for ever. */
  exclusively<T>(job: (database: PGlite) => Promise<T>): Promise<T>;
  readonly database: PGlite;
  readonly jwtSecret: string;
  readonly demoAdmin: DemoAdmin;
  close(): Promise<void>;
}

/** The key that every embedded backend takes: it is public, as its like on hosted Supabase. */
export const PUBLISHABLE_KEY = 'sb_publishable_embedded';

/** @throws when the data cannot be opened or a migration fails, with what to do in the message */
export async function createBackend(options: BackendOptions): Promise<Backend> {
  const secrets = readSecrets(options.dataDir);
  const connection = await createPgliteConnection({ url: databaseUrl(options.dataDir) });
  const database = connection.driver;
  const app = new App({
    connection,
    auth: { enabled: true, jwt_secret: secrets.jwtSecret, publishable_key: PUBLISHABLE_KEY },
  });
  await app.ensureSystemSchema();
  await migrate(database, options.migrationsDir, options.seedFile);
  const inTurn = oneAtATime();
  const fetch = (request: Request) => inTurn(async () => app.fetch(request, { peerAddress: null }));
  const demoAdmin = {
    email: options.demoEmail,
    password: options.demoPassword ?? secrets.demoPassword,
  };
  await ensureDemoAdmin(fetch, database, demoAdmin);
  return {
    fetch,
    exclusively: (job) => inTurn(() => job(database)),
    database,
    jwtSecret: secrets.jwtSecret,
    demoAdmin,
    close: () => inTurn(() => database.close()),
  };
}

function databaseUrl(dataDir: string | null): string {
  if (dataDir === null) return 'memory://';
  mkdirSync(dataDir, { recursive: true });
  return join(dataDir, 'postgres');
}
