import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../../src/sync/remote.ts';
import { Follower } from '../../support/follower.ts';
import { type Postgres, postgresPrograms, startPostgres } from '../../support/postgres.ts';

/** What only true concurrency shows, on a real PostgreSQL. */

if (postgresPrograms === null) {
  console.log(
    'PostgreSQL is not installed here (Debian: apt-get install postgresql): the tests of commit order are skipped.',
  );
}

const WRITERS = 8;
const READERS = 4;
const TRANSACTIONS_EACH = 40;

/** A row of numbers in [0, 1) that a seed repeats (mulberry32). */
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
  afterAll(() => postgres.stop());

  let databases = 0;
  async function newDatabase(): Promise<string> {
    databases += 1;
    const name = `site_${databases}`;
    await postgres.createMigrated(name);
    return name;
  }

  async function follower(database: string): Promise<Follower> {
    const client = await postgres.connect(database);
    await client.query('set role anon');
    return new Follower(async (epoch, cursor, horizon) => {
      const { rows } = await client.query('select sync_pull($1, $2, $3, 100) as page', [
        epoch,
        cursor,
        horizon,
      ]);
      return rows[0].page as Page;
    });
  }

  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const retryable = (error: unknown) =>
    ['40001', '40P01', '55P03'].includes((error as { code: string }).code);

  /** Transactions of random length and content, held open for random times, some given up. */
  async function write(database: string, seed: number): Promise<void> {
    const client = await postgres.connect(database);
    const next = randomFrom(seed);
    const insertFriend = () =>
      client.query('insert into friends (name) values ($1)', [randomUUID()]);
    const statements = [
      insertFriend,
      insertFriend,
      insertFriend,
      () =>
        client.query('insert into commentaries (title, content) values ($1, $1)', [randomUUID()]),
      () =>
        client.query(
          'update friends set name = $1 where id = (select id from friends order by random() limit 1)',
          [randomUUID()],
        ),
      () =>
        client.query(
          'delete from commentaries where id = (select id from commentaries order by random() limit 1)',
        ),
    ];
    for (let i = 0; i < TRANSACTIONS_EACH; i += 1) {
      try {
        await client.query(next() < 0.2 ? 'begin isolation level repeatable read' : 'begin');
        for (let n = 0; n <= next() * 3; n += 1) {
          await statements[Math.floor(next() * statements.length)]!();
          await pause(next() * 8);
        }
        await client.query(next() < 0.1 ? 'rollback' : 'commit');
      } catch (error) {
        await client.query('rollback');
        if (!retryable(error)) throw error;
      }
    }
    await client.end();
  }

  const snapshot = async (client: Client) => {
    const { rows } = await client.query(`
      select 'friends/' || id as key, to_jsonb(f) as row from friends f
      union all select 'commentaries/' || id, to_jsonb(c) from commentaries c`);
    return new Map(rows.map(({ key, row }) => [key, row]));
  };

  it('Y1: 8 writers that hold transactions open and 4 readers that pull: no reader misses a row', async () => {
    const database = await newDatabase();
    const seed = Date.now() % 1_000_000;
    console.log(`commit order: seed ${seed}`);
    const readers = await Promise.all(Array.from({ length: READERS }, () => follower(database)));
    let writing = true;
    const reading = readers.map(async (reader) => {
      while (writing) await reader.catchUp();
      await reader.catchUp();
    });
    await Promise.all(Array.from({ length: WRITERS }, (_, i) => write(database, seed + i)));
    writing = false;
    await Promise.all(reading);
    const server = await snapshot(await postgres.connect(database));
    expect(server.size).toBeGreaterThan(100);
    for (const reader of readers) {
      expect(reader.rows).toEqual(server);
      expect(reader.resets).toBe(1);
      expect(reader.pages).toBeGreaterThan(50);
    }
  });

  /** Cursors that one might have used instead: each row carries its stamp, readers ask for what lies above. */
  const naive: [string, string, string][] = [
    ['updated_at', 'timestamptz', 'now()'],
    ['a number from a sequence', 'bigint', "nextval('stamps')"],
  ];
  it.each(naive)('Y1: the same with a cursor on %s does miss rows', async (_, type, stamp) => {
    postgres.run('createdb', `naive_${type}`);
    const client = await postgres.connect(`naive_${type}`);
    await client.query(`create sequence stamps;
      create table friends (id uuid primary key default gen_random_uuid(), name text, stamp ${type});
      create table commentaries (id uuid primary key default gen_random_uuid(), title text, content text, stamp ${type});
      create function put_stamp() returns trigger language plpgsql as $$ begin new.stamp := ${stamp}; return new; end $$;
      create trigger put_stamp before insert or update on friends for each row execute function put_stamp()`);
    const reader = await postgres.connect(`naive_${type}`);
    const seen = new Map<string, string>();
    let cursor: unknown = null;
    const pull = async () => {
      const { rows } = await reader.query(
        'select id, name, stamp from friends where $1::text is null or stamp > $1::text::' +
          type +
          ' order by stamp',
        [cursor],
      );
      for (const { id, name, stamp: at } of rows) {
        seen.set(id, name);
        cursor =
          at instanceof Date
            ? ((
                await reader.query('select max(stamp)::text as at from friends where stamp <= $1', [
                  at,
                ])
              ).rows[0].at ?? cursor)
            : at;
      }
    };
    let writing = true;
    const reading = (async () => {
      while (writing) await pull();
      await pull();
    })();
    await Promise.all(Array.from({ length: WRITERS }, (__, i) => write(`naive_${type}`, i)));
    writing = false;
    await reading;
    const { rows } = await client.query('select id, name from friends');
    const missed = rows.filter(({ id, name }) => seen.get(id) !== name).length;
    console.log(`a cursor on ${type}: missed ${missed} of ${rows.length} rows`);
    expect(missed).toBeGreaterThan(0);
  });

  it('Y1: a transaction that commits late is not passed by one that began after it', async () => {
    const database = await newDatabase();
    const [a, b] = [await postgres.connect(database), await postgres.connect(database)];
    const reader = await follower(database);
    await a.query("begin; insert into friends (name) values ('early, commits late')");
    const second = b.query("insert into friends (name) values ('late')");
    await reader.catchUp();
    expect(reader.table('friends').size).toBe(0);
    await a.query('commit');
    await second;
    await reader.catchUp();
    expect([...reader.table('friends').values()].map((row) => row.name).sort()).toEqual([
      'early, commits late',
      'late',
    ]);
  });

  it('a forgotten session makes others fail in time, with a code that says try again', async () => {
    const database = await newDatabase();
    const [forgotten, other] = [await postgres.connect(database), await postgres.connect(database)];
    await forgotten.query("begin; insert into friends (name) values ('forgotten')");
    await expect(other.query("insert into friends (name) values ('waits')")).rejects.toMatchObject({
      code: '55P03',
    });
    await forgotten.query('rollback');
    await other.query("insert into friends (name) values ('goes')");
  });

  it('a deadlock with a row lock ends with a code that says try again, and the retry lands', async () => {
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
    await b.query("update friends set name = 'at last'");
  });

  it('Y61: an older dump restored into the same tables: devices with newer cursors converge, however long writing goes on', async () => {
    const database = await newDatabase();
    const client = await postgres.connect(database);
    await client.query(
      "insert into friends (name) select 'old ' || i from generate_series(1, 5) i",
    );
    const dump = `/tmp/${database}-${process.pid}.dump`;
    postgres.run('pg_dump', '--format=custom', '--schema=public', `--file=${dump}`, database);
    await client.query(
      "delete from friends where name = 'old 1'; insert into friends (name) select 'lost ' || i from generate_series(1, 5) i",
    );
    const [before, after] = [await follower(database), await follower(database)];
    await before.catchUp();
    await after.catchUp();
    await client.end();
    postgres.run(
      'pg_restore',
      '--clean',
      '--if-exists',
      '--single-transaction',
      `--dbname=${database}`,
      dump,
    );
    const writer = await postgres.connect(database);
    await before.catchUp();
    // Past every cursor that a device may hold.
    await writer.query(
      "insert into friends (name) select 'new ' || i from generate_series(1, 50) i",
    );
    await before.catchUp();
    await after.catchUp();
    const server = await snapshot(writer);
    expect(server.size).toBe(55);
    for (const reader of [before, after]) expect(reader.rows).toEqual(server);
  });

  it('Y12: the same restored into a database of its own is another history', async () => {
    const database = await newDatabase();
    const client = await postgres.connect(database);
    await client.query("insert into friends (name) values ('x')");
    await client.end();
    const epochOf = async (name: string) =>
      (await (await postgres.connect(name)).query('select sync_epoch() as epoch')).rows[0].epoch;
    const original = await epochOf(database);
    expect(await epochOf(database)).toBe(original);
    const dump = `/tmp/${database}-${process.pid}-own.dump`;
    postgres.run('pg_dump', '--format=custom', `--file=${dump}`, database);
    postgres.run('createdb', `${database}_restored`);
    postgres.run('pg_restore', `--dbname=${database}_restored`, dump);
    expect(await epochOf(`${database}_restored`)).not.toBe(original);
  });
});
