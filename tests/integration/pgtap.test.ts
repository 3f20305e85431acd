import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  hasExtension,
  type Postgres,
  postgresPrograms,
  startPostgres,
} from '../support/postgres.ts';

/** The database's own tests (supabase/tests), on a real PostgreSQL with the migrations in it. */

const folder = 'supabase/tests';

describe.skipIf(!hasExtension(postgresPrograms, 'pgtap'))('pgTAP', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres(postgresPrograms ?? '');
    await postgres.createMigrated('access');
  });
  afterAll(() => postgres?.stop());

  it.each(readdirSync(folder))('%s', async (file) => {
    const client = await postgres.connect('access');
    await client.query('create schema if not exists extensions');
    const results = await client.query(readFileSync(`${folder}/${file}`, 'utf8'));
    const lines = (results as unknown as { rows: Record<string, unknown>[] }[])
      .flatMap(({ rows }) => rows)
      .flatMap((row) => Object.values(row))
      .filter((value): value is string => typeof value === 'string')
      .flatMap((value) => value.split('\n'));
    const told = lines.filter((line) => /^(not )?ok \d+/.test(line));
    expect(told.filter((line) => line.startsWith('not'))).toEqual([]);
    // `finish` reports a difference between the plan and the tests that ran.
    expect(lines.filter((line) => line.startsWith('# Looks like'))).toEqual([]);
    expect(lines).toContain(`1..${told.length}`);
    expect(told.length).toBeGreaterThan(100);
  });
});
