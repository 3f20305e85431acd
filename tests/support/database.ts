import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { copyImage, type Image } from './folder-image.ts';
import { catalogOf, remember } from './restore.ts';

/** Postgres in WASM with the roles and schemas of hosted Supabase, for tests of the migrations and of their results. */

const supabase = resolve(import.meta.dirname, '../../supabase');

export const prelude: string = readFileSync(
  resolve(import.meta.dirname, 'supabase-prelude.sql'),
  'utf8',
);

/** The migrations in the order of their names. */
export const migrations: readonly string[] = readdirSync(`${supabase}/migrations`)
  .sort()
  .map((file) => readFileSync(`${supabase}/migrations/${file}`, 'utf8'));

export const seed: string = readFileSync(`${supabase}/seed.sql`, 'utf8');

/** Anything that runs SQL and returns rows: PGlite, and the clients of pg. */
export interface Queryable {
  query(text: string, parameters?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** @param before SQL that runs before the migrations, for a database that existed already */
export async function migratedDatabase(before?: string): Promise<PGlite> {
  if (before === undefined) return copyOf(migrated);
  const database = await emptyDatabase();
  for (const sql of [before, ...migrations]) await database.exec(sql);
  return database;
}

/**
 * A migrated database for each test: the same one with its rows put back, which is quick, or another one if a test has
 * changed more than rows.
 */
export class DatabasePerTest {
  #held: { database: PGlite; restore: () => Promise<void>; catalog: string } | null = null;

  async next(): Promise<PGlite> {
    if (this.#held !== null && (await catalogOf(this.#held.database)) === this.#held.catalog) {
      await this.#held.restore();
      return this.#held.database;
    }
    await this.close();
    const database = await migratedDatabase();
    const restore = await remember(database);
    this.#held = { database, restore, catalog: await catalogOf(database) };
    return database;
  }

  async close(): Promise<void> {
    await this.#held?.database.close();
    this.#held = null;
  }
}

/** A database as hosted Supabase creates it, before any migration. */
export async function emptyDatabase(): Promise<PGlite> {
  return copyOf(empty);
}

const empty: Image = {
  from: [prelude],
  make: (folder) => runIn(folder, [prelude]),
};
const migrated: Image = {
  from: [prelude, ...migrations],
  async make(folder) {
    mkdirSync(folder);
    await copyImage(empty, folder);
    await runIn(folder, migrations);
  },
};

/** A copy that is deleted when it is closed. */
async function copyOf(image: Image): Promise<PGlite> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-database-'));
  await copyImage(image, folder);
  const database = await PGlite.create(folder);
  const close = database.close.bind(database);
  database.close = async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  };
  return database;
}

async function runIn(folder: string, statements: readonly string[]): Promise<void> {
  const database = await PGlite.create(folder);
  try {
    for (const sql of statements) await database.exec(sql);
  } finally {
    await database.close();
  }
}

/** The caller: a visitor, or a signed-in user. */
export type Caller = 'anon' | { userId: string };

/** Runs a job in a transaction with the rights of a caller, as the API does. */
export async function as<T>(
  database: PGlite,
  caller: Caller,
  job: (query: PGlite['query']) => Promise<T>,
): Promise<T> {
  return database.transaction(async (transaction) => {
    const role = caller === 'anon' ? 'anon' : 'authenticated';
    const claims = caller === 'anon' ? { role } : { role, sub: caller.userId };
    await transaction.query(
      `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`,
      [role, JSON.stringify(claims)],
    );
    return job(transaction.query.bind(transaction) as PGlite['query']);
  });
}

/** Signs up a user in the simplest way; on request, as an admin. */
export async function newUser(
  database: PGlite,
  { admin }: { admin: boolean },
): Promise<{ userId: string }> {
  const { rows } = await database.query<{ id: string }>(
    'insert into auth.users default values returning id',
  );
  const userId = rows[0]!.id;
  if (admin)
    await database.query('insert into user_roles (user_id, role) values ($1, $2)', [
      userId,
      'admin',
    ]);
  return { userId };
}
