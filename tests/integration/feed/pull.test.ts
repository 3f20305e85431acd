import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '../../../src/engine/sync/protocol.ts';
import { as, type Caller, DatabasePerTest, newUser } from '../../support/database.ts';
import { Follower } from '../../support/follower.ts';

const databases = new DatabasePerTest();
let database: PGlite;
beforeEach(async () => {
  database = await databases.next();
});
afterAll(() => databases.close());

function follower(pageSize = 500, caller: Caller = 'anon'): Follower {
  return new Follower((epoch, cursor, horizon) =>
    as(database, caller, async (query) => {
      const { rows } = await query<{ page: Page }>('select sync_pull($1, $2, $3, $4) as page', [
        epoch,
        cursor,
        horizon,
        pageSize,
      ]);
      return rows[0]!.page;
    }),
  );
}

const sql = (text: string) => database.exec(text);
const one = async <T>(text: string): Promise<T> =>
  (await database.query<{ it: T }>(`select (${text}) as it`)).rows[0]!.it;
const titles = (reader: Follower, table = 'projects') =>
  [...reader.table(table).values()].map((row) => row.title).sort();
const insertProjects = (count: number) =>
  sql(`insert into projects (title) select 'p' || i from generate_series(1, ${count}) i`);

describe('paging', () => {
  it.each([1000, 77])(
    'Y2 Y3: brings 2,500 rows of one statement in pages of %i',
    async (pageSize) => {
      await insertProjects(2500);
      const reader = follower(pageSize);
      await reader.catchUp();
      expect(reader.table('projects').size).toBe(2500);
      expect(reader.pages).toBe(Math.ceil(2500 / pageSize));
    },
  );

  it('Y3: returns at least one row and at most 1,000 per page, whatever is asked for', async () => {
    await insertProjects(1500);
    expect((await follower(5000).page()).changes.length).toBe(1000);
    expect((await follower(-1).page()).changes.length).toBe(1);
  });

  it('Y3: is one value in one row, which the API’s row limit cannot cut', async () => {
    await insertProjects(1500);
    const { rows } = await database.query('select * from sync_pull(page_size => 1000)');
    expect(rows).toHaveLength(1);
  });

  it('Y29: bounds a page by bytes too; a single larger row is still sent', async () => {
    await sql(
      `insert into projects (title, details) select 'p' || i, repeat('x', 100000) from generate_series(1, 30) i`,
    );
    await sql(`insert into projects (title, details) values ('huge', repeat('x', 3000000))`);
    const reader = follower();
    const rowsOfPages: number[] = [];
    for (let more = true; more && rowsOfPages.length < 10; ) {
      const page = await reader.page();
      more = page.more;
      rowsOfPages.push(page.changes.length);
    }
    expect(reader.table('projects').size).toBe(31);
    expect(rowsOfPages).toEqual([9, 9, 9, 3, 1]);
  });

  it('Y4: ends with the final value of a row that is changed between pages', async () => {
    await insertProjects(30);
    const reader = follower(10);
    await reader.catchUp(() =>
      sql("update projects set title = title || '!' where title like 'p1' or title like 'p30%'"),
    );
    expect(titles(reader)).toEqual(
      (
        await database.query<{ title: string }>(
          'select title from projects order by title collate "C"',
        )
      ).rows
        .map((row) => row.title)
        .sort(),
    );
  });

  it('Y6: never ends with a child whose parent is missing', async () => {
    await insertProjects(30);
    const reader = follower(10);
    let made = false;
    await reader.catchUp(async () => {
      if (made) return;
      made = true;
      await sql(`begin; insert into projects (id, title) values ('11111111-1111-4111-8111-111111111111', 'late parent');
        insert into tasks (project_id, content) values ('11111111-1111-4111-8111-111111111111', 'late child'); commit`);
    });
    expect(titles(reader)).toContain('late parent');
    expect([...reader.table('tasks').values()].map((row) => row.content)).toEqual(['late child']);
  });

  it('an empty pull brings nothing and moves nothing', async () => {
    await insertProjects(3);
    const reader = follower();
    await reader.catchUp();
    const { cursor } = reader;
    expect(await reader.page()).toMatchObject({ changes: [], more: false, reset: false, cursor });
  });
});

describe('a row that is gone', () => {
  it('Y7: a deleted row becomes a tombstone, and so do those that go with it', async () => {
    await sql(`insert into projects (title) values ('keeps'), ('goes');
      insert into tasks (project_id, content) select id, title from projects;
      insert into learnings (title, project_id) select 'of the one that goes', id from projects where title = 'goes'`);
    const reader = follower();
    await reader.catchUp();
    await sql("delete from projects where title = 'goes'");
    await reader.catchUp();
    expect(titles(reader)).toEqual(['keeps']);
    expect([...reader.table('tasks').values()].map((row) => row.content)).toEqual(['keeps']);
    expect([...reader.table('learnings').values()].map((row) => row.project_id)).toEqual([null]);
    expect(reader.resets).toBe(1);
  });

  it('Y59: a row deleted and inserted again between two pulls is present', async () => {
    await insertProjects(1);
    const reader = follower();
    await reader.catchUp();
    const id = await one<string>('select id from projects');
    await sql(`delete from projects; insert into projects (id, title) values ('${id}', 'again')`);
    await reader.catchUp();
    expect(titles(reader)).toEqual(['again']);
  });

  it('Y8: disappears for visitors, and stays for admins, when a policy starts to hide it', async () => {
    await sql(`alter table projects add column hidden boolean not null default false;
      create policy "the hidden are for admins" on projects as restrictive for select using (not hidden or (select sync.is_admin()))`);
    await sql("insert into projects (title) values ('open'), ('withdrawn')");
    const admin = await newUser(database, { admin: true });
    const visitor = follower();
    const owner = follower(500, admin);
    await visitor.catchUp();
    await owner.catchUp();
    await sql("update projects set hidden = true where title = 'withdrawn'");
    await visitor.catchUp();
    await owner.catchUp();
    expect(titles(visitor)).toEqual(['open']);
    expect(titles(owner)).toEqual(['open', 'withdrawn']);
    expect(visitor.resets).toBe(1);
  });

  it('R37: is not told to a device that begins, and is told to one that is in the middle of beginning', async () => {
    await sql(`create policy "no secrets" on projects as restrictive for select using (title <> 'secret');
      insert into projects (title) values ('1'), ('secret'), ('goes'), ('2'), ('3'), ('4');
      delete from projects where title = 'goes'`);
    const visitor = follower(2);
    await visitor.page();
    expect(titles(visitor)).toEqual(['1']);
    await sql("delete from projects where title = '1'");
    await visitor.catchUp();
    expect(titles(visitor)).toEqual(['2', '3', '4']);
    // The rows that it has or had.
    expect(visitor.versions.size).toBe(4);
    await sql("delete from projects where title = '2'");
    await visitor.catchUp();
    expect(titles(visitor)).toEqual(['3', '4']);
    expect(visitor.resets).toBe(1);
  });

  it('Y8: a new policy makes every device start over', async () => {
    await sql("insert into projects (title) values ('open'), ('secret')");
    const visitor = follower();
    await visitor.catchUp();
    await sql(
      `create policy "no secrets" on projects as restrictive for select using (title <> 'secret')`,
    );
    await visitor.catchUp();
    expect([titles(visitor), visitor.resets]).toEqual([['open'], 2]);
  });

  it('Y10: a device that has not seen forgotten tombstones starts over; one that has seen them does not', async () => {
    await insertProjects(3);
    const behind = follower();
    const ahead = follower();
    await behind.catchUp();
    await ahead.catchUp();
    await sql("delete from projects where title = 'p2'");
    await ahead.catchUp();
    await sql("select sync.prune('0 seconds')");
    await behind.catchUp();
    await ahead.catchUp();
    for (const reader of [behind, ahead]) expect(titles(reader)).toEqual(['p1', 'p3']);
    expect([behind.resets, ahead.resets]).toEqual([2, 1]);
    expect(
      await one<number>("select count(*)::int from sync.change where table_name = 'projects'"),
    ).toBe(2);
  });

  it('Y10: a fresh device pages on although forgotten tombstones are above its cursor', async () => {
    await insertProjects(30);
    await sql("delete from projects where title = 'p30'");
    await sql("select sync.prune('0 seconds')");
    const reader = follower(10);
    await reader.catchUp();
    expect([reader.table('projects').size, reader.resets, reader.pages]).toEqual([29, 1, 3]);
  });

  it('Y10: a device that sleeps through a pruning in the middle of its filling starts over', async () => {
    await insertProjects(30);
    const reader = follower(10);
    await reader.page();
    await sql("delete from projects where title = 'p1'");
    await sql("select sync.prune('0 seconds')");
    await reader.catchUp();
    expect(reader.resets).toBe(2);
    expect(titles(reader)).not.toContain('p1');
    expect(reader.table('projects').size).toBe(29);
  });

  it('deleting forgets tombstones older than 180 days, without a scheduler', async () => {
    await insertProjects(2);
    await sql(
      "delete from projects where title = 'p1'; update sync.change set deleted_at = now() - interval '200 days' where deleted_at is not null",
    );
    await sql("delete from projects where title = 'p2'");
    expect(await one<number>('select count(*)::int from sync.change')).toBe(1);
    expect(await one<number>('select min_version::int from sync_state')).toBeGreaterThan(0);
  });
});

describe('a new history', () => {
  const events: [string, string][] = [
    ['sync.reset()', 'select sync.reset()'],
    ['a truncate', 'truncate projects cascade'],
    ['Y60: a column with a default', "alter table projects add column mood text default 'fine'"],
    ['a changed grant', 'grant update on projects to public'],
    ['row-level security switched off', 'alter table projects disable row level security'],
    [
      'a state table made anew by a restore',
      `create table kept as select * from sync_state; drop table sync_state cascade;
      create table sync_state (like kept including all); insert into sync_state select * from kept; grant select on sync_state to anon`,
    ],
  ];
  it.each(events)('Y12: begins with %s', async (_, event) => {
    await insertProjects(3);
    const reader = follower();
    await reader.catchUp();
    await sql(event);
    await sql("insert into projects (title) values ('after')").catch(() => {});
    await reader.catchUp();
    expect(reader.resets).toBe(2);
    const there = (
      await database.query<{ row: unknown }>('select to_jsonb(projects) as row from projects')
    ).rows.map(({ row }) => row);
    expect(new Set(reader.table('projects').values())).toEqual(new Set(there));
  });

  it('Y12: begins for a cursor beyond the newest version', async () => {
    await insertProjects(3);
    const reader = follower();
    await reader.catchUp();
    reader.cursor = 1000;
    await reader.catchUp();
    expect(reader.resets).toBe(2);
  });

  it('Y60: a device that had everything gets the new column of rows that nobody touched', async () => {
    await insertProjects(3);
    const reader = follower();
    await reader.catchUp();
    const newest = await one<number>('select max(version)::int from sync.change');
    await sql("alter table projects add column mood text default 'fine'");
    await sql('update projects set title = title');
    expect(await one<number>('select max(version)::int from sync.change')).toBe(newest);
    await reader.catchUp();
    expect([...reader.table('projects').values()].map((row) => row.mood)).toEqual([
      'fine',
      'fine',
      'fine',
    ]);
  });

  it('contains what an import with triggers off has added and removed', async () => {
    await insertProjects(3);
    const reader = follower();
    await reader.catchUp();
    await sql(`set session_replication_role = replica; delete from projects where title = 'p1';
      insert into projects (title) values ('imported'); set session_replication_role = origin; select sync.reset()`);
    await reader.catchUp();
    expect(titles(reader)).toEqual(['imported', 'p2', 'p3']);
  });
});

it('a pull has one snapshot and its caller’s rights: it is stable and not security definer', async () => {
  expect(
    await one<string>(
      "select format('%s %s', provolatile, prosecdef) from pg_proc where proname = 'sync_pull'",
    ),
  ).toBe('s f');
});

describe('the index', () => {
  it('Y62: stays unchanged by an update that changes nothing, and nobody is poked', async () => {
    await insertProjects(3);
    const before = await one<string>('select row_to_json(s)::text from sync_state s');
    const versions = await one<number>('select max(version)::int from sync.change');
    await sql('update projects set title = title');
    expect(await one<string>('select row_to_json(s)::text from sync_state s')).toBe(before);
    expect(await one<number>('select max(version)::int from sync.change')).toBe(versions);
  });

  it('Y50: an import of 5,000 rows pokes once', async () => {
    await sql(`create table pokes (at timestamptz default now());
      create function count_poke() returns trigger language plpgsql security definer as $$ begin insert into public.pokes default values; return null; end $$;
      create trigger count_poke after update on sync_state for each row execute function count_poke()`);
    await sql(
      `begin; insert into projects (title) select 'x' from generate_series(1, 5000); update projects set title = 'y'; commit`,
    );
    expect(await one<number>('select count(*)::int from pokes')).toBe(1);
    await insertProjects(1);
    expect(await one<number>('select count(*)::int from pokes')).toBe(2);
  });

  it('holds at most one entry per row', async () => {
    await insertProjects(5);
    await sql(
      "update projects set title = title || 'a'; update projects set title = title || 'b'; delete from projects where title like 'p1%'",
    );
    expect(await one<number>('select count(*)::int from sync.change')).toBe(5);
  });

  it('forgets changes that are rolled back, and pokes for the next ones', async () => {
    const reader = follower();
    await sql("begin; insert into projects (title) values ('never'); rollback");
    await sql(
      "begin; savepoint s; insert into projects (title) values ('neither'); rollback to s; insert into projects (title) values ('but this'); commit",
    );
    await reader.catchUp();
    expect(titles(reader)).toEqual(['but this']);
    expect(await one<number>('select version::int from sync_state')).toBe(reader.cursor);
  });

  it('Y51: pokes with a version that a device has after a pull', async () => {
    const reader = follower();
    await sql(`begin; insert into projects (title) select 'x' from generate_series(1, 20); update projects set title = 'y';
      delete from projects; commit`);
    await reader.catchUp();
    expect(await one<number>('select version::int from sync_state')).toBeLessThanOrEqual(
      reader.cursor,
    );
  });

  it('Y13: draws versions that JSON can represent, and stops before others', async () => {
    const reader = follower();
    await reader.catchUp();
    await sql(`select setval('sync.version', ${Number.MAX_SAFE_INTEGER - 1})`);
    await sql("insert into projects (title) values ('the last')");
    await reader.catchUp();
    expect([titles(reader), reader.cursor]).toEqual([['the last'], Number.MAX_SAFE_INTEGER]);
    await expect(sql("insert into projects (title) values ('one too many')")).rejects.toThrow(
      'reached maximum value',
    );
  });

  it('refuses to change a key, because devices could not follow that', async () => {
    await insertProjects(1);
    await expect(sql('update projects set id = gen_random_uuid()')).rejects.toThrow(
      'the key of public.projects cannot change',
    );
  });

  it.each([
    ['projects', "(title) values ('t')", "title = 'u'"],
    ['tasks', "(project_id, content) select id, 'c' from projects", 'position = 7'],
    ['commentaries', "(title, content) values ('t', 'c')", "content = 'u'"],
    ['ai_tools', "(name) values ('n')", "bio = 'u'"],
    ['friends', "(name) values ('n')", "bio = 'u'"],
    ['current_listening', "(title, artist) values ('t', 'a')", 'is_current = true'],
    ['learnings', "(title) values ('t')", "tags = array['u']"],
    ['resources', "(title) values ('t')", "tags = 'u'"],
  ])('follows inserts, updates and deletes of %s', async (table, values, change) => {
    if (table === 'tasks') await insertProjects(1);
    const reader = follower();
    await sql(`insert into ${table} ${values}`);
    await reader.catchUp();
    expect(reader.table(table).size).toBe(1);
    await sql(`update ${table} set ${change}`);
    await reader.catchUp();
    const { rows } = await database.query<{ row: unknown }>(
      `select to_jsonb(t) as row from ${table} t`,
    );
    expect([...reader.table(table).values()]).toEqual(rows.map(({ row }) => row));
    await sql(`delete from ${table}`);
    await reader.catchUp();
    expect([reader.table(table).size, reader.resets]).toEqual([0, 1]);
  });
});

describe('a pull that may be shared', () => {
  const read = (caller: Caller) =>
    as(database, caller, async (query) => {
      const { rows } = await query<{ page: Page; pulled: Page; headers: string }>(
        `select sync_read(cursor => 0, told => 5) as page, sync_pull(cursor => 0) as pulled,
           current_setting('response.headers', true) as headers`,
      );
      return rows[0]!;
    });

  it('R33: returns the same, and says how long a cache may share it', async () => {
    const { page, headers, pulled } = await read('anon');
    expect(page).toEqual(pulled);
    expect(JSON.parse(headers)).toEqual([
      { 'Cache-Control': 'public, max-age=0, s-maxage=2, stale-while-revalidate=3' },
    ]);
  });

  it('R33: is refused to signed-in users, whose answers are their own', async () => {
    const user = await newUser(database, { admin: true });
    await expect(read(user)).rejects.toThrow('permission denied for function sync_read');
  });
});
