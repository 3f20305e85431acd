// Dexie's live queries, by which an engine learns of edits, work only if there is a global IndexedDB.
import 'fake-indexeddb/auto';
import { PGlite } from '@electric-sql/pglite';
import { postgresPrograms, startPostgres } from '../../support/postgres.ts';
import { type Campaign, campaign, type Outcome, schema } from './campaign.ts';

export { allCounts, asList, notMet } from './met.ts';

import { onRealPostgres } from './real-postgres.ts';
import { onWasm } from './wasm.ts';

/** The part that run.ts loads with or without a planted bug: a database and a campaign in it. */

export interface Place {
  readonly onPostgres: boolean;
  /** May plant a bug in a migration. */
  readonly patch: (sql: string) => string;
}

export async function playAll(plan: Campaign, { onPostgres, patch }: Place): Promise<Outcome> {
  const statements = schema(patch);
  if (onPostgres) return playOnPostgres(plan, statements);
  const database = await PGlite.create();
  try {
    for (const one of statements) await database.exec(one);
    return await campaign(onWasm(database), plan);
  } finally {
    await database.close();
  }
}

/** No request waits four seconds for a lock in a history that lasts one. */
const impatient = (sql: string) => sql.replaceAll("lock_timeout = '4s'", "lock_timeout = '300ms'");

async function playOnPostgres(plan: Campaign, statements: readonly string[]): Promise<Outcome> {
  if (postgresPrograms === null) throw new Error('PostgreSQL is not installed on this machine.');
  const machine = await startPostgres(postgresPrograms);
  try {
    machine.run('createdb', 'torture');
    const owner = await machine.connect('torture');
    for (const one of statements) await owner.query(impatient(one));
    const postgres = await onRealPostgres(machine, 'torture');
    try {
      return await campaign(postgres, plan);
    } finally {
      await postgres.close();
    }
  } finally {
    await machine.stop();
  }
}
