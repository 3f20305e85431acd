import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  as,
  emptyDatabase,
  migratedDatabase,
  migrations,
  newUser,
  seed,
} from '../../support/database.ts';
import { foreignDatabases } from '../../support/foreign-databases.ts';
import { catalogOf } from '../../support/restore.ts';

/** A database made and filled by an earlier site goes through the migrations. */

const earlierSite = `
  create table projects (
    id uuid primary key default gen_random_uuid(), title text not null, description text not null, details text,
    image_url text, status text, created_at timestamp default now(), budget numeric
  );
  create table tasks (id uuid primary key, project_id uuid, content text not null, status text, position integer);
  create table commentaries (id uuid primary key default gen_random_uuid(), title text not null, content text not null, image_url text, created_at timestamptz);
  create table ai_tools (id uuid primary key default gen_random_uuid(), name text not null, hyperlink text, picture text, tag text, created_at timestamptz default now());
  create table current_listening (id uuid primary key default gen_random_uuid(), title text not null, artist text not null, is_current boolean, created_at timestamptz default now());
  create table learnings (id uuid primary key default gen_random_uuid(), title text not null, description text, tags text, created_at timestamptz default now());
  create table resources (id uuid primary key default gen_random_uuid(), title text not null, description text, link_url text, tags text, type text, "Source" text, created_at timestamptz default now());
  create table user_roles (id serial primary key, user_id uuid not null, role text not null);
  create policy "everything" on projects for all using (true);

  insert into auth.users (id) values ('99999999-9999-4999-8999-999999999999');
  insert into user_roles (user_id, role) values ('99999999-9999-4999-8999-999999999999', 'admin'),
    ('99999999-9999-4999-8999-999999999999', 'editor'), ('88888888-8888-4888-8888-888888888888', 'admin');
  insert into projects (id, title, description, status, created_at, budget) values
    ('10000000-0000-4000-8000-000000000001', 'Good', 'd', 'idea', '2025-05-05 10:00', 12.5),
    ('10000000-0000-4000-8000-000000000002', 'Paused', 'd', 'paused', '2025-05-06 10:00', null),
    ('10000000-0000-4000-8000-000000000003', 'Without a status', 'd', null, null, null);
  insert into tasks values
    ('20000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000001', 'good', 'todo', 3),
    ('20000000-0000-4000-8000-000000000002', '30000000-0000-4000-8000-000000000009', 'of no project', 'todo', null);
  insert into commentaries (title, content, created_at) values ('c', 'c', null), ('never', 'c', 'infinity'),
    ('long ago', 'c', '0044-03-15 BC');
  insert into ai_tools (name) values ('t');
  insert into current_listening (title, artist, is_current, created_at) values
    ('older', 'a', true, '2025-01-01'), ('newer', 'a', true, '2025-02-01'), ('unsaid', 'a', null, '2025-03-01');
  insert into learnings (title, tags) values ('l', 'a, b');
  insert into resources (title, type) values ('r', 'podcast');
`;

const tables = [
  'projects',
  'tasks',
  'commentaries',
  'ai_tools',
  'current_listening',
  'learnings',
  'resources',
  'user_roles',
];

describe('a database that an earlier site has filled', () => {
  let database: PGlite;
  const before = new Map<string, Record<string, unknown>[]>();
  const rows = async (sql: string) => (await database.query<Record<string, unknown>>(sql)).rows;
  const rowsOf = async (table: string) =>
    (await rows(`select to_jsonb(t) as row from ${table} t`)).map(
      ({ row }) => row as Record<string, unknown>,
    );
  beforeAll(async () => {
    database = await emptyDatabase();
    await database.exec("set timezone to 'Asia/Tokyo'");
    await database.exec(earlierSite);
    for (const table of tables) before.set(table, await rowsOf(table));
    for (const migration of migrations) await database.exec(migration);
  });
  afterAll(() => database.close());

  it.each(tables)('keeps every row and every value of %s', async (table) => {
    const is = await rowsOf(table);
    expect(is).toHaveLength(before.get(table)!.length);
    for (const was of before.get(table)!) {
      // Dates gain a zone, a missing position becomes the first; of several current tracks one stays current.
      const expected = { ...was };
      if (table === 'projects') delete expected.created_at;
      if (expected.position === null) expected.position = 0;
      if (table === 'current_listening') expected.is_current = was.title === 'newer';
      expect(is.find((row) => row.id === was.id)).toMatchObject(expected);
    }
  });

  it('reads its dates as UTC, wherever the server is', async () => {
    const good = await rows("select to_jsonb(created_at) as at from projects where title = 'Good'");
    expect(good).toEqual([{ at: '2025-05-05T19:00:00+09:00' }]);
  });

  it('DATA-3: keeps only the newest of its current tracks current', async () => {
    expect(await rows('select title from current_listening where is_current')).toEqual([
      { title: 'newer' },
    ]);
  });

  it('reports the rows that break a new check', async () => {
    const problems = await rows(
      'select * from sync.content_problems() order by table_name, problem, row_id',
    );
    expect(problems.map(({ table_name, problem }) => `${table_name}: ${problem}`)).toEqual([
      'public.commentaries: commentaries_created_at_readable',
      'public.commentaries: commentaries_created_at_readable',
      'public.projects: projects_status_known',
      'public.projects: projects_status_known',
      'public.resources: resources_type_known',
      'public.tasks: tasks_project_exists',
      'public.user_roles: user_roles_role_known',
      'public.user_roles: user_roles_user_exists',
    ]);
    expect(problems.at(-1)).toMatchObject({ row_id: '88888888-8888-4888-8888-888888888888' });
  });

  it('DATA-2: holds new rows to the checks', async () => {
    await expect(
      database.exec(
        "insert into projects (title, description, status) values ('x', 'x', 'archived')",
      ),
    ).rejects.toThrow('projects_status_known');
    await expect(
      database.exec(
        "insert into tasks (id, project_id, content) values (gen_random_uuid(), gen_random_uuid(), 'x')",
      ),
    ).rejects.toThrow('tasks_project_exists');
    for (const [table, column, value] of [
      ...tables
        .slice(0, 7)
        .filter((table) => table !== 'tasks')
        .flatMap((table) =>
          ['infinity', '-infinity', '0044-03-15 BC', '10000-01-01'].map((at) => [
            table,
            'created_at',
            at,
          ]),
        ),
      ...['NaN', 'Infinity', '-Infinity'].flatMap((number) => [
        ['tasks', 'position', number],
        ['learnings', 'rank', number],
      ]),
    ]) {
      const change = database.exec(`update ${table} set ${column} = '${value}'
        where id = (select id from ${table} limit 1)`);
      await expect(change, `${table} ${value}`).rejects.toThrow(/_readable|_finite/);
    }
  });

  it('is read whole by a visitor, unreadable rows included', async () => {
    const page = await as(
      database,
      'anon',
      async (query) =>
        (
          await query<{ page: { changes: { table: string; row: unknown }[] } }>(
            'select sync_pull() as page',
          )
        ).rows[0]!.page,
    );
    const counts = Object.fromEntries(
      tables
        .slice(0, 7)
        .map((table) => [
          table,
          page.changes.filter((change) => change.table === table && change.row !== null).length,
        ]),
    );
    expect(counts).toEqual({
      projects: 3,
      tasks: 2,
      commentaries: 3,
      ai_tools: 1,
      current_listening: 3,
      learnings: 1,
      resources: 1,
    });
  });

  it('keeps its admin, and follows what changes from now on', async () => {
    const page = await as(
      database,
      { userId: '99999999-9999-4999-8999-999999999999' },
      async (query) => {
        await query("insert into friends (name) values ('from the admin')");
        return (
          await query<{ page: { changes: { table: string }[] } }>('select sync_pull() as page')
        ).rows[0]!.page;
      },
    );
    expect(page.changes.at(-1)).toMatchObject({ table: 'friends' });
  });
});

describe('an earlier site', () => {
  const parts: [string, string][] = [
    [
      'whose keys refuse to delete a parent',
      `create table projects (id uuid primary key, title text);
       create table tasks (id uuid primary key, project_id uuid references projects (id), content text)`,
    ],
    [
      'with checks that know fewer values',
      "create table projects (id uuid primary key, title text, status text check (status in ('idea', 'done')))",
    ],
    [
      'with enumerated types that know fewer values',
      `create type state as enum ('idea', 'done');
       create table projects (id uuid primary key, title text, status state default 'idea')`,
    ],
    [
      'with roles of an enumerated type',
      `create table projects (id uuid primary key default gen_random_uuid(), title text);
       create type app_role as enum ('admin', 'user');
       create table user_roles (id uuid primary key default gen_random_uuid(), user_id uuid references auth.users (id), role app_role)`,
    ],
    [
      'whose tables have no key',
      'create table projects (id uuid, title text); create table friends (id uuid, name text)',
    ],
    ['with an is_admin() of its own', 'create function is_admin() returns boolean return true'],
  ];
  it.each(parts)('%s is taken over, and works', async (_, before) => {
    const database = await migratedDatabase(before);
    const admin = await newUser(database, { admin: true });
    await as(database, admin, async (query) => {
      await query("insert into projects (title, status) values ('t', 'donezo')");
      await query("insert into tasks (project_id, content) select id, 'c' from projects");
      await query('delete from projects');
      expect((await query('select from tasks')).rows).toEqual([]);
    });
    const { rows } = await database.query(`select conrelid::regclass, conkey, count(*)::int
      from pg_constraint where contype = 'f' group by 1, 2 having count(*) > 1`);
    // Two keys on one column would make an embedded select of the API ambiguous.
    expect(rows).toEqual([]);
    await database.close();
  });
});

describe('MOVE-30: a table of the same name that is not an earlier site’s', () => {
  const open = 'create policy "open" on tasks for select using (true)';
  const closed = 'alter table tasks enable row level security';
  const strangers: [string, string, string][] = [
    ['with other columns', 'create table tasks (id uuid primary key, name text)', 'project_id'],
    [
      'that only some people may read',
      `create table tasks (id uuid primary key, project_id uuid, content text, owner uuid); ${closed};
       create policy "own" on tasks for select using (owner = auth.uid());
       create policy "all rows, for those who signed in" on tasks for select to authenticated using (true)`,
      'not everybody may read it',
    ],
    [
      'that nobody may read',
      `create table tasks (id uuid primary key, project_id uuid, content text); ${closed};
       create policy "open to change" on tasks for update using (true)`,
      'not everybody may read it',
    ],
    [
      'that only its server may read',
      `create table tasks (id uuid primary key, project_id uuid, content text); revoke all on tasks from anon`,
      'not everybody may read it',
    ],
    [
      'with a column that this site would not fill',
      `create table tasks (id uuid primary key, project_id uuid, content text, assignee uuid not null);
       ${closed}; ${open}`,
      'its column assignee must be filled',
    ],
    [
      'that is a view',
      "create view tasks as select gen_random_uuid() as id, gen_random_uuid() as project_id, '' as content",
      'it is not a table',
    ],
    ['with other roles', 'create table user_roles (id uuid primary key, member uuid)', 'user_id'],
    [
      'whose roles are of a team',
      `create table projects (id uuid primary key, title text);
       create table user_roles (id uuid primary key, user_id uuid references auth.users (id), team_id uuid, role text)`,
      'public.user_roles is here already: its column team_id says whom or what a row belongs to',
    ],
    [
      'with roles and nothing of a site',
      'create table user_roles (user_id uuid, role text)',
      'no content of an earlier site is here with it',
    ],
    [
      'whose keys devices could not choose',
      'create table projects (id bigint primary key, title text)',
      'its column id is bigint, where this site keeps a uuid that devices choose',
    ],
    [
      'that everybody may read, and whose rows are their authors’',
      `create table projects (id uuid primary key, title text, author text); alter table projects enable row level security;
       create policy "for all" on projects for select using (true);
       create policy "your own" on projects for update using (author = auth.uid()::text)`,
      'its policy "your own" goes by the row',
    ],
    [
      'with a policy that asks another table about the row',
      `create table members (project uuid, account uuid);
       create table projects (id uuid primary key, title text); alter table projects enable row level security;
       create policy "for all" on projects for select using (true);
       create policy "members" on projects for update
         using (exists (select from members m where m.project = projects.id and m.account = auth.uid()))`,
      'its policy "members" goes by the row',
    ],
    [
      'with a policy for a role of its own',
      `create role billing; create table friends (id uuid primary key, name text);
       create policy "bills" on friends for all to billing using (true)`,
      'its policy "bills" is for the role billing',
    ],
    [
      'that hangs on tables of another application',
      `create table boards (id uuid primary key);
       create table tasks (id uuid primary key, project_id uuid, content text, board uuid references boards (id))`,
      'its column board refers to boards',
    ],
    [
      'whose tasks are of something else',
      `create table boards (id uuid primary key);
       create table tasks (id uuid primary key, project_id uuid references boards (id), content text)`,
      'its column project_id refers to boards',
    ],
    [
      'with a column of another sort',
      'create table projects (id uuid primary key, title text, status integer)',
      'its column status is integer, where this site keeps text',
    ],
    ['called as this site’s own schema', 'create schema sync', 'the schema sync is here already'],
    [
      'called as what this site’s own is',
      'create function admin_count(of_team uuid) returns int return 1; create table sync_state (id int)',
      '- public.sync_state is here already: this site needs the name.\n- the function public.admin_count is here',
    ],
  ];
  it.each(strangers)('%s stops the migrations, and nothing has changed', async (_, before, why) => {
    const database = await emptyDatabase();
    await database.exec(before);
    const was = await catalogOf(database);
    await expect(database.transaction((run) => run.exec(migrations[0]!))).rejects.toThrow(why);
    expect(await catalogOf(database)).toBe(was);
    await database.close();
  });
});

describe('MOVE-30: another application’s database', () => {
  it.each(Object.entries(foreignDatabases))(
    '%s is left alone, and all of it is named',
    async (_, one) => {
      const database = await emptyDatabase();
      await database.exec(one.sql);
      const was = await catalogOf(database);
      const message = await database
        .transaction((run) => run.exec(migrations[0]!))
        .then(String, (error: Error) => error.message);
      for (const named of one.refused) expect(message).toContain(`- ${named}`);
      expect(message).toContain('give this site a project of its own');
      expect(await catalogOf(database)).toBe(was);
      await database.close();
    },
  );
});

it('what is taken over is said, with the policies that go', async () => {
  const database = await emptyDatabase();
  const said: (string | undefined)[] = [];
  await database.exec(earlierSite);
  await database.exec(migrations[0]!, { onNotice: ({ message }) => said.push(message) });
  expect(said).toContain(
    'public.projects is taken over from an earlier site. Its rows stay. Instead of its policies, everybody may read it and admins write it: everything',
  );
  expect(said).toContain('public.tasks is taken over from an earlier site. Its rows stay.');
  await database.close();
});

it('the sample content keeps every check, in the amounts of a lively site', async () => {
  const database = await migratedDatabase();
  await database.exec(seed);
  await database.exec(seed);
  const count = async (sql: string) =>
    Number(
      (await database.query<{ n: number }>(`select count(*)::int as n from ${sql}`)).rows[0]!.n,
    );
  expect(await count('sync.content_problems()')).toBe(0);
  const least: [string, number][] = [
    ['ai_tools', 8],
    ['friends', 3],
    ['projects', 8],
    ['tasks', 25],
    ['learnings', 12],
    ['resources', 18],
    ['commentaries', 6],
    ['current_listening', 5],
    ['(select distinct status from projects) s', 4],
    ['(select distinct type from resources) t', 3],
    ['projects where details is null', 1],
    ['(select from tasks group by project_id, status having count(*) > 5) c', 1],
    [
      '(select from resources group by learning_id having count(*) > 3 and learning_id is not null) r',
      1,
    ],
    ['learnings where content is null', 1],
    ['learnings where tags is null', 1],
    ['learnings where link is null', 1],
    ['commentaries where image_url is not null', 1],
  ];
  for (const [what, amount] of least)
    expect(await count(what), what).toBeGreaterThanOrEqual(amount);
  expect(await count('current_listening where is_current')).toBe(1);
  await database.close();
});
