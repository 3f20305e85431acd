import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import {
  admin,
  database,
  epoch,
  lookAtEpoch,
  mutation,
  otherAdmin,
  push,
  pushAs,
} from '../../support/pushing.ts';

/**
 * A device knows its own waiting edits as it wrote them, and Postgres may store them in another form. That is no
 * conflict: nobody else has written the value.
 */

interface Case {
  table: string;
  values: Record<string, unknown>;
  column: string;
  /** As the device writes them, one after the other. */
  one: unknown;
  two: unknown;
  three: unknown;
}

const cases: [string, Case][] = [
  [
    'tags that are kept as text',
    {
      table: 'resources',
      values: { title: 'A resource' },
      column: 'tags',
      ...{ one: ['a', 'b'], two: ['a', 'b', 'c'], three: ['c'] },
    },
  ],
  [
    'a time as a form writes it',
    {
      table: 'resources',
      values: { title: 'A resource' },
      column: 'created_at',
      one: '2026-01-01T10:00:00.000Z',
      two: '2026-01-02T10:00:00.000Z',
      three: '2026-01-03T10:00:00.000Z',
    },
  ],
  [
    'a text that a trigger changes',
    { table: 'odd', values: {}, column: 'name', ...{ one: 'Ada ', two: 'BOB', three: 'Cyd' } },
  ],
  [
    'a number of fixed width',
    { table: 'odd', values: {}, column: 'price', ...{ one: 1.239, two: 2.345, three: 3.456 } },
  ],
];

afterEach(async () => {
  await database.exec('drop table if exists public.odd; drop function if exists public.tidy()');
  await lookAtEpoch();
});

const conflictsOf = ({ answers }: Awaited<ReturnType<typeof push>>) =>
  answers.flatMap(({ conflicts }) => conflicts.map(({ column, was }) => [column, was]));

describe.each(cases)('R25: %s', (_, { table, values, column, one, two, three }) => {
  const begin = async () => {
    if (table === 'odd') {
      await database.exec(`create table public.odd (id uuid primary key, name text, price numeric(6, 1));
        create function public.tidy() returns trigger language plpgsql as
          $$ begin new.name := lower(trim(new.name)); return new; end $$;
        create trigger tidy before insert or update on public.odd for each row execute function public.tidy();
        select sync.publish('public.odd')`);
      await lookAtEpoch();
    }
    return randomUUID();
  };
  const insert = (id: string, given: unknown) =>
    mutation({ op: 'insert', table, id, values: { ...values, [column]: given } });
  const update = (id: string, given: unknown, base: unknown) =>
    mutation({ op: 'update', table, id, values: { [column]: given }, base: { [column]: base } });

  it('is no conflict for edits that were made before the first answer', async () => {
    const id = await begin();
    const batch = [insert(id, one), update(id, two, one), update(id, three, two)];
    expect(conflictsOf(await push(...batch))).toEqual([]);
  });

  it('is none either if they are sent one after the other', async () => {
    const id = await begin();
    await push(insert(id, one));
    expect(conflictsOf(await push(update(id, two, one)))).toEqual([]);
    expect(conflictsOf(await push(update(id, three, two)))).toEqual([]);
  });

  it('is one if somebody else has written in between, by a push or past it', async () => {
    const id = await begin();
    await push(insert(id, one));
    await pushAs(otherAdmin, [update(id, two, one)]);
    expect(conflictsOf(await pushAs(admin, [update(id, three, one)], epoch))).toHaveLength(1);
    await database.exec(`update public.${table} set ${column} = default where id = '${id}'`);
    expect(conflictsOf(await push(update(id, two, three)))).toHaveLength(1);
  });

  it('is none if the value stays as it is', async () => {
    const id = await begin();
    await push(insert(id, one));
    await push(update(id, two, one));
    expect(conflictsOf(await push(update(id, two, three)))).toEqual([]);
  });
});
