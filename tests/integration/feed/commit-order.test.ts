import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../../src/engine/sync/protocol.ts';
import { Follower } from '../../support/follower.ts';
import { type Postgres, postgresPrograms, startPostgres } from '../../support/postgres.ts';

/** Anomalies that only true concurrency shows, on a real PostgreSQL. */

const WRITERS = 8;
const READERS = 4;
const TRANSACTIONS_EACH = 100;
/** Enough to notice that a rule is missing. */
const FEW_TRANSACTIONS_EACH = 30;

/** A stream of numbers in [0, 1), the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe.skipIf(postgresPrograms === null)('on PostgreSQL', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres(postgresPrograms!);
  });
  afterEach(() => postgres.disconnect());
  afterAll(() => postgres?.stop());

  let databases = 0;
  async function newDatabase(): Promise<string> {
    databases += 1;
    const name = `site_${databases}`;
    await postgres.createMigrated(name);
    return name;
  }

  /** A visitor's device. It uses another database after `moveTo`, as after a restore. */
  async function follower(database: string) {
    let client: Client;
    const moveTo = async (name: string) => {
      client = await postgres.connect(name);
      await client.query('set role anon');
    };
    await moveTo(database);
    const device = new Follower(async (epoch, cursor, horizon) => {
      const { rows } = await client.query('select sync_pull($1, $2, $3, 100) as page', [
        epoch,
        cursor,
        horizon,
      ]);
      return rows[0].page as Page;
    });
    return Object.assign(device, { moveTo });
  }

  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const retryable = (error: unknown) =>
    ['40001', '40P01', '55P03'].includes((error as { code: string }).code);

  /** The project was deleted while its tasks were being added. */
  const isOrphan = (error: unknown) => (error as { code: string }).code === '23503';

  const oneOf = (table: string) => `(select id from ${table} order by random() limit 1)`;
  const statements = [
    'insert into friends (name) values ($1)',
    'insert into friends (name) values ($1)',
    `update friends set name = $1 where id = ${oneOf('friends')}`,
    'insert into commentaries (title, content) values ($1, $1)',
    `update commentaries set content = $1 where id = ${oneOf('commentaries')}`,
    `delete from commentaries where id = ${oneOf('commentaries')}`,
    `with parent as (insert into projects (title) values ($1) returning id)
      insert into learnings (title, project_id) select $1, id from parent`,
    `insert into tasks (project_id, content) select id, $1 from projects order by random() limit 3`,
    `delete from projects where id = ${oneOf('projects')}`,
    'savepoint',
  ];
  const written = ['friends', 'commentaries', 'projects', 'learnings', 'tasks'];

  /** Transactions of random length and content, held open for random times, some of them rolled back. */
  async function write(database: string, seed: number, transactions: number): Promise<void> {
    const client = await postgres.connect(database);
    const next = randomFrom(seed);
    const run = async (statement: string) => {
      if (statement !== 'savepoint') {
        await client.query(statement.replaceAll('$1', `'${randomUUID()}'`));
        return;
      }
      await client.query('savepoint s');
      await client.query("insert into friends (name) values ('never there')");
      await client.query('rollback to s');
    };
    for (let i = 0; i < transactions; i += 1) {
      try {
        await client.query(next() < 0.2 ? 'begin isolation level repeatable read' : 'begin');
        for (let n = 0; n <= next() * 3; n += 1) {
          await run(statements[Math.floor(next() * statements.length)]!);
          await pause(next() * 8);
        }
        await client.query(next() < 0.1 ? 'rollback' : 'commit');
      } catch (error) {
        await client.query('rollback');
        if (!retryable(error) && !isOrphan(error)) throw error;
      }
    }
    await client.end();
  }

  /** All writers write; meanwhile `pull` is called again and again, and once more when they are done. */
  async function whileWriting(
    database: string,
    seed: number,
    pulls: (() => Promise<void>)[],
    transactions: number,
  ): Promise<void> {
    let writing = true;
    const reading = pulls.map(async (pull) => {
      while (writing) await pull();
      await pull();
    });
    const writers = Array.from({ length: WRITERS }, (_, i) =>
      write(database, seed + i, transactions),
    );
    await Promise.allSettled(writers);
    writing = false;
    await Promise.all([...reading, ...writers]);
  }

  const snapshot = async (client: Client) => {
    const { rows } = await client.query(
      written
        .map((table) => `select '${table}/' || id as key, to_jsonb(t) as row from ${table} t`)
        .join(' union all '),
    );
    return new Map<string, Record<string, unknown>>(rows.map(({ key, row }) => [key, row]));
  };

  /** Changes at or below the reader's cursor in a later snapshot that it was never sent. */
  async function passedBy(reader: Follower, client: Client): Promise<string[]> {
    const { rows } = await client.query(
      "select table_name || '/' || row_id as key, version::int from sync.change where version <= $1",
      [reader.cursor],
    );
    return rows
      .filter(({ key, version }) => reader.versions.get(key) !== version)
      .map(({ key, version }) => `${key} at ${version}, cursor ${reader.cursor}`);
  }

  const seed = Date.now() % 1_000_000;

  it('Y1: with 8 writers that hold transactions open and 4 readers that pull, no reader misses a row', async () => {
    const database = await newDatabase();
    const readers = await Promise.all(Array.from({ length: READERS }, () => follower(database)));
    const passed: string[] = [];
    const pulls = await Promise.all(
      readers.map(async (reader) => {
        const watcher = await postgres.connect(database);
        return async () => {
          await reader.catchUp();
          if (passed.length === 0) passed.push(...(await passedBy(reader, watcher)));
        };
      }),
    );
    await whileWriting(database, seed, pulls, TRANSACTIONS_EACH);
    const server = await snapshot(await postgres.connect(database));
    expect(server.size).toBeGreaterThan(200);
    expect(passed, `seed ${seed}`).toEqual([]);
    for (const reader of readers) {
      expect(reader.rows, `seed ${seed}`).toEqual(server);
      expect(reader.resets).toBe(1);
      expect(reader.pages).toBeGreaterThan(50);
    }
  });

  it('Y1: without the lock, readers miss rows', async () => {
    const database = await newDatabase();
    const client = await postgres.connect(database);
    for (const table of written) await client.query(`drop trigger sync_lock on ${table}`);
    const reader = await follower(database);
    await whileWriting(database, seed, [() => reader.catchUp()], FEW_TRANSACTIONS_EACH);
    const passed = await passedBy(reader, client);
    expect(passed.length, `seed ${seed}`).toBeGreaterThan(0);
  });

  /** Cursors that could have been used instead: each row has a stamp, and readers ask for those above theirs. */
  const naive: [string, string, string][] = [
    ['updated_at', 'timestamptz', 'now()'],
    ['a number from a sequence', 'bigint', "nextval('stamps')"],
  ];
  it.each(naive)('Y1: with a cursor on %s, readers miss rows', async (_, type, stamp) => {
    const database = await newDatabase();
    const client = await postgres.connect(database);
    for (const table of written) {
      for (const trigger of ['lock', 'note', 'prune'])
        await client.query(`drop trigger sync_${trigger} on ${table}`);
    }
    await client.query(`create sequence stamps; alter table friends add column stamp ${type};
      create function put_stamp() returns trigger language plpgsql as $$ begin new.stamp := ${stamp}; return new; end $$;
      create trigger put_stamp before insert or update on friends for each row execute function put_stamp()`);
    const reader = await postgres.connect(database);
    const seen = new Map<string, string>();
    let cursor: string | null = null;
    await whileWriting(
      database,
      seed,
      [
        async () => {
          const { rows } = await reader.query(
            `select id, name, stamp::text from friends where $1::text is null or stamp > $1::${type} order by friends.stamp`,
            [cursor],
          );
          for (const { id, name } of rows) seen.set(id, name);
          cursor = rows.at(-1)?.stamp ?? cursor;
        },
      ],
      FEW_TRANSACTIONS_EACH,
    );
    const { rows } = await client.query('select id, name from friends');
    const missed = rows.filter(({ id, name }) => seen.get(id) !== name).length;
    expect(missed, `seed ${seed}`).toBeGreaterThan(0);
  });

  const names = (reader: Follower) =>
    [...reader.table('friends').values()].map((row) => row.name).sort();

  it('Y1: a transaction that commits late is not overtaken by one that began after it', async () => {
    const database = await newDatabase();
    const [a, b] = [await postgres.connect(database), await postgres.connect(database)];
    const reader = await follower(database);
    await a.query("begin; insert into friends (name) values ('early, commits late')");
    await b.query('begin');
    const second = b.query("insert into friends (name) values ('late, commits later still')");
    await Promise.race([second, pause(500)]);
    await reader.catchUp();
    await a.query("insert into friends (name) values ('of the first, after the second began')");
    await a.query('commit');
    await second;
    await reader.catchUp();
    await b.query('commit');
    await reader.catchUp();
    expect(names(reader)).toEqual([
      'early, commits late',
      'late, commits later still',
      'of the first, after the second began',
    ]);
  });

  it('Y1: publishing a table does not overtake a transaction that commits late', async () => {
    const database = await newDatabase();
    const [late, migration] = [await postgres.connect(database), await postgres.connect(database)];
    await migration.query(`create table notes (id uuid primary key default gen_random_uuid());
      insert into notes select gen_random_uuid() from generate_series(1, 10)`);
    const reader = await follower(database);
    await late.query("begin; insert into friends (name) values ('commits late')");
    const followed = migration.query("select sync.publish('notes')");
    await Promise.race([followed, pause(500)]);
    await reader.catchUp();
    await late.query('commit');
    await followed;
    await reader.catchUp();
    expect([names(reader), reader.table('notes').size]).toEqual([['commits late'], 10]);
  });

  it('a repeatable-read writer that others have overtaken is told to retry, and the retry succeeds', async () => {
    const database = await newDatabase();
    const [a, b] = [await postgres.connect(database), await postgres.connect(database)];
    const reader = await follower(database);
    const begin = 'begin isolation level repeatable read; select from friends';
    const insert = "insert into friends (name) values ('repeatable read')";
    await a.query(begin);
    await b.query("insert into friends (name) values ('overtakes')");
    await expect(a.query(insert)).rejects.toMatchObject({ code: '40001' });
    await a.query('rollback');
    await reader.catchUp();
    await a.query(begin);
    await a.query(insert);
    await a.query('commit');
    await reader.catchUp();
    expect(names(reader)).toEqual(['overtakes', 'repeatable read']);
  });

  it('a forgotten open session makes others fail in time, with a code that asks to retry', async () => {
    const database = await newDatabase();
    const [forgotten, other] = [await postgres.connect(database), await postgres.connect(database)];
    await forgotten.query("begin; insert into friends (name) values ('forgotten')");
    await expect(other.query("insert into friends (name) values ('waits')")).rejects.toMatchObject({
      code: '55P03',
    });
    await forgotten.query('rollback');
    await other.query("insert into friends (name) values ('goes')");
  });

  it('a deadlock with a row lock ends with a code that asks to retry, and the retry succeeds', async () => {
    const database = await newDatabase();
    const [a, b] = [await postgres.connect(database), await postgres.connect(database)];
    await a.query("insert into friends (name) values ('contended')");
    await a.query('begin; select from friends for update');
    const blocked = b.query("update friends set name = 'by b'").catch((error: unknown) => error);
    const watcher = await postgres.connect(database);
    const held = async () =>
      (await watcher.query("select from pg_locks where locktype = 'advisory' and granted"))
        .rowCount;
    while ((await held()) === 0) await pause(5);
    const other = a
      .query("insert into friends (name) values ('by a')")
      .catch((error: unknown) => error);
    await Promise.race([blocked, other]);
    await a.query('rollback');
    const outcomes = await Promise.all([blocked, other]);
    expect(outcomes.filter(retryable).length).toBe(1);
    expect((await b.query("update friends set name = 'at last'")).rowCount).toBe(1);
  });

  const addFriends = (client: Client, prefix: string, count: number) =>
    client.query(`insert into friends (name) select '${prefix} ' || generate_series(1, ${count})`);

  it.each([
    ['into the same tables', 'clean'],
    ['into a fresh database', 'fresh'],
  ])(
    'Y61: an older dump restored %s: devices with newer cursors converge, however long writing goes on',
    async (_, into) => {
      const database = await newDatabase();
      const client = await postgres.connect(database);
      await addFriends(client, 'old', 5);
      const part = into === 'clean' ? ['--schema=public', '--schema=sync'] : [];
      postgres.run('pg_dump', '--format=custom', ...part, '--file=older.dump', database);
      await client.query("delete from friends where name = 'old 1'");
      await addFriends(client, 'lost', 5);
      const [soon, later] = [await follower(database), await follower(database)];
      await soon.catchUp();
      await later.catchUp();
      const passing = later.cursor;
      await client.end();
      let restored = database;
      if (into === 'clean') {
        postgres.run(
          'pg_restore',
          '--clean',
          '--if-exists',
          '--single-transaction',
          `--dbname=${database}`,
          'older.dump',
        );
      } else {
        restored = `${database}_restored`;
        postgres.run('createdb', restored);
        postgres.run('pg_restore', `--dbname=${restored}`, 'older.dump');
        for (const device of [soon, later]) await device.moveTo(restored);
      }
      const writer = await postgres.connect(restored);
      await soon.catchUp();
      expect(names(soon)).toEqual(['old 1', 'old 2', 'old 3', 'old 4', 'old 5']);
      await addFriends(writer, 'new', 50);
      const newest = await writer.query('select max(version)::int as newest from sync.change');
      expect(newest.rows[0].newest).toBeGreaterThan(passing);
      await soon.catchUp();
      await later.catchUp();
      const server = await snapshot(writer);
      expect(server.size).toBe(55);
      for (const device of [soon, later]) expect(device.rows).toEqual(server);
    },
  );

  it('Y12: another cluster, or another timeline, is another history', async () => {
    const epochIn = async (client: Client) => {
      const { rows } =
        await client.query(`select sync.epoch() as epoch, (select oid from pg_database
        where datname = 'site')::int as database, 'sync_state'::regclass::oid::int as state`);
      return rows[0] as { epoch: string; database: number; state: number };
    };
    const epochOf = async (server: Postgres) => {
      const client = await server.connect('site');
      const found = await epochIn(client);
      await client.end();
      return found;
    };
    const [one, twin] = await Promise.all([
      startPostgres(postgresPrograms!),
      startPostgres(postgresPrograms!),
    ]);
    try {
      // Made by the same steps, they differ only in what a dump does not contain.
      for (const server of [one, twin]) {
        await server.createMigrated('site');
        const client = await server.connect('site');
        await client.query("update sync_state set epoch = '11111111-1111-4111-8111-111111111111'");
        await client.end();
      }
      const [first, second] = [await epochOf(one), await epochOf(twin)];
      expect({ ...second, epoch: '' }).toEqual({ ...first, epoch: '' });
      expect(second.epoch).not.toBe(first.epoch);
      expect((await epochOf(one)).epoch).toBe(first.epoch);

      const client = await one.connect('site');
      const data = (await client.query('show data_directory')).rows[0].data_directory as string;
      await client.end();
      writeFileSync(join(data, 'standby.signal'), '');
      one.run('pg_ctl', 'restart', '--pgdata', data, '--wait', '--silent', '--log', 'log');
      const promoted = await one.connect('site');
      expect((await epochIn(promoted)).epoch).toBe(first.epoch);
      one.run('pg_ctl', 'promote', '--pgdata', data, '--wait', '--silent');
      await promoted.query('checkpoint');
      const { epoch } = await epochIn(promoted);
      await promoted.end();
      expect(epoch).not.toBe(first.epoch);
      expect((await epochOf(one)).epoch).toBe(epoch);
    } finally {
      await Promise.all([one.stop(), twin.stop()]);
    }
  });
});
