import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import {
  type BackendOptions,
  createBackend,
  type LocalBackend,
} from '../../tools/server/database/backend.ts';
import { type Serving, serve } from '../../tools/server/http/server.ts';
import { copyImage } from './folder-image.ts';

/** An embedded backend behind a server that a test can stop and restart. */
export interface Embedded {
  /** Stays the same over `down` and `up`. */
  readonly url: string;
  readonly backend: LocalBackend;
  /** Runs SQL as the database's owner, as Studio's SQL editor would. */
  sql(text: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
  exclusively<T>(job: (database: PGlite) => Promise<T>): Promise<T>;
  /** Takes the server off the network; the data stays. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** Ends it for good. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Whether it has the site's sample content; true by default. */
  seed?: boolean;
  /** The folder of migrations; this repository's by default. */
  migrationsDir?: string;
  /** A built site to serve at the same origin. */
  siteDir?: string | null;
  /** A folder that the test keeps; without one, `stop` deletes the data. */
  dataDir?: string;
  port?: number;
  maxAttempts?: number;
}

const root = resolve(import.meta.dirname, '../..');

export async function startEmbedded(options: EmbeddedOptions = {}): Promise<Embedded> {
  const { seed = true, migrationsDir } = options;
  const made = options.dataDir === undefined ? await firstStarted({ seed, migrationsDir }) : null;
  const backend = await createBackend({
    ...firstOptions({ seed, migrationsDir }),
    dataDir: made ?? options.dataDir ?? null,
  });
  let serving: Serving | null = await listen(options.port ?? 0);
  const { url } = serving;

  function listen(port: number): Promise<Serving> {
    const { siteDir = null, maxAttempts } = options;
    return serve({ backend, siteDir, host: '127.0.0.1', port, maxAttempts });
  }

  const down = async () => {
    await serving?.close();
    serving = null;
  };

  return {
    url,
    backend,
    sql: (text, parameters) =>
      backend.exclusively(async (database) => {
        if (parameters === undefined) return (await database.exec(text)).at(-1)?.rows ?? [];
        return (await database.query<Record<string, unknown>>(text, parameters)).rows;
      }),
    exclusively: backend.exclusively,
    down,
    async up() {
      serving ??= await listen(Number(new URL(url).port));
    },
    async stop() {
      await down();
      await backend.close();
      if (made !== null) await rm(made, { recursive: true, force: true });
    },
  };
}

/** @returns a data folder of its own, with migrations and content in it */
async function firstStarted(made: MadeFrom): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldnotes-embedded-'));
  await copyFirstStarted(folder, made);
  return folder;
}

/**
 * Puts a folder into the state after a first start.
 *
 * @returns the options to create its backend with
 */
export async function copyFirstStarted(
  folder: string,
  made: MadeFrom,
): Promise<BackendOptions & { dataDir: string }> {
  const options = firstOptions(made);
  mkdirSync(folder, { recursive: true });
  const from = [
    JSON.stringify(options),
    ...filesIn(options.migrationsDir),
    ...filesIn(resolve(root, 'tools/server')),
    options.seedFile === null ? '' : readFileSync(options.seedFile, 'utf8'),
  ];
  const make = async (dataDir: string) => (await createBackend({ ...options, dataDir })).close();
  await copyImage({ from, make }, folder);
  return { ...options, dataDir: folder };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .flatMap((file) => [relative(folder, file), readFileSync(file, 'utf8')]);
}

/** Everything that a first start makes a data folder from. */
interface MadeFrom {
  seed: boolean;
  migrationsDir?: string | undefined;
}

function firstOptions({
  seed,
  migrationsDir = resolve(root, 'supabase/migrations'),
}: MadeFrom): Omit<BackendOptions, 'dataDir'> {
  return {
    migrationsDir,
    seedFile: seed ? resolve(root, 'supabase/seed.sql') : null,
    demoEmail: 'admin@fieldnotes.local',
    demoPassword: 'a-password-for-tests',
  };
}
