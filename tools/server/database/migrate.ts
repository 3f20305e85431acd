import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';

/** What hosted Supabase provides before the first migration: roles, their default grants, the publication. */
const prelude = `
  do $$
  begin
    if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin; end if;
    if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin; end if;
    if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin bypassrls; end if;
    if not exists (select from pg_publication where pubname = 'supabase_realtime') then create publication supabase_realtime; end if;
  end $$;
  create schema if not exists storage;
  grant usage on schema public, auth, storage to anon, authenticated, service_role;
  grant all on all tables in schema storage to anon, authenticated, service_role;
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text primary key, name text);
  alter table supabase_migrations.schema_migrations add column if not exists hash text;
`;

/**
 * What a file's hashes were before it got parts that only matter where it has not run yet. A database that ran it then is
 * as one that runs it now.
 */
const FORMER_HASHES: Readonly<Record<string, readonly string[]>> = {
  '20261120000000': [
    '03377830ef46335b3b92889f0e28feedbdc723e71b1a7fa060cb0a18ea8a5bce',
    '6ce66eaa448d7a1c7891b55f0eeddc41f36a8b8b97589e536746c9d4ef8257d4',
  ],
};

/**
 * Runs the pending migrations in the order of their names, each in a transaction and recorded as the
 * Supabase CLI does; then, at the first start only, the seed.
 *
 * @throws {OtherMigrations} if the recorded migrations are not those in the folder
 * @throws the database's error with the file's name, if a migration fails; the migration is rolled back
 */
export async function migrate(
  database: PGlite,
  migrationsDir: string,
  seedFile: string | null,
): Promise<void> {
  await database.exec(prelude);
  const { rows } = await database.query<{ version: string; hash: string | null }>(
    'select version, hash from supabase_migrations.schema_migrations',
  );
  const done = new Map(rows.map(({ version, hash }) => [version, hash]));
  const here = migrationsIn(migrationsDir);
  for (const [version, hash] of done) {
    const same = here.find((one) => one.version === version);
    const isFormer = hash !== null && FORMER_HASHES[version]?.includes(hash) === true;
    if (same?.hash !== hash && !isFormer) throw new OtherMigrations(same?.file ?? version);
  }
  for (const { version, name, file, hash } of here) {
    if (done.has(version)) continue;
    await runFile(database, join(migrationsDir, file), async (transaction) => {
      await transaction.query(
        'insert into supabase_migrations.schema_migrations (version, name, hash) values ($1, $2, $3)',
        [version, name, hash],
      );
    });
  }
  if (done.size === 0 && seedFile !== null) await runFile(database, seedFile);
}

/**
 * The database was made by other migrations: by those from before the first release, when they were still edited, or
 * by another branch.
 */
export class OtherMigrations extends Error {
  override name = 'OtherMigrations';
}

function migrationsIn(folder: string) {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
      if (version === undefined || name === undefined) return [];
      const hash = createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex');
      return [{ version, name, file, hash }];
    });
}

type Transaction = Parameters<Parameters<PGlite['transaction']>[0]>[0];

async function runFile(
  database: PGlite,
  file: string,
  afterwards: (transaction: Transaction) => Promise<void> = async () => {},
): Promise<void> {
  try {
    await database.transaction(async (transaction) => {
      await transaction.exec(readFileSync(file, 'utf8'));
      await afterwards(transaction);
    });
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
