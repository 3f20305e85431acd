import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { as, type Caller } from '../../support/database.ts';
import {
  admin,
  database,
  drop,
  epoch,
  epochFor,
  friend,
  lookAtEpoch,
  mutation,
  namesOf,
  newest,
  otherAdmin,
  outcomes,
  push,
  pushAs,
  rename,
  user,
} from '../../support/pushing.ts';

/** The promises of sync_push. */

describe('a push', () => {
  it('FIRST-5: of two devices that add the profile the first is kept; the second is refused, with the row as it is', async () => {
    // features/dashboard/profile-page.tsx gives every device this id, or there would be two profiles.
    const id = '0f1e1d00-0000-4000-8000-000000000001';
    const add = (name: string) =>
      mutation({ op: 'insert', table: 'site_profile', id, values: { name } });
    expect(outcomes(await push(add('Rosa')))).toEqual([['applied', null]]);
    const second = await pushAs(otherAdmin, [add('Vera')], await epochFor(otherAdmin), 0);
    expect(outcomes(second)).toEqual([['rejected', '23505']]);
    const profiles = second.changes.filter(({ table }) => table === 'site_profile');
    expect(profiles).toMatchObject([{ id, row: { name: 'Rosa' } }]);
    await database.exec('delete from site_profile');
  });

  it('inserts, updates and deletes, and answers with the rows as they are and their versions', async () => {
    const kept = friend();
    const gone = friend({ name: 'Bob' });
    const answer = await push(
      mutation(kept),
      mutation(gone),
      mutation(rename(kept.id, 'Ada L.', { name: 'Ada' })),
      mutation(drop(gone.id)),
    );
    expect(outcomes(answer)).toEqual(Array(4).fill(['applied', null]));
    expect(answer.changes.map(({ id, row }) => [id, row?.name ?? null])).toEqual([
      [kept.id, 'Ada L.'],
      [gone.id, null],
    ]);
    for (const { version } of answer.changes) expect(version).toBeGreaterThan(0);
    expect(await namesOf()).toEqual(['Ada L.']);
  });

  it('R13: answers with each row once, and with little more than that', async () => {
    const bio = 'What a friend does, in many words. '.repeat(20);
    const batch = Array.from({ length: 100 }, () => mutation(friend({ name: 'Ada', bio })));
    const answer = JSON.stringify(await push(...batch));
    expect(answer.split(bio)).toHaveLength(101);
    const rowsAlone = 100 * bio.length;
    expect(answer.length - rowsAlone).toBeLessThan(100 * 500);
  });

  it('Y15: sent again, is applied once and answered as before', async () => {
    const once = mutation(friend());
    const cursor = await newest();
    const first = await pushAs(admin, [once], epoch, cursor);
    const second = await pushAs(admin, [once], epoch, cursor);
    expect(outcomes(first)).toEqual([['applied', null]]);
    expect(second.answers[0]).toMatchObject({ outcome: 'duplicate', first: 'applied' });
    expect(await namesOf()).toEqual(['Ada']);
    expect(second.changes).toEqual(first.changes);
  });

  it('Y16 Y28: one refusal blocks no other mutation, and is remembered with its reason', async () => {
    const bad = mutation({
      op: 'insert',
      table: 'projects',
      id: randomUUID(),
      values: { title: 'x', status: 'never' },
    });
    const batch = [mutation(friend({ name: '1' })), bad, mutation(friend({ name: '3' }))];
    expect(outcomes(await push(...batch))).toEqual([
      ['applied', null],
      ['rejected', '23514'],
      ['applied', null],
    ]);
    const again = await push(bad);
    expect(again.answers[0]).toMatchObject({
      outcome: 'duplicate',
      first: 'rejected',
      code: '23514',
    });
    expect(await namesOf()).toEqual(['1', '3']);
  });

  it('a mutation is all or nothing', async () => {
    const answer = await push(mutation(friend(), rename(randomUUID(), 'nobody')));
    expect(outcomes(answer)).toEqual([['rejected', 'P0002']]);
    expect(await namesOf()).toEqual([]);
  });

  it('Y17: refuses mutations that depend on a refused insert', async () => {
    const project = randomUUID();
    const answer = await push(
      mutation({
        op: 'insert',
        table: 'projects',
        id: project,
        values: { title: 'x', status: 'never' },
      }),
      mutation({
        op: 'insert',
        table: 'tasks',
        id: randomUUID(),
        values: { project_id: project, content: 'x' },
      }),
    );
    expect(outcomes(answer).map(([, code]) => code)).toEqual(['23514', '23503']);
  });

  it('Y58: a check that is deferred to the commit refuses its own mutation only', async () => {
    await database.exec(`
      create table late (id uuid primary key default gen_random_uuid(), twin uuid references late (id) deferrable initially deferred);
      select sync.publish('late');`);
    const here = await epochFor(admin);
    const row = (values: object) =>
      mutation({ op: 'insert', table: 'late', id: randomUUID(), values });
    const answer = await pushAs(admin, [row({}), row({ twin: randomUUID() }), row({})], here);
    expect(outcomes(answer).map(([outcome]) => outcome)).toEqual([
      'applied',
      'rejected',
      'applied',
    ]);
    await database.exec("drop table late; delete from sync.change where table_name = 'late'");
    await lookAtEpoch();
  });

  it('Y59: a row deleted and inserted again with its id is there', async () => {
    const first = friend();
    await push(mutation(first));
    await push(mutation(drop(first.id)), mutation(friend({ name: 'again' }, first.id)));
    expect(await namesOf()).toEqual(['again']);
  });

  it('Y22: of two updates of one row each changes its own columns', async () => {
    const row = friend({ name: 'Ada', role: 'poet' });
    await push(mutation(row));
    await push(
      mutation({
        op: 'update',
        table: 'friends',
        id: row.id,
        values: { role: 'engineer' },
        base: { role: 'poet' },
      }),
    );
    const answer = await push(mutation(rename(row.id, 'Ada L.', { name: 'Ada' })));
    expect(answer.answers[0]?.conflicts).toEqual([]);
    expect(answer.changes[0]?.row).toMatchObject({ name: 'Ada L.', role: 'engineer' });
  });

  it('Y22: an update over a value that its admin had not seen wins, and reports the replaced value', async () => {
    const row = friend();
    await push(mutation(row), mutation(rename(row.id, 'theirs', { name: 'Ada' })));
    const mine = mutation(rename(row.id, 'mine', { name: 'Ada' }));
    const conflicts = [{ table: 'friends', id: row.id, column: 'name', was: 'theirs' }];
    expect((await push(mine)).answers[0]?.conflicts).toEqual(conflicts);
    expect((await push(mine)).answers[0]).toMatchObject({ outcome: 'duplicate', conflicts });
    const same = mutation(rename(row.id, 'mine', { name: 'Ada' }));
    expect((await push(same)).answers[0]?.conflicts).toEqual([]);
  });

  it('Y23: an update of a deleted row is refused; another deletion counts as applied', async () => {
    const id = randomUUID();
    expect(outcomes(await push(mutation(rename(id, 'x')), mutation(drop(id))))).toEqual([
      ['rejected', 'P0002'],
      ['applied', null],
    ]);
  });

  it('leaves unnamed columns to their defaults, and accepts a given created_at', async () => {
    const plain = await push(
      mutation({ op: 'insert', table: 'resources', id: randomUUID(), values: { title: 'r' } }),
    );
    expect(plain.changes[0]?.row).toMatchObject({ type: 'text', description: '', tags: null });
    const at = '2020-01-02T03:04:05+00:00';
    const dated = await push(mutation(friend({ name: 'old', created_at: at })));
    expect(Date.parse(String(dated.changes[0]?.row?.created_at))).toBe(Date.parse(at));
  });

  it('a list for a column of text becomes one with commas', async () => {
    const answer = await push(
      mutation({
        op: 'insert',
        table: 'resources',
        id: randomUUID(),
        values: { title: 'r', tags: ['a', 'b'] },
      }),
      mutation({
        op: 'insert',
        table: 'learnings',
        id: randomUUID(),
        values: { title: 'l', tags: ['a', 'b'] },
      }),
    );
    expect(answer.changes.map(({ row }) => row?.tags)).toEqual(['a,b', ['a', 'b']]);
  });

  it('brings every row that it has changed, named or not', async () => {
    const project = randomUUID();
    const task = randomUUID();
    await push(
      mutation({ op: 'insert', table: 'projects', id: project, values: { title: 'x' } }),
      mutation({
        op: 'insert',
        table: 'tasks',
        id: task,
        values: { project_id: project, content: 'x' },
      }),
    );
    const { changes } = await push(mutation(drop(project, 'projects')));
    expect(changes.map(({ id, row }) => [id, row])).toEqual(
      expect.arrayContaining([
        [project, null],
        [task, null],
      ]),
    );
    expect(changes).toHaveLength(2);
  });

  it('Y12 Y61: on another history applies nothing, and answers what the ledger knows', async () => {
    const known = mutation(friend({ name: 'before' }));
    await push(known);
    const answer = await pushAs(admin, [known, mutation(friend())], 'another');
    expect(answer).toMatchObject({ epoch, reset: true });
    expect(answer.answers).toMatchObject([{ id: known.id, outcome: 'duplicate' }]);
    expect(answer.changes[0]?.version).toBeLessThan(await newest());
    expect(await namesOf()).toEqual(['before']);
  });

  it('R13: brings the changes of others since, its own changes, and their consequences', async () => {
    const [project, task] = [randomUUID(), randomUUID()];
    const insert = { op: 'insert', table: 'projects', id: project, values: { title: 'x' } };
    const values = { content: 'y', project_id: project };
    await push(mutation(insert), mutation({ op: 'insert', table: 'tasks', id: task, values }));
    const cursor = await newest();
    await database.query(`insert into friends (name) values ('theirs')`);
    const once = mutation(drop(project, 'projects'));
    for (const outcome of ['applied', 'duplicate']) {
      const page = await pushAs(admin, [once], epoch, cursor);
      expect(page).toMatchObject({ more: false, reset: false, cursor: await newest() });
      expect(page.answers).toMatchObject([{ outcome, first: 'applied' }]);
      expect(page.changes.map(({ table, row }) => [table, row?.name ?? null])).toEqual([
        ['friends', 'theirs'],
        ['projects', null],
        ['tasks', null],
      ]);
    }
  });

  it('Y63: raises errors that are not the fault of an edit, and has then done nothing', async () => {
    await database.exec(`
      create function trouble() returns trigger language plpgsql as $$
      begin if new.name ~ '^[0-9A-Z]{5}$' then raise exception 'trouble' using errcode = new.name; end if; return new; end $$;
      create trigger trouble before insert on friends for each row execute function trouble();`);
    await lookAtEpoch();
    try {
      for (const code of ['40001', '40P01', '55P03', '57014', '53100', '58030']) {
        const fine = mutation(friend({ name: 'fine' }));
        await expect(push(fine, mutation(friend({ name: code })))).rejects.toMatchObject({ code });
        expect(await namesOf()).toEqual([]);
      }
      expect(outcomes(await push(mutation(friend({ name: 'P0001' }))))).toEqual([
        ['rejected', 'P0001'],
      ]);
    } finally {
      await database.exec('drop function trouble cascade');
      await lookAtEpoch();
    }
  });
});

describe('a pull', () => {
  const pullAs = (caller: Caller, pending: string[]) =>
    as(database, caller, async (query) => {
      const { rows } = await query<{ page: { epoch: string; answers: { id: string }[] } }>(
        'select sync_pull(null, 0, null, 500, $1) as page',
        [pending],
      );
      return rows[0]!.page;
    });

  it('Y56: brings lost answers, to the account that they are for', async () => {
    const lost = mutation(friend());
    await push(lost);
    const { answers } = await pullAs(admin, [lost.id, randomUUID()]);
    expect(answers).toEqual([
      {
        id: lost.id,
        outcome: 'duplicate',
        first: 'applied',
        code: null,
        message: null,
        conflicts: [],
      },
    ]);
    for (const caller of ['anon', user, otherAdmin] as const) {
      expect((await pullAs(caller, [lost.id])).answers).toEqual([]);
    }
  });

  it('Y9: an admin is on a history of their own', async () => {
    const [visitors, users, admins] = [
      (await pullAs('anon', [])).epoch,
      (await pullAs(user, [])).epoch,
      (await pullAs(admin, [])).epoch,
    ];
    expect(users).toBe(visitors);
    expect(admins).not.toBe(visitors);
  });
});
