import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  as,
  emptyDatabase,
  migratedDatabase,
  migrations,
  newUser,
} from '../../support/database.ts';

/** What rows of an earlier site say in words of its own. The rules stand above the migration that puts them plainly. */

/** A portfolio that everybody reads, with the words that many have. */
const portfolio = `
  create table projects (
    id uuid primary key default gen_random_uuid(), title text not null, description text, live_url text, technologies text[],
    status text default 'published', created_at timestamptz default now()
  );
  create table tasks (
    id uuid primary key default gen_random_uuid(), project_id uuid references projects (id), content text, status text
  );
  create table resources (id uuid primary key default gen_random_uuid(), title text not null, type text, created_at timestamptz);
  alter table projects enable row level security;
  create policy "Allow public read access" on projects for select using (true);
  create policy "Allow authenticated users to manage projects" on projects for all to authenticated using (true);
  insert into projects (title, status, created_at) values
    ('published', 'published', '2024-01-01'), ('archived', 'Archived', '2024-01-02'), ('complete', 'complete', '2024-01-03'),
    ('completed', 'Completed ', '2024-01-04'), ('active', 'active', '2024-01-05'), ('planned', 'planned', '2024-01-06'),
    ('draft', 'draft', '2024-01-07'), ('spelled', 'in_progress', '2024-01-08'), ('spaced', 'In Progress', '2024-01-09'),
    ('own', 'donezo', '2024-01-10'), ('unknown', 'paused', '2024-01-11'), ('unknown too', 'paused', '2024-01-12'),
    ('unsaid', null, '2024-01-13'), ('broken twice', 'published', 'infinity');
  insert into tasks (project_id, content, status) select id, 'of a draft', 'complete' from projects where title = 'draft';
  insert into tasks (project_id, content, status) select id, word, word
    from projects, unnest('{active,planned,To Do,archived}'::text[]) word where title = 'own';
  insert into resources (title, type) values ('spelled', 'Video'), ('unknown', 'podcast');
`;

describe('MOVE-31: words of an earlier site', () => {
  let database: PGlite;
  const rows = async (sql: string) => (await database.query<Record<string, unknown>>(sql)).rows;
  beforeAll(async () => {
    database = await emptyDatabase();
    for (const sql of [portfolio, ...migrations]) await database.exec(sql);
  });
  afterAll(() => database.close());

  it('become the one that this site has for it, where that is plain', async () => {
    const statuses = Object.fromEntries(
      (await rows('select title, status from projects')).map(({ title, status }) => [
        title,
        status,
      ]),
    );
    expect(statuses).toEqual({
      published: 'done',
      archived: 'done',
      complete: 'done',
      completed: 'done',
      active: 'in-progress',
      planned: 'idea',
      draft: 'idea',
      spelled: 'in-progress',
      spaced: 'in-progress',
      own: 'donezo',
      unknown: 'paused',
      'unknown too': 'paused',
      unsaid: null,
      'broken twice': 'published',
    });
    const tasks = await rows('select content, status from tasks order by content');
    expect(tasks).toEqual([
      { content: 'To Do', status: 'todo' },
      { content: 'active', status: 'in-progress' },
      { content: 'archived', status: 'archived' },
      { content: 'of a draft', status: 'done' },
      { content: 'planned', status: 'todo' },
    ]);
    expect(await rows('select type from resources order by title')).toEqual([
      { type: 'video' },
      { type: 'podcast' },
    ]);
  });

  it('that say draft keep a project back, with its tasks', async () => {
    const told = await as(database, 'anon', async (query) => {
      const { rows } = await query<{
        page: { changes: { row: Record<string, unknown> | null }[] };
      }>('select sync_pull() as page');
      return rows[0]!.page.changes.flatMap(({ row }) => row?.title ?? row?.content ?? []);
    });
    expect(told).not.toContain('draft');
    expect(told).not.toContain('of a draft');
    expect(told).toContain('published');
    expect(await rows('select title from projects where published_at is null')).toEqual([
      { title: 'draft' },
    ]);
  });

  it('are no news: no row counts as changed, and its history has what it said', async () => {
    expect(await rows('select title from projects where updated_at is not null')).toEqual([]);
    const held = await rows(
      `select p.row ->> 'status' as status from sync.past p where p.row ->> 'title' = 'archived'`,
    );
    expect(held).toEqual([{ status: 'Archived' }]);
    const admin = await newUser(database, { admin: true });
    await as(database, admin, (query) =>
      query(`update projects set description = 'new' where title = 'archived'`),
    );
    expect(await rows('select title from projects where updated_at is not null')).toEqual([
      { title: 'archived' },
    ]);
  });

  it('MOVE-32: that nobody can know are told by value, with what the column takes and how many rows say so', async () => {
    const told = await rows('select * from sync.problems_by_value()');
    expect(told.map((one) => Object.values(one).map(String).join(' | '))).toEqual([
      expect.stringMatching(
        /^public\.projects \| created_at \| infinity \| \(\(created_at >= .* \| 1$/,
      ),
      'public.projects | status | paused | idea, in-progress, donezo, done | 2',
      'public.projects | status | published | idea, in-progress, donezo, done | 1',
      'public.projects | status | null | idea, in-progress, donezo, done | 1',
      'public.resources | type | podcast | audio, video, text | 1',
      'public.tasks | status | archived | todo, in-progress, done | 1',
    ]);
    // Once all rows keep a check, it is not looked at any more.
    const { rows: all } = await database.query('select * from sync.content_problems()');
    expect(all).toHaveLength(7);
  });
});

it('MOVE-31: in a site that has been taken over before, they are put plainly too, and the check holds from then on', async () => {
  const last = migrations.findIndex((sql) => sql.includes('pg_temp.put_plainly'));
  const database = await emptyDatabase();
  const before = `create table projects (id uuid primary key default gen_random_uuid(), title text, status text);
    insert into projects (title, status) values ('a', 'published')`;
  for (const sql of [before, ...migrations.slice(0, last)]) await database.exec(sql);
  const valid = async () =>
    (
      await database.query<{ is: boolean }>(
        "select convalidated as is from pg_constraint where conname = 'projects_status_known'",
      )
    ).rows[0]!.is;
  expect(await valid()).toBe(false);
  for (const sql of migrations.slice(last)) await database.exec(sql);
  expect((await database.query('select status from projects')).rows).toEqual([{ status: 'done' }]);
  expect(await valid()).toBe(true);
  await database.close();
});

it('MOVE-32: nobody but the owner asks which rows break a check', async () => {
  const database = await migratedDatabase();
  const asked = as(database, 'anon', (query) => query('select * from sync.problems_by_value()'));
  await expect(asked).rejects.toThrow('permission denied');
  await database.close();
});
