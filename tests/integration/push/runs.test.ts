import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { as } from '../../support/database.ts';
import {
  admin,
  database,
  drop,
  epochFor,
  friend,
  lookAtEpoch,
  mutation,
  namesOf,
  outcomes,
  push,
  pushAs,
  rename,
  type Sent,
} from '../../support/pushing.ts';

/** Mutations of one sort are applied in one statement (sync.runs), and it must not show. */

/** How many statements have written friends, told by the lock that each takes. */
async function statementsOf(mutations: readonly Sent[]): Promise<number> {
  await database.exec("set track_functions = 'all'");
  return as(database, admin, async (query) => {
    await query('select sync_push(sync.epoch(), $1)', [JSON.stringify(mutations)]);
    const { rows } = await query<{ calls: number }>(
      "select coalesce(sum(calls), 0)::int as calls from pg_stat_xact_user_functions where funcname = 'lock' and schemaname = 'sync'",
    );
    return rows[0]!.calls;
  });
}

describe('a push of many edits', () => {
  it('writes all of one sort in one statement: inserts, updates of the same columns, deletes', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => friend({ name: `${i}` }));
    const added = rows.map((row) => mutation(row));
    const renamed = rows.map(({ id }) => mutation(rename(id, 'new')));
    const deleted = rows.map(({ id }) => mutation(drop(id)));
    expect(await statementsOf([...added, ...renamed, ...deleted])).toBe(3);
    expect(await namesOf()).toEqual([]);
  });

  it('keeps the order of unlike ones', async () => {
    const [a, b] = [friend({ name: 'a' }), friend({ name: 'b' })];
    const answer = await push(
      mutation(a),
      mutation(rename(a.id, 'a2')),
      mutation(b),
      mutation(drop(a.id)),
      mutation(rename(b.id, 'b2')),
      mutation(friend({ name: 'a3' }, a.id)),
    );
    expect(outcomes(answer)).toEqual(Array(6).fill(['applied', null]));
    expect(await namesOf()).toEqual(['a3', 'b2']);
  });

  it('Y16 Y28: refuses only those that are wrong, each with its own reason, wherever they stand', async () => {
    const rows = Array.from({ length: 20 }, (_, i) => friend({ name: `${i}` }));
    await push(...rows.map((row) => mutation(row)));
    const edits = rows.map(({ id }) => mutation(rename(id, 'new')));
    edits.splice(0, 0, mutation(rename(randomUUID(), 'nobody')));
    edits.splice(7, 0, mutation({ ...rename(rows[3]!.id, ''), values: { name: null } }));
    edits.splice(8, 0, mutation({ ...rename(rows[4]!.id, ''), values: { name: null } }));
    edits.push(mutation({ op: 'update', table: 'friends', id: 'no-id', values: { name: 'x' } }));
    const answer = await push(...edits);
    expect(answer.answers.map(({ id }) => id)).toEqual(edits.map(({ id }) => id));
    const codes = answer.answers.map(({ code }) => code);
    expect(codes.filter((code) => code !== null)).toEqual(['P0002', '23502', '23502', '22P02']);
    expect([codes[0], codes[7], codes[8], codes.at(-1)]).not.toContain(null);
    expect(new Set(await namesOf())).toEqual(new Set(['new']));
    // The ledger remembers the same.
    const again = await push(...edits);
    expect(again.answers.map(({ code, outcome }) => [code, outcome])).toEqual(
      codes.map((code) => [code, 'duplicate']),
    );
  });

  it('applies two edits of one row in their order', async () => {
    const row = friend({ name: '0' });
    const edits = ['1', '2', '3'].map((name, i) =>
      mutation(rename(row.id, name, { name: `${i}` })),
    );
    const answer = await push(
      mutation(row),
      ...edits,
      mutation(rename(row.id, '4', { name: '?' })),
    );
    expect(outcomes(answer)).toEqual(Array(5).fill(['applied', null]));
    expect(answer.answers.map(({ conflicts }) => conflicts.map(({ was }) => was))).toEqual([
      ...[[], [], [], []],
      ['3'],
    ]);
    expect(await namesOf()).toEqual(['4']);
  });

  it('Y22: says of each what it has replaced', async () => {
    const rows = ['a', 'b', 'c'].map((name) => friend({ name }));
    await push(...rows.map((row) => mutation(row)));
    const seen = ['a', 'something else', 'c'];
    const edits = rows.map(({ id }, i) => mutation(rename(id, 'new', { name: seen[i] })));
    const { answers } = await push(...edits);
    expect(answers.map(({ conflicts }) => conflicts)).toEqual([
      [],
      [{ table: 'friends', id: rows[1]!.id, column: 'name', was: 'b' }],
      [],
    ]);
    const again = await push(...edits);
    expect(again.answers.map(({ conflicts }) => conflicts)).toEqual(
      answers.map(({ conflicts }) => conflicts),
    );
  });

  it('Y15: one that came before, or twice, is applied once', async () => {
    const [a, b] = [friend({ name: 'a' }), friend({ name: 'b' })];
    await push(mutation(a), mutation(b));
    const [first, second] = [mutation(rename(a.id, 'a1')), mutation(rename(b.id, 'b1'))];
    await push(first);
    await push(mutation(rename(a.id, 'later')));
    const answer = await push(first, second, second);
    expect(answer.answers.map(({ outcome }) => outcome)).toEqual([
      'duplicate',
      'applied',
      'duplicate',
    ]);
    expect(await namesOf()).toEqual(['b1', 'later']);
    const bad = mutation(rename(randomUUID(), 'nobody'));
    const twice = await push(bad, bad);
    expect(twice.answers.map(({ first: was, code }) => [was, code])).toEqual(
      Array(2).fill(['rejected', 'P0002']),
    );
  });

  it('writes one row a statement where the table has a trigger of its own', async () => {
    await database.exec(`
      create table watched (id uuid primary key, n int);
      create table public.seen (count int);
      create function notes() returns trigger language plpgsql security definer as $$
        begin insert into public.seen select count(*) from added; return null; end $$;
      create trigger notes after insert on watched referencing new table as added
        for each statement execute function notes();
      select sync.publish('watched');`);
    const here = await epochFor(admin);
    const rows = [1, 2, 3].map((n) =>
      mutation({ op: 'insert', table: 'watched', id: randomUUID(), values: { n } }),
    );
    const answer = await pushAs(admin, rows, here);
    expect(outcomes(answer)).toEqual(Array(3).fill(['applied', null]));
    const { rows: seen } = await database.query('select count from seen');
    expect(seen).toEqual(Array(3).fill({ count: 1 }));
    await database.exec(
      "drop table watched; drop table seen; drop function notes; delete from sync.change where table_name = 'watched'",
    );
    await lookAtEpoch();
  });
});
