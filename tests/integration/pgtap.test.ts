import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pgtap } from '@electric-sql/pglite/pgtap';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbedded } from '../support/embedded.ts';
import {
  hasExtension,
  type Postgres,
  postgresPrograms,
  startPostgres,
} from '../support/postgres.ts';
import { supabaseClient } from '../support/supabase-client.ts';

/**
 * The database's own tests (supabase/tests): on a real PostgreSQL with the migrations in it, and on the embedded backend's
 * database after the API has worked on it.
 */

const folder = 'supabase/tests';
const files = readdirSync(folder);

/** Runs a file of tests; `rows` are those of all its statements. */
async function expectAllHold(
  file: string,
  run: (sql: string) => Promise<readonly Record<string, unknown>[]>,
): Promise<void> {
  const lines = (await run(readFileSync(`${folder}/${file}`, 'utf8')))
    .flatMap((row) => Object.values(row))
    .filter((value): value is string => typeof value === 'string')
    .flatMap((value) => value.split('\n'));
  const told = lines.filter((line) => /^(not )?ok \d+/.test(line));
  expect(told.filter((line) => line.startsWith('not'))).toEqual([]);
  // `finish` reports a difference between the plan and the tests that ran.
  expect(lines.filter((line) => line.startsWith('# Looks like'))).toEqual([]);
  expect(lines).toContain(`1..${told.length}`);
  expect(told.length).toBeGreaterThan(100);
}

describe.skipIf(!hasExtension(postgresPrograms, 'pgtap'))('pgTAP', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres(postgresPrograms ?? '');
    await postgres.createMigrated('access');
  });
  afterAll(() => postgres?.stop());

  it.each(files)('%s', async (file) => {
    const client = await postgres.connect('access');
    await client.query('create schema if not exists extensions');
    await expectAllHold(file, async (sql) => {
      const results = (await client.query(sql)) as unknown as { rows: Record<string, unknown>[] }[];
      return results.flatMap(({ rows }) => rows);
    });
  });
});

describe('the embedded backend, whose API would by itself grant everything to everybody', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fieldnotes-'));
  let database: PGlite;
  beforeAll(async () => {
    const embedded = await startEmbedded({ dataDir });
    const client = supabaseClient(embedded.url);
    expect((await client.from('friends').select('id')).error).toBeNull();
    expect((await client.auth.signInWithPassword(embedded.backend.demoAdmin)).error).toBeNull();
    expect((await client.from('friends').insert({ name: 'Ada' })).error).toBeNull();
    await embedded.stop();
    database = await PGlite.create(join(dataDir, 'postgres'), { extensions: { pgtap } });
    await database.exec(
      'create schema if not exists extensions; delete from user_roles; delete from sync.ledger',
    );
  });
  afterAll(async () => {
    await database?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it.each(files)('%s', async (file) => {
    await expectAllHold(file, async (sql) =>
      (await database.exec(sql)).flatMap(({ rows }) => rows as Record<string, unknown>[]),
    );
  });
});
