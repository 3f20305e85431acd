import { randomUUID } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '../../../src/engine/sync/protocol.ts';
import { as, type Caller, migratedDatabase, newUser } from '../../support/database.ts';

/** What is kept back: the database tells nobody but admins of it, through no door. */

let database: PGlite;
let admin: { userId: string };
let user: { userId: string };
beforeAll(async () => {
  database = await migratedDatabase();
  admin = await newUser(database, { admin: true });
  user = await newUser(database, { admin: false });
  await database.exec(
    `insert into projects (title) values ('Shown'); insert into learnings (title) values ('Shown')`,
  );
});
afterAll(() => database.close());
afterEach(() =>
  database.exec(`delete from tasks; delete from projects where title <> 'Shown'; delete from learnings where title <> 'Shown';
    delete from commentaries; delete from ai_tools; delete from resources`),
);

const sql = async <Row>(text: string, parameters: unknown[] = []): Promise<Row[]> =>
  (await database.query<Row>(text, parameters)).rows;
const one = async <Value>(text: string, parameters: unknown[] = []): Promise<Value> =>
  Object.values((await sql<Record<string, Value>>(text, parameters))[0]!)[0] as Value;

async function pull(caller: Caller, since?: Page): Promise<Page & { due: boolean }> {
  return as(database, caller, async (query) => {
    const { rows } = await query<{ page: Page & { due: boolean } }>(
      'select sync_pull($1, $2, $3) as page',
      [since?.epoch ?? null, since?.cursor ?? 0, since?.cursor ?? null],
    );
    return rows[0]!.page;
  });
}

const idsIn = ({ changes }: Page) =>
  changes.map(({ id, row }) => (row === null ? `gone ${id}` : id));

/** Everything that somebody can ask the database for, as text. */
async function everyDoor(caller: Caller, since: Page): Promise<Record<string, string>> {
  const doors = {
    ...Object.fromEntries(
      (await sql<{ name: string }>('select name from sync.followed')).map(({ name }) => [
        `rows of ${name}`,
        `select json_agg(t order by t.id) as said from ${name} t`,
      ]),
    ),
    'a first pull': 'select sync_pull()::text as said',
    'a pull': `select sync_pull('${since.epoch}', ${since.cursor}, ${since.cursor})::text as said`,
    'a pull from the first version': `select sync_pull('${since.epoch}', 0, 0)::text as said`,
    'a push': `select sync_push('${since.epoch}', '[]', ${since.cursor}, ${since.cursor})::text as said`,
    'a push of an edit': `select sync_push('${since.epoch}', '[{"id": "4f7c0f6e-0000-4000-8000-000000000001", "changes": [
        {"op": "update", "table": "learnings", "id": "${drafted}", "values": {"title": "mine"}, "base": {}}]}]')::text as said`,
    'a read by visitors': `select sync_read('${since.epoch}', ${since.cursor}, ${since.cursor})::text as said`,
    'the state that is poked': 'select json_agg(s) as said from sync_state s',
    'the index of the feed':
      'select json_agg(row(c.table_name, c.row_id, c.shown_version, c.is_shown) order by c.shown_version) as said from sync.change c',
    'kept references': 'select json_agg(k) as said from sync.kept_reference k',
    'the ledger': 'select json_agg(l) as said from sync.ledger l',
  };
  const answers = Object.entries(doors).map(async ([door, ask]) => {
    const said = await as(database, caller, async (query) => {
      const { rows } = await query<{ said: unknown }>(ask);
      return JSON.stringify(rows[0]!.said);
    }).catch((error: Error) => error.message);
    return [door, said] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

/** Another row for each test: whether visitors ever saw it is remembered. */
let drafted: string;
beforeEach(() => {
  drafted = randomUUID();
});
const required: Readonly<Record<string, string>> = {
  projects: 'title',
  commentaries: 'title, content',
  ai_tools: 'name',
  learnings: 'title',
  resources: 'title',
};

describe.each(Object.entries(required))('a draft in %s', (table, columns) => {
  const values = columns.replace(/\w+/g, "'secret'");
  const later = `now() + interval '1 day'`;

  it.each([
    ['a draft', 'null'],
    ['scheduled', later],
  ])('X5: %s: nobody else is told of it, nor of its changes and its end', async (_, published) => {
    for (const caller of ['anon', user] as const) {
      drafted = randomUUID();
      const since = await pull(caller);
      const before = await everyDoor(caller, since);
      await sql(
        `insert into ${table} (id, ${columns}, published_at) values ($1, ${values}, ${published})`,
        [drafted],
      );
      if (table === 'projects')
        await sql(`insert into tasks (project_id, content) values ($1, 'secret')`, [drafted]);
      expect(await everyDoor(caller, since)).toEqual(before);
      await sql(`update ${table} set ${columns.split(',')[0]} = 'still secret' where id = $1`, [
        drafted,
      ]);
      expect(await everyDoor(caller, since)).toEqual(before);
      await sql(`delete from ${table} where id = $1`, [drafted]);
      expect(await everyDoor(caller, since)).toEqual(before);
    }
  });

  it('X5: a text that was withdrawn is gone for those who had it, and then never heard of again', async () => {
    await sql(`insert into ${table} (id, ${columns}) values ($1, ${values})`, [drafted]);
    const had = await pull('anon');
    expect(idsIn(had)).toContain(drafted);
    await sql(`update ${table} set published_at = null where id = $1`, [drafted]);
    const withdrawn = await pull('anon', had);
    expect(idsIn(withdrawn)).toEqual([`gone ${drafted}`]);
    expect(JSON.stringify(await pull('anon'))).not.toContain(drafted);
    const before = await everyDoor('anon', withdrawn);
    await sql(`update ${table} set ${columns.split(',')[0]} = 'reworked' where id = $1`, [drafted]);
    await sql(`delete from ${table} where id = $1`, [drafted]);
    expect(await everyDoor('anon', withdrawn)).toEqual(before);
  });

  it('X5: an admin is told of it, and that it is withheld from others', async () => {
    const since = await pull(admin);
    await sql(`insert into ${table} (id, ${columns}, published_at) values ($1, ${values}, null)`, [
      drafted,
    ]);
    const told = await pull(admin, since);
    expect(told.changes).toMatchObject([
      { id: drafted, row: { published_at: null }, withheld: true },
    ]);
    await sql(`update ${table} set published_at = 'now' where id = $1`, [drafted]);
    expect((await pull(admin, told)).changes).toMatchObject([{ id: drafted, withheld: null }]);
    await sql(`update ${table} set published_at = null where id = $1`, [drafted]);
    const again = await pull(admin, told);
    await sql(`delete from ${table} where id = $1`, [drafted]);
    expect(idsIn(await pull(admin, again))).toEqual([`gone ${drafted}`]);
  });
});

it('a row that anything else inserts is published at once', async () => {
  const since = await pull('anon');
  await sql(`insert into learnings (id, title) values ($1, 'Plain')`, [drafted]);
  expect(idsIn(await pull('anon', since))).toEqual([drafted]);
});

it("'now' is the server's time", async () => {
  await sql(`insert into learnings (id, title, published_at) values ($1, 'Mine', null)`, [drafted]);
  const push = [
    {
      op: 'update',
      table: 'learnings',
      id: drafted,
      values: { published_at: 'now' },
      base: { published_at: null },
    },
  ];
  await as(database, admin, (query) =>
    query('select sync_push(sync.epoch(), $1)', [
      JSON.stringify([{ id: '4f7c0f6e-0000-4000-8000-000000000002', changes: push }]),
    ]),
  );
  expect(
    await one(`select now() - published_at < interval '1 minute' from learnings where id = $1`, [
      drafted,
    ]),
  ).toBe(true);
});

it('what goes out for the first time is of that day, and has not been changed since', async () => {
  await sql(
    `insert into learnings (id, title, created_at, published_at) values ($1, 'Undated', null, null)`,
    [drafted],
  );
  await sql(`update learnings set content = 'more' where id = $1`, [drafted]);
  await sql(`update learnings set published_at = now() where id = $1`, [drafted]);
  const dates = () =>
    sql(
      `select created_at = published_at as dated, updated_at is null as fresh from learnings where id = $1`,
      [drafted],
    );
  expect(await dates()).toEqual([{ dated: true, fresh: true }]);
  await sql(`update learnings set content = 'even more' where id = $1`, [drafted]);
  await sql(`update learnings set published_at = null where id = $1`, [drafted]);
  await sql(`update learnings set published_at = now() where id = $1`, [drafted]);
  expect(await dates()).toEqual([{ dated: false, fresh: false }]);
});

it('a date that its author has set stays', async () => {
  await sql(
    `insert into learnings (id, title, created_at, published_at) values ($1, 'Dated', '2020-02-02', null)`,
    [drafted],
  );
  await sql(`update learnings set published_at = now() where id = $1`, [drafted]);
  expect(await one('select created_at::date::text from learnings where id = $1', [drafted])).toBe(
    '2020-02-02',
  );
});

it('the tasks of a project are shown and hidden with it', async () => {
  await sql(`insert into projects (id, title, published_at) values ($1, 'Mine', null)`, [drafted]);
  const task = await one<string>(
    `insert into tasks (project_id, content) values ($1, 'x') returning id`,
    [drafted],
  );
  const [before, admins] = [await pull('anon'), await pull(admin)];
  await sql(`update projects set published_at = now() where id = $1`, [drafted]);
  const shown = await pull('anon', before);
  expect(idsIn(shown)).toEqual([drafted, task]);
  // Their devices know what only they may see.
  expect((await pull(admin, admins)).changes).toMatchObject([
    { id: drafted, withheld: null },
    { id: task, withheld: null },
  ]);
  await sql(`update projects set published_at = null where id = $1`, [drafted]);
  expect(idsIn(await pull('anon', shown))).toEqual([`gone ${drafted}`, `gone ${task}`]);
  // A task that is moved to a project that is shown is shown.
  await sql(
    `update tasks set project_id = (select id from projects where title = 'Shown') where id = $1`,
    [task],
  );
  expect(idsIn(await pull('anon', shown))).toEqual([`gone ${drafted}`, task]);
});

describe('a time that comes', () => {
  /** @param wait s until it comes: long enough for all that a test does before, on a busy machine too */
  const soon = async ({ title = 'Soon', id = drafted, wait = 0.2 } = {}) => {
    await sql(
      `insert into learnings (id, title, created_at, published_at) values ($1, $2, null, now() + make_interval(secs => $3))`,
      [id, title, wait],
    );
  };
  const pass = () =>
    sql(`select pg_sleep(extract(epoch from max(published_at) - now()) + 0.1) from learnings`);
  const release = (caller: Caller) =>
    as(database, caller, (query) => query('select sync_release()'));

  it('reaches devices that had pulled before, once anybody has had it written down', async () => {
    await soon({ wait: 3 });
    const before = await pull('anon');
    expect(before.due).toBe(false);
    await release('anon');
    expect(idsIn(await pull('anon', before))).toEqual([]);
    await pass();
    expect(await pull('anon', before)).toMatchObject({ due: true, changes: [] });
    await release('anon');
    const after = await pull('anon', before);
    expect(after).toMatchObject({
      due: false,
      changes: [{ id: drafted, row: { updated_at: null } }],
    });
    expect(after.changes[0]!.row!.created_at).toBe(after.changes[0]!.row!.published_at);
    expect(await one('select version::int from sync_state')).toBe(after.changes[0]!.version);
  });

  it('is not taken back by a clock that jumps', async () => {
    await soon();
    await pass();
    await release('anon');
    const before = await pull('anon');
    await database.exec(`set session_replication_role = replica;
      update learnings set published_at = now() + interval '1 day' where title = 'Soon';
      set session_replication_role = origin`);
    await sql(`update learnings set description = 'edited' where title = 'Soon'`);
    expect(idsIn(await pull('anon', before))).toEqual([drafted]);
    await sql('select sync.reset()');
    expect(idsIn(await pull('anon'))).toContain(drafted);
  });

  it('comes for the others although one row cannot be shown', async () => {
    await soon();
    await soon({ title: 'Broken', id: '4f7c0f6e-2222-4222-8222-222222222222' });
    await database.exec(
      `alter table learnings add constraint broken check (title <> 'Broken') not valid`,
    );
    await pass();
    await release(user);
    expect(
      await one(`select string_agg(title, ' ') from learnings l join sync.change c on c.row_id = l.id
      where c.is_shown and title in ('Soon', 'Broken')`),
    ).toBe('Soon');
    expect((await pull('anon')).due).toBe(false);
    await database.exec('alter table learnings drop constraint broken');
  });

  it('is found again by sync.reset, if it came while triggers were off', async () => {
    await sql(`insert into learnings (id, title, published_at) values ($1, 'Off', null)`, [
      drafted,
    ]);
    await database.exec(`set session_replication_role = replica;
      update learnings set published_at = now() where title = 'Off'; set session_replication_role = origin`);
    expect(idsIn(await pull('anon'))).not.toContain(drafted);
    await sql('select sync.reset()');
    expect(idsIn(await pull('anon'))).toContain(drafted);
  });
});

describe('X5: a reference to a draft, of a row that everybody sees', () => {
  let learning: string;
  let resource: string;
  beforeEach(async () => {
    [learning, resource] = [randomUUID(), randomUUID()];
    await sql(`insert into learnings (id, title) values ($1, 'About it')`, [learning]);
    await sql(`insert into projects (id, title, published_at) values ($1, 'Mine', null)`, [
      drafted,
    ]);
  });

  /** Sends an edit as an admin's device does. */
  const edit = (
    values: object,
    base: object = {},
    op = 'update',
    table = 'learnings',
    id = learning,
  ) =>
    as(database, admin, async (query) => {
      const changes = [{ op, table, id, values, base }];
      const { rows } = await query<{ page: Page }>('select sync_push(sync.epoch(), $1) as page', [
        JSON.stringify([{ id: randomUUID(), changes }]),
      ]);
      return rows[0]!.page.answers[0];
    });
  const rowOf = (page: Page, id = learning) => page.changes.findLast((change) => change.id === id);
  const told = async (caller: Caller, since?: Page) => rowOf(await pull(caller, since));

  it('tells only admins which one', async () => {
    const [before, since] = [await everyDoor('anon', await pull('anon')), await pull(admin)];
    const visitors = await pull('anon');
    await edit({ project_id: drafted });
    expect(await everyDoor('anon', visitors)).toEqual(before);
    expect(JSON.stringify(await everyDoor('anon', visitors))).not.toContain(drafted);
    expect(await told(admin, since)).toMatchObject({
      row: { project_id: drafted },
      withheld: ['project_id'],
    });
  });

  it('is there for everybody once it is published, and gone again when it is withdrawn', async () => {
    await edit({ project_id: drafted });
    const before = await pull('anon');
    await sql(`update projects set published_at = now() where id = $1`, [drafted]);
    expect(await told('anon', before)).toMatchObject({
      row: { project_id: drafted, updated_at: null },
    });
    expect(await told(admin)).toMatchObject({ row: { project_id: drafted }, withheld: null });
    const shown = await pull('anon');
    await sql(`update projects set published_at = null where id = $1`, [drafted]);
    expect(await told('anon', shown)).toMatchObject({
      row: { project_id: null, updated_at: null },
    });
    expect(JSON.stringify(await pull('anon'))).not.toContain(drafted);
    expect(await told(admin)).toMatchObject({ row: { project_id: drafted } });
  });

  it('comes with a new row, and goes with the draft', async () => {
    const id = randomUUID();
    await edit({ title: 'New', project_id: drafted }, {}, 'insert', 'learnings', id);
    const since = await pull(admin);
    expect(rowOf(since, id)).toMatchObject({ row: { project_id: drafted } });
    await sql(`delete from projects where id = $1`, [drafted]);
    expect(rowOf(await pull(admin, since), id)).toMatchObject({
      row: { project_id: null },
      withheld: null,
    });
    expect(await sql('select from sync.kept_reference')).toEqual([]);
  });

  it('can be emptied, and replaced; another edit leaves it', async () => {
    await edit({ project_id: drafted });
    await edit({ description: 'other' });
    const since = await pull(admin);
    expect(rowOf(since)).toMatchObject({ row: { description: 'other', project_id: drafted } });
    await edit({ project_id: null }, { project_id: drafted });
    expect(await told(admin, since)).toMatchObject({ row: { project_id: null } });
    await edit({ project_id: drafted });
    const other = await one<string>(`select id from projects where title = 'Shown'`);
    await edit({ project_id: other });
    expect(await told('anon')).toMatchObject({ row: { project_id: other } });
    expect(await told(admin)).toMatchObject({ row: { project_id: other }, withheld: null });
  });

  it('is a conflict where its author had not seen it, and none where they had', async () => {
    await edit({ project_id: drafted });
    const seen = { project_id: drafted };
    expect(await edit({ project_id: null }, { project_id: null })).toMatchObject({
      conflicts: [{ column: 'project_id', was: drafted }],
    });
    await edit({ project_id: drafted });
    expect(await edit({ project_id: null }, seen)).toMatchObject({ conflicts: [] });
  });

  it('is a conflict where somebody else has emptied it meanwhile, and none where they have chosen the same', async () => {
    await edit({ project_id: drafted });
    await edit({ project_id: null }, { project_id: drafted });
    const other = await one<string>(`select id from projects where title = 'Shown'`);
    expect(await edit({ project_id: other }, { project_id: drafted })).toMatchObject({
      conflicts: [{ column: 'project_id', was: null }],
    });
    await edit({ project_id: drafted });
    expect(await edit({ project_id: drafted }, { project_id: other })).toMatchObject({
      conflicts: [],
    });
  });

  it('is kept for a resource of a learning, too, and brought in line by sync.reset', async () => {
    const other = randomUUID();
    await sql(`insert into learnings (id, title, published_at) values ($1, 'Draft', null)`, [
      other,
    ]);
    await database.exec(`set session_replication_role = replica;
      insert into resources (id, title, learning_id) values ('${resource}', 'R', '${other}');
      set session_replication_role = origin`);
    await sql('select sync.reset()');
    expect(JSON.stringify(await everyDoor('anon', await pull('anon')))).not.toContain(other);
    expect(rowOf(await pull(admin), resource)).toMatchObject({ row: { learning_id: other } });
    await sql(`delete from resources where id = $1`, [resource]);
    expect(await sql('select from sync.kept_reference')).toEqual([]);
  });
});

it('X5: a pull by the service role, as a build might make it, has only what is shown', async () => {
  await sql(`insert into learnings (id, title) values ($1, 'Withdrawn')`, [drafted]);
  await sql(`update learnings set published_at = null where id = $1`, [drafted]);
  const page = await database.transaction(async (transaction) => {
    await transaction.query(`select set_config('role', 'service_role', true)`);
    return (await transaction.query<{ page: Page }>('select sync_pull() as page')).rows[0]!.page;
  });
  expect(JSON.stringify(page)).not.toContain('Withdrawn');
});

it('a table is published with what may be seen of it, and only in one way', async () => {
  await database.exec(`create table poems (id uuid primary key default gen_random_uuid(), out_at timestamptz,
    about uuid references learnings (id) on delete cascade)`);
  await expect(sql(`select sync.publish('poems', 'out_at', 'about')`)).rejects.toThrow(
    'belongs to another row',
  );
  await sql(`select sync.publish('poems', seen_from => 'out_at')`);
  await sql('insert into poems (out_at) values (null), (now())');
  const seen = await as(
    database,
    'anon',
    async (query) => (await query('select id from poems')).rows,
  );
  expect(seen).toHaveLength(1);
  await database.exec('drop table poems; select sync.reset()');
});
