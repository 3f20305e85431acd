import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { as } from '../support/database.ts';
import {
  admin,
  database,
  epochFor,
  friend,
  mutation,
  namesOf,
  push,
  user,
} from '../support/pushing.ts';

/** What a caller without the right can start: nothing that costs much, and no lock that writers wait for. */

/** 8 bytes of a request, and 131,072 digits as text. */
const huge = '1e131071';

describe('a signed-in caller who is no admin', () => {
  it('X3: cannot make the server write out a gigabyte of digits', async () => {
    // More text than a value in Postgres may have: were it written out, the answer would be that error.
    const mutations = `[{"id":"${randomUUID()}","changes":[${Array(10_000).fill(huge)}]}]`;
    const here = await epochFor(user);
    const answer = await as(database, user, async (query) => {
      const { rows } = await query<{ outcome: string }>(
        `select sync_push($1, $2) -> 'answers' -> 0 ->> 'code' as outcome`,
        [here, mutations],
      );
      return rows[0]?.outcome;
    });
    expect(answer).toBe('42501');
  });

  it('X3: is told that an id is a text before it is read as one', async () => {
    const ids = `[${Array(400).fill(`{"id":${huge}}`)}]`;
    for (const caller of [user, admin]) {
      const asked = as(database, caller, (query) => query('select sync_push($1, $2)', ['', ids]));
      await expect(asked).rejects.toMatchObject({ code: '22023' });
    }
  });

  it.each([
    `insert into friends (id, name) values (gen_random_uuid(), 'x') on conflict (id) do update set name = 'x'`,
    `insert into friends (name) select repeat('x', 1000) from generate_series(1, 1000)`,
    `update friends set name = 'x'`,
    'delete from friends',
  ])('X3: is refused before the writers’ lock: %s', async (sql) => {
    await push(mutation(friend()));
    const job = as(database, user, (query) => query(sql));
    // Row-level security would refuse the first later and in other words, and let the others change no row.
    await expect(job).rejects.toMatchObject({
      code: '42501',
      message: 'only admins can change content',
    });
    expect(await namesOf()).toEqual(['Ada']);
  });

  it('X3: does not wait for others who try to become the admin', async () => {
    await as(database, user, async (query) => {
      await query('select claim_first_admin()');
      const { rows } = await query(`select from pg_locks where locktype = 'advisory'`);
      expect(rows).toEqual([]);
    });
  });
});

it('an admin, the owner and a cascade write by plain SQL as before', async () => {
  await as(database, admin, (query) => query(`insert into friends (name) values ('Ada')`));
  await database.exec(`update friends set name = 'Bob'`);
  const project = randomUUID();
  await database.exec(`insert into projects (id, title) values ('${project}', 'One');
    insert into tasks (project_id, content) values ('${project}', 'A task')`);
  await as(database, admin, (query) => query('delete from projects'));
  expect(await namesOf()).toEqual(['Bob']);
  expect((await database.query('select from tasks')).rows).toEqual([]);
});

it('nobody reads by the API who may claim the site, even if the schema is exposed', async () => {
  const { rows } = await database.query(
    `select relrowsecurity as "is" from pg_class where oid = 'sync.claim_by'::regclass`,
  );
  expect(rows).toEqual([{ is: true }]);
});

it('what signed-in callers may write are the published tables, which all refuse before they lock', async () => {
  const { rows } = await database.query<{ name: string; locks: boolean }>(
    `select c.oid::regclass::text as name,
       exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'sync.lock'::regproc) as locks
     from pg_class c
     where c.relnamespace in ('public'::regnamespace, 'sync'::regnamespace) and c.relkind in ('r', 'v')
       and has_table_privilege('authenticated', c.oid, 'insert, update, delete, truncate')
     order by 1`,
  );
  // What a push notes about itself, under the lock that it has already.
  const notes = rows.filter(({ locks }) => !locks).map(({ name }) => name);
  expect(notes).toEqual(['sync.ledger', 'sync.spelling']);
  expect(rows.length).toBeGreaterThan(8);
  for (const { name } of rows.filter(({ locks }) => locks)) {
    for (const sql of [`insert into ${name} default values`, `delete from ${name}`]) {
      const refused = as(database, user, (query) => query(sql));
      await expect(refused, sql).rejects.toThrow('only admins can change content');
    }
  }
});
