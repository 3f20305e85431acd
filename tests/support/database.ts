import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

/** Postgres in WASM with what hosted Supabase has, for tests of the migrations and of what they make. */

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

/** Anything that runs SQL and gives rows back: PGlite and pg's clients do. */
export interface Queryable {
  query(text: string, parameters?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** @param before SQL run between what Supabase has and the migrations: a database that was there already */
export async function migratedDatabase(before = ''): Promise<PGlite> {
  const database = await emptyDatabase();
  await database.exec(before);
  for (const migration of migrations) await database.exec(migration);
  return database;
}

/** A database as hosted Supabase makes it, before any migration. */
export async function emptyDatabase(): Promise<PGlite> {
  const database = await PGlite.create();
  await database.exec(prelude);
  return database;
}

/** A function that makes migrated databases quickly, all copies of one. */
export async function databaseCopies(): Promise<() => Promise<PGlite>> {
  const original = await migratedDatabase();
  const image = await original.dumpDataDir('none');
  await original.close();
  return () => PGlite.create({ loadDataDir: image });
}

/** Who asks: a visitor, or somebody who has signed in. */
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

/** Signs up a user in the simplest way there is; an admin if asked for. */
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
