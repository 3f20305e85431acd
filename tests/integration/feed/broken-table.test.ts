import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '../../../src/engine/sync/protocol.ts';
import { as, type Caller } from '../../support/database.ts';
import { Follower } from '../../support/follower.ts';
import {
  admin,
  database,
  epochFor,
  friend,
  lookAtEpoch,
  mutation,
  namesOf,
  outcomes,
  push,
  pushAs,
} from '../../support/pushing.ts';

/** One published table fails, and the others go on. What the device then lacks comes when the table is well again. */

const sql = (text: string) => database.exec(text);

/** Whether a row of `odd` can be read depends on this function, so that nothing about the table itself changes. */
const policyThat = (does: string) =>
  `create or replace function public.odd_rule(name text) returns boolean language plpgsql as $$ begin ${does} end $$`;
const fails = policyThat("if name = 'bad' then raise 'broken'; end if; return true;");
const works = policyThat('return true;');

beforeEach(async () => {
  await sql(`create table public.odd (id uuid primary key default gen_random_uuid(), name text);
    select sync.publish('public.odd'); ${works};
    create policy "a rule" on public.odd as restrictive for select using (public.odd_rule(name))`);
  await lookAtEpoch();
});

afterEach(async () => {
  await sql(
    'drop table if exists public.odd; drop function if exists public.odd_rule(text); select sync.reset()',
  );
  await lookAtEpoch();
});

function follower(caller: Caller = 'anon', pageSize = 500): Follower {
  return new Follower((epoch, cursor, horizon) =>
    as(database, caller, async (query) => {
      const { rows } = await query<{ page: Page }>('select sync_pull($1, $2, $3, $4) as page', [
        ...[epoch, cursor, horizon, pageSize],
      ]);
      return rows[0]!.page;
    }),
  );
}

const namesIn = (reader: Follower, table: string) =>
  [...reader.table(table).values()].map(({ name }) => name).sort();

describe('R36: a table that cannot be read', () => {
  it.each([1, 2, 500])(
    'leaves the others’ changes as they are, in pages of %i',
    async (pageSize) => {
      const reader = follower('anon', pageSize);
      await sql("insert into friends (name) values ('Ada'); insert into odd (name) values ('one')");
      await reader.catchUp();
      await sql(`${fails}; insert into odd (name) values ('bad'), ('two'); update odd set name = 'uno' where name = 'one';
        insert into friends (name) values ('Bob')`);
      await reader.catchUp();
      expect(namesIn(reader, 'friends')).toEqual(['Ada', 'Bob']);
      // It is not known what has become of a row: none is taken away.
      expect(namesIn(reader, 'odd')).toEqual(['one']);
      await sql("insert into friends (name) values ('Cyd')");
      await reader.catchUp();
      expect(namesIn(reader, 'friends')).toEqual(['Ada', 'Bob', 'Cyd']);
      expect(reader.resets).toBe(1);

      await sql(works);
      await reader.catchUp();
      expect(namesIn(reader, 'odd')).toEqual(['bad', 'two', 'uno']);
      expect(namesIn(reader, 'friends')).toEqual(['Ada', 'Bob', 'Cyd']);
      expect(reader.resets).toBe(2);
      // That was all.
      await reader.catchUp();
      expect(reader.resets).toBe(2);
    },
  );

  it('is named in the answer, to a new device too, until it is well', async () => {
    await sql(
      `${fails}; insert into odd (name) values ('bad'); insert into friends (name) values ('Ada')`,
    );
    const reader = follower();
    expect(await reader.page()).toMatchObject({ unread: ['odd'] });
    expect(await reader.page()).toMatchObject({ unread: ['odd'], changes: [], reset: false });
    expect(namesIn(reader, 'friends')).toEqual(['Ada']);
    await sql(works);
    expect(await reader.page()).toMatchObject({ unread: [], reset: true });
    expect(namesIn(reader, 'odd')).toEqual(['bad']);
  });

  it('lets admins push to the others, from whatever answer they come', async () => {
    await sql(`${fails}; insert into odd (name) values ('bad')`);
    const reader = follower(admin);
    await reader.catchUp();
    const pushed = await pushAs(admin, [mutation(friend())], reader.epoch!, reader.cursor);
    expect(outcomes(pushed)).toEqual([['applied', null]]);
    expect(pushed).toMatchObject({
      reset: false,
      unread: ['odd'],
      changes: [{ table: 'friends' }],
    });
    const again = await pushAs(
      admin,
      [mutation(friend({ name: 'Bob' }))],
      await epochFor(admin),
      0,
    );
    expect(outcomes(again)).toEqual([['applied', null]]);
    expect(again).toMatchObject({ unread: ['odd'] });
    expect(await namesOf()).toEqual(['Ada', 'Bob']);
  });

  it.each([
    ['has lost its key', 'alter table odd rename column id to number'],
    ['has a policy that needs a function which is gone', policyThat('return nowhere(name);')],
    ['has a failed assertion', policyThat('assert false; return true;')],
    [
      'has a policy that asks itself',
      'create policy "self" on odd as restrictive for select using (exists (select from odd))',
    ],
    [
      'has a column that cannot be written as JSON',
      `create type odd_sort as enum ('a');
      create function odd_json(odd_sort) returns json language plpgsql immutable as $$ begin raise 'no'; end $$;
      create cast (odd_sort as json) with function odd_json(odd_sort);
      alter table odd add column sort odd_sort default 'a'`,
    ],
  ])('may be one that %s', async (_, damage) => {
    await sql("insert into odd (name) values ('one'); insert into friends (name) values ('Ada')");
    await sql(damage);
    const reader = follower();
    const page = await reader.page();
    await sql('drop type if exists odd_sort cascade');
    expect(page).toMatchObject({ unread: ['odd'], more: false });
    expect(namesIn(reader, 'friends')).toEqual(['Ada']);
  });

  it.each([
    ['was dropped', 'drop table odd'],
    ['may not be read any more', 'revoke select on odd from anon'],
  ])('is empty if it %s', async (_, damage) => {
    const reader = follower();
    await sql("insert into odd (name) values ('one'); insert into friends (name) values ('Ada')");
    await reader.catchUp();
    await sql(damage);
    await reader.catchUp();
    expect(namesIn(reader, 'odd')).toEqual([]);
    expect(namesIn(reader, 'friends')).toEqual(['Ada']);
  });
});

it.each([
  ['raises', "raise 'broken';"],
  ['asserts', "assert false, 'broken';"],
])('R36: a table whose trigger %s refuses its own edits, and no others', async (_, does) => {
  await sql(`create function public.odd_rule() returns trigger language plpgsql as $$ begin ${does} end $$;
    create trigger odd_rule before insert on public.odd for each row execute function public.odd_rule()`);
  const bad = { op: 'insert', table: 'odd', id: randomUUID(), values: { name: 'x' } };
  const answer = await push(mutation(friend()), mutation(bad), mutation(friend({ name: 'Bob' })));
  await sql('drop function public.odd_rule() cascade');
  expect(answer.answers.map(({ outcome }) => outcome)).toEqual(['applied', 'rejected', 'applied']);
  expect(await namesOf()).toEqual(['Ada', 'Bob']);
});

it('R36: a column may have any name, that of an alias in our queries too', async () => {
  const names = ['t', 'p', 'r', 'g', 'h', 'c', 'n', 'm', 'k', 'v', 'f', 'page', 'row', 'version'];
  const column = (name: string) => `"${name}" text`;
  await database.exec(`create table public.words (id uuid primary key, ${names.map(column)});
    select sync.publish('public.words')`);
  await lookAtEpoch();
  try {
    const id = randomUUID();
    const values = (value: string) => Object.fromEntries(names.map((name) => [name, value]));
    const change = { table: 'words', id };
    const inserted = await push(mutation({ ...change, op: 'insert', values: values('one') }));
    expect(outcomes(inserted)).toEqual([['applied', null]]);
    expect(inserted.changes.at(-1)?.row).toEqual({ id, ...values('one') });
    const base = values('seen');
    const updated = await push(mutation({ ...change, op: 'update', values: values('two'), base }));
    expect(updated.answers[0]?.conflicts).toHaveLength(names.length);
    expect(updated.changes.at(-1)?.row).toEqual({ id, ...values('two') });
    expect(outcomes(await push(mutation({ ...change, op: 'delete' })))).toEqual([
      ['applied', null],
    ]);
  } finally {
    await database.exec('drop table public.words');
    await lookAtEpoch();
  }
});
