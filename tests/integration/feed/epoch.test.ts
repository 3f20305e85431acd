import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Postgres, postgresPrograms, startPostgres } from '../../support/postgres.ts';

/**
 * A session remembers the history that it has read, and yet every change of it shows at once. The reader of these tests
 * has always asked right before.
 */

type Client = Awaited<ReturnType<Postgres['connect']>>;

describe.skipIf(postgresPrograms === null)('the epoch, to a session that has just asked', () => {
  let postgres: Postgres;
  let owner: Client;
  let reader: Client;
  let another: Client;
  beforeAll(async () => {
    postgres = await startPostgres(postgresPrograms!);
    await postgres.createMigrated('site');
    owner = await postgres.connect('site');
    reader = await postgres.connect('site');
    another = await postgres.connect('site');
    await reader.query('set role anon');
    await owner.query(`create policy "no secrets" on friends as restrictive for select using (name <> 'secret');
      create domain mood as text`);
  });
  afterAll(() => postgres?.stop());
  beforeEach(async () => {
    await owner.query('rollback');
  });

  const epochFor = async (session: Client): Promise<string> =>
    (await session.query('select sync.epoch() as epoch')).rows[0].epoch;
  const remembers = async (session: Client): Promise<boolean> =>
    (
      await session.query(
        "select current_setting('sync.snapshot', true) = pg_current_snapshot()::text as it",
      )
    ).rows[0].it;

  const events: [string, string][] = [
    ['another uuid', 'select sync.reset()'],
    ['a truncate', 'truncate friends'],
    ['a column', "alter table friends add column mood text default 'fine'"],
    ['a column of another type', 'alter table friends alter column mood type mood'],
    ['a column of another name', 'alter table friends rename column mood to humour'],
    ['a column less', 'alter table friends drop column humour'],
    ['a grant', 'grant update on friends to public'],
    ['a grant less', 'revoke update on friends from public'],
    ['a policy', `create policy "another" on friends for select using (name <> 'x')`],
    ['a policy of other words', `alter policy "no secrets" on friends using (name <> 'hidden')`],
    ['a policy of another name', `alter policy "no secrets" on friends rename to "none"`],
    ['a policy for others', `alter policy "another" on friends to authenticated`],
    ['a policy less', 'drop policy "another" on friends'],
    ['row-level security off', 'alter table friends disable row level security'],
    ['a table less to follow', 'drop trigger sync_note on friends'],
    [
      'a table more to follow',
      `create table poems (id uuid primary key default gen_random_uuid()); select sync.publish('poems')`,
    ],
    ['a table of another name', 'alter table poems rename to verses'],
    ['a table less', 'drop table verses'],
    [
      'a state table made anew by a restore',
      `create table kept as select * from sync_state; drop table sync_state cascade;
       create table sync_state (like kept including all); insert into sync_state select * from kept;
       grant select on sync_state to anon`,
    ],
  ];
  it.each(events)('Y12: becomes another one with %s', async (_, event) => {
    const before = await epochFor(reader);
    expect(await epochFor(reader)).toBe(before);
    expect(await remembers(reader)).toBe(true);
    await owner.query(event);
    const after = await epochFor(reader);
    expect(after).not.toBe(before);
    expect(await epochFor(await postgres.connect('site').then(asVisitor))).toBe(after);
  });

  it('stays the same with edits, and while others write', async () => {
    const before = await epochFor(reader);
    await owner.query("insert into projects (title) values ('one')");
    expect(await epochFor(reader)).toBe(before);
    await owner.query("begin; insert into projects (title) values ('two')");
    expect(await epochFor(reader)).toBe(before);
    await owner.query('rollback');
    await owner.query('vacuum full friends');
    expect(await epochFor(reader)).toBe(before);
  });

  it('Y12: becomes another one when a change commits, not before, whoever else commits meanwhile', async () => {
    const before = await epochFor(reader);
    await owner.query('begin; grant update on tasks to public');
    expect(await epochFor(reader)).toBe(before);
    await another.query("insert into commentaries (title, content) values ('a', 'b')");
    expect(await epochFor(reader)).toBe(before);
    await owner.query('commit');
    expect(await epochFor(reader)).not.toBe(before);
  });

  it('Y12: contains what its own transaction has changed, until that is rolled back', async () => {
    await owner.query('begin');
    const before = await epochFor(owner);
    await owner.query('savepoint s; grant update on tasks to service_role, anon');
    const within = await epochFor(owner);
    expect(within).not.toBe(before);
    await owner.query('rollback to s');
    expect(await epochFor(owner)).toBe(before);
    await owner.query('rollback');
    expect(await epochFor(owner)).toBe(before);
  });

  it('an older snapshot keeps its epoch, and does not pass it on', async () => {
    await another.query('begin isolation level repeatable read');
    const before = await epochFor(another);
    await owner.query('grant delete on tasks to public');
    expect(await epochFor(another)).toBe(before);
    await another.query('commit');
    expect(await epochFor(another)).not.toBe(before);
  });

  it('is computed without the rights to read the cluster’s identity, too', async () => {
    await owner.query('revoke execute on function pg_control_system() from public');
    await owner.query(`create role plain; grant create, usage on schema sync to plain;
      alter function sync.epoch() owner to plain; grant execute on function sync.history(), sync.is_admin() to plain`);
    await owner.query('grant select on sync_state, sync.followed to plain');
    expect(await epochFor(reader)).toMatch(/^[0-9a-f]{32}$/);
  });
});

async function asVisitor(session: Client): Promise<Client> {
  await session.query('set role anon');
  return session;
}
