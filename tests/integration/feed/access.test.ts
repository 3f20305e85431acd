import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, type Caller, migratedDatabase, newUser } from '../../support/database.ts';

/** What the database allows to whom, whatever a client claims. */

const content: Readonly<Record<string, string>> = {
  projects: "insert into projects (title) values ('x')",
  tasks: "insert into tasks (project_id, content) select id, 'x' from projects limit 1",
  commentaries: "insert into commentaries (title, content) values ('x', 'x')",
  ai_tools: "insert into ai_tools (name) values ('x')",
  friends: "insert into friends (name) values ('x')",
  current_listening: "insert into current_listening (title, artist) values ('x', 'x')",
  learnings: "insert into learnings (title) values ('x')",
  resources: "insert into resources (title) values ('x')",
};

/** An earlier site, which left tables open. */
const openDoors = `
  create table projects (id uuid primary key default gen_random_uuid(), title text not null, status text);
  alter table projects enable row level security;
  create policy "allow all" on projects for all using (true) with check (true);
  create table friends (id uuid primary key default gen_random_uuid(), name text not null);
  grant all on projects, friends to public;
  create function is_admin() returns boolean language sql as 'select true';
  create table user_roles (id serial primary key, user_id uuid, role text);
  alter table user_roles enable row level security;
  create policy "anyone signs up as admin" on user_roles for all using (true) with check (true);
  grant all on user_roles to public;
`;

describe.each([
  ['a new database', ''],
  ['a database whose earlier site left doors open', openDoors],
])('%s', (_, before) => {
  let database: PGlite;
  let admin: { userId: string };
  let user: { userId: string };
  beforeAll(async () => {
    database = await migratedDatabase(before);
    admin = await newUser(database, { admin: true });
    user = await newUser(database, { admin: false });
    for (const insert of Object.values(content)) await database.exec(insert);
  });
  afterAll(() => database.close());

  const run = (caller: Caller, sql: string) =>
    as(database, caller, async (query) => (await query(sql)).affectedRows ?? 0);

  /** The number of rows that a statement changed; a refusal counts as none. */
  const changed = (caller: Caller, sql: string) => run(caller, sql).catch(() => 0);

  it.each(Object.keys(content))(
    'lets anybody read %s, and nobody but admins write it',
    async (table) => {
      const insert = content[table]!;
      for (const caller of ['anon', user] as const) {
        const rows = await as(
          database,
          caller,
          async (query) => (await query(`select * from ${table}`)).rows.length,
        );
        expect(rows).toBeGreaterThan(0);
        await expect(run(caller, insert)).rejects.toThrow();
        expect(await changed(caller, `update ${table} set id = id`)).toBe(0);
        expect(await changed(caller, `delete from ${table}`)).toBe(0);
        await expect(run(caller, `truncate ${table} cascade`)).rejects.toThrow('permission denied');
      }
      const added = await as(
        database,
        admin,
        async (query) => (await query<{ id: string }>(`${insert} returning id`)).rows[0]!.id,
      );
      const one = `where id = '${added}'`;
      expect(await run(admin, `update ${table} set id = id ${one}`)).toBe(1);
      expect(await run(admin, `delete from ${table} ${one}`)).toBe(1);
    },
  );

  it('lets nobody make anybody an admin, and shows users only their own role', async () => {
    for (const caller of ['anon', user, admin] as const) {
      const who = caller === 'anon' ? 'gen_random_uuid()' : `'${caller.userId}'`;
      await expect(
        run(caller, `insert into user_roles (user_id, role) values (${who}, 'admin')`),
      ).rejects.toThrow();
      expect(await changed(caller, "update user_roles set role = 'admin'")).toBe(0);
      expect(await changed(caller, 'delete from user_roles')).toBe(0);
    }
    const seen = async (caller: Caller) =>
      as(
        database,
        caller,
        async (query) => (await query('select user_id from user_roles')).rows,
      ).catch(() => []);
    expect(await seen('anon')).toEqual([]);
    expect(await seen(user)).toEqual([]);
    expect(await seen(admin)).toEqual([{ user_id: admin.userId }]);
  });

  it('lets nobody write the feed or call its internal functions', async () => {
    const forbidden = [
      'update sync_state set version = 0',
      'delete from sync.change',
      "insert into sync.change values (1, 'projects', gen_random_uuid())",
      "select setval('sync.version', 1)",
      "select nextval('sync.version')",
      'select sync.reset()',
      "select sync.prune('0 seconds')",
      "select sync.index_rows('projects')",
      "select sync.publish('user_roles')",
      'select * from sync.content_problems()',
    ];
    for (const caller of ['anon', user, admin] as const) {
      for (const sql of forbidden)
        await expect(run(caller, sql), sql).rejects.toThrow('permission denied');
    }
  });

  it('Y50: has realtime carry the poke and no content', async () => {
    const { rows } = await database.query(
      "select tablename from pg_publication_tables where pubname = 'supabase_realtime'",
    );
    expect(rows).toEqual([{ tablename: 'sync_state' }]);
  });

  it('runs a pull with the rights of its caller', async () => {
    const pull = (caller: Caller) =>
      as(
        database,
        caller,
        async (query) =>
          (await query<{ page: { changes: { table: string }[] } }>('select sync_pull() as page'))
            .rows[0]!.page,
      );
    for (const caller of ['anon', user, admin] as const) {
      const tables = new Set((await pull(caller)).changes.map((change) => change.table));
      expect(tables).toEqual(new Set(Object.keys(content)));
    }
  });
});
