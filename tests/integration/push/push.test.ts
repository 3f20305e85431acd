import { randomUUID } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storable } from '../../../src/engine/mirror/storable.ts';
import type { Page, SentChange } from '../../../src/engine/sync/protocol.ts';
import { as, type Caller, migratedDatabase, newUser } from '../../support/database.ts';

/** What sync_push promises, on Postgres in WASM. Its rules stand above it in the migration. */

let database: PGlite;
let admin: { userId: string };
let otherAdmin: { userId: string };
let user: { userId: string };
let epoch: string;

beforeAll(async () => {
  database = await migratedDatabase();
  admin = await newUser(database, { admin: true });
  otherAdmin = await newUser(database, { admin: true });
  user = await newUser(database, { admin: false });
  epoch = await epochFor(admin);
});
afterAll(() => database.close());
beforeEach(() =>
  database.exec(
    'delete from projects; delete from friends; delete from current_listening; delete from resources',
  ),
);

function epochFor(caller: Caller): Promise<string> {
  return as(database, caller, async (query) => {
    const { rows } = await query<{ epoch: string }>('select sync.epoch() as epoch');
    return rows[0]!.epoch;
  });
}

interface Sent {
  id: string;
  changes: unknown;
}

function mutation(...changes: unknown[]): Sent {
  return { id: randomUUID(), changes };
}

/** As of a device that has everything up to `cursor`, which is all there is unless told. */
async function pushAs(
  caller: Caller,
  mutations: unknown,
  at = epoch,
  cursor?: number,
): Promise<Page> {
  const since = cursor ?? (await newest());
  return as(database, caller, async (query) => {
    const { rows } = await query<{ answer: Page }>('select sync_push($1, $2, $3, $3) as answer', [
      at,
      JSON.stringify(mutations),
      since,
    ]);
    return rows[0]!.answer;
  });
}

async function newest(): Promise<number> {
  const { rows } = await database.query<{ version: number }>(
    'select greatest(max(c.version), max(s.min_version)) as version from public.sync_state s left join sync.change c on true',
  );
  return Number(rows[0]!.version);
}

const push = (...mutations: Sent[]) => pushAs(admin, mutations);
const outcomes = ({ answers }: Page) => answers.map(({ outcome, code }) => [outcome, code]);

const friend = (values: Record<string, unknown> = { name: 'Ada' }, id: string = randomUUID()) =>
  ({ op: 'insert', table: 'friends', id, values }) satisfies SentChange;
const rename = (id: string, name: string, base: Record<string, unknown> = {}) =>
  ({ op: 'update', table: 'friends', id, values: { name }, base }) satisfies SentChange;
const drop = (id: string, table = 'friends') => ({ op: 'delete', table, id }) satisfies SentChange;

async function namesOf(): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>('select name from friends order by name');
  return rows.map(({ name }) => name);
}

describe('a push', () => {
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

  it('Y16 Y28: one refusal blocks nobody, and is remembered with its reason', async () => {
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

  describe('of the current track', () => {
    const track = (is_current: boolean, id: string = randomUUID()) => ({
      op: 'insert',
      table: 'current_listening',
      id,
      values: { title: 't', artist: 'a', is_current },
    });
    const choose = ({ id }: { id: string }) =>
      mutation({
        op: 'update',
        table: 'current_listening',
        id,
        values: { is_current: true },
        base: { is_current: false },
      });
    const current = async () => {
      const { rows } = await database.query<{ id: string }>(
        'select id from current_listening where is_current',
      );
      return rows.map(({ id }) => id);
    };

    it('takes it from the one that was, and the later choice wins', async () => {
      const [a, b, c] = [track(true), track(false), track(false)];
      await push(mutation(a), mutation(b), mutation(c));
      // Two devices, each of which has seen the first as the current one.
      expect(outcomes(await push(choose(b)))).toEqual([['applied', null]]);
      expect(outcomes(await pushAs(otherAdmin, [choose(c)]))).toEqual([['applied', null]]);
      expect(await current()).toEqual([c.id]);
      const again = [choose(a), choose(b), choose(a)];
      expect(outcomes(await push(...again))).toEqual(Array(3).fill(['applied', null]));
      expect(await current()).toEqual([a.id]);
    });

    it('whose choice was made before the one that was current has gone', async () => {
      const [a, b] = [track(true), track(false)];
      await push(mutation(a), mutation(b));
      const answer = await push(mutation(drop(a.id, 'current_listening')), choose(b));
      expect(outcomes(answer)).toEqual(Array(2).fill(['applied', null]));
      expect(await current()).toEqual([b.id]);
    });

    it('is one by plain SQL too, whatever the statement does to the others', async () => {
      const rows = [track(true), track(false), track(false)];
      await push(...rows.map((row) => mutation(row)));
      const ids = rows.map(({ id }) => id).sort();
      for (const id of [...ids, ...ids.reverse()]) {
        await database.query('update current_listening set is_current = (id = $1)', [id]);
        expect(await current()).toEqual([id]);
      }
      await database.exec('update current_listening set is_current = true');
      expect(await current()).toHaveLength(1);
      await database.exec(
        `insert into current_listening (title, artist, is_current) values ('x', 'x', true), ('y', 'y', true)`,
      );
      expect(await current()).toHaveLength(1);
      const [one, other] = ids;
      await database.exec(`insert into current_listening (id, title, artist, is_current)
        values ('${one}', 'x', 'x', true), ('${other}', 'x', 'x', false)
        on conflict (id) do update set is_current = excluded.is_current`);
      expect(await current()).toEqual([one]);
    });

    it('is told to those who follow, of both tracks', async () => {
      const [a, b] = [track(true), track(false)];
      await push(mutation(a), mutation(b));
      const { rows } = await database.query<{ at: string }>(
        'select max(version) as at from sync.change',
      );
      await push(choose(b));
      const changed = await database.query<{ row_id: string }>(
        'select row_id from sync.change where version > $1 order by version',
        [rows[0]!.at],
      );
      expect(new Set(changed.rows.map(({ row_id }) => row_id))).toEqual(new Set([a.id, b.id]));
    });

    it('is not changed by somebody who may not', async () => {
      const [a, b] = [track(true), track(false)];
      await push(mutation(a), mutation(b));
      await as(database, user, (query) =>
        query('insert into current_listening (title, artist, is_current) values ($1, $1, true)', [
          'x',
        ]),
      ).catch(() => {});
      expect(await current()).toEqual([a.id]);
    });
  });

  it('Y17: what depends on a refused insert is refused too', async () => {
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
    epoch = await epochFor(admin);
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
    expect(answer.answers[0]?.met).toEqual([]);
    expect(answer.changes[0]?.row).toMatchObject({ name: 'Ada L.', role: 'engineer' });
  });

  it('Y22: an update over a value that its admin had not seen wins, and says what it has replaced', async () => {
    const row = friend();
    await push(mutation(row), mutation(rename(row.id, 'theirs', { name: 'Ada' })));
    const mine = mutation(rename(row.id, 'mine', { name: 'Ada' }));
    const met = [{ table: 'friends', id: row.id, column: 'name', was: 'theirs' }];
    expect((await push(mine)).answers[0]?.met).toEqual(met);
    expect((await push(mine)).answers[0]).toMatchObject({ outcome: 'duplicate', met });
    const same = mutation(rename(row.id, 'mine', { name: 'Ada' }));
    expect((await push(same)).answers[0]?.met).toEqual([]);
  });

  it('Y23: an update of what was deleted is refused; its deletion is what was wanted', async () => {
    const id = randomUUID();
    expect(outcomes(await push(mutation(rename(id, 'x')), mutation(drop(id))))).toEqual([
      ['rejected', 'P0002'],
      ['applied', null],
    ]);
  });

  it('leaves columns that are not named to their defaults, and takes created_at where it is', async () => {
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

  it.each<[string, unknown, string]>([
    ['an unknown table', { op: 'insert', table: 'nowhere', id: randomUUID(), values: {} }, '42P01'],
    [
      'a table that is no content',
      { op: 'insert', table: 'user_roles', id: randomUUID(), values: {} },
      '42P01',
    ],
    ['the ledger itself', { op: 'delete', table: 'ledger', id: randomUUID() }, '42P01'],
    [
      'a name that is SQL',
      { op: 'delete', table: 'friends; drop table friends', id: randomUUID() },
      '42P01',
    ],
    ['an unknown column', friend({ name: 'x', age: 3 }), '42703'],
    ['a column that is SQL', friend({ 'name) values (1); --': 'x' }), '42703'],
    ['another key', friend({ id: randomUUID() }), '42703'],
    [
      'a value of another type',
      { op: 'insert', table: 'tasks', id: randomUUID(), values: { position: 'x' } },
      '22P02',
    ],
    ['no values', { op: 'insert', table: 'friends', id: randomUUID() }, '22023'],
    [
      'values that are a list',
      { op: 'insert', table: 'friends', id: randomUUID(), values: [] },
      '22023',
    ],
    ['an empty update', { op: 'update', table: 'friends', id: randomUUID(), values: {} }, '22023'],
    ['an unknown operation', { op: 'truncate', table: 'friends', id: randomUUID() }, '22023'],
    ['no operation', { table: 'friends', id: randomUUID() }, '22023'],
    ['no table', { op: 'insert', id: randomUUID(), values: { name: 'x' } }, '22023'],
    ['no id', { op: 'delete', table: 'friends' }, '22023'],
    ['a broken id', { op: 'delete', table: 'friends', id: 'x' }, '22P02'],
    ['no change at all', 7, '22023'],
  ])('refuses %s, and goes on', async (_, change, code) => {
    const answer = await push(mutation(change), mutation(friend()));
    expect(outcomes(answer)).toEqual([
      ['rejected', code],
      ['applied', null],
    ]);
  });

  it('answers whatever a device may take for a change, and applies what stands beside it', async () => {
    const junk = fc.oneof(
      fc.constantFrom(null, true, 7, '', 'friends', randomUUID(), [], {}),
      fc
        .jsonValue({ maxDepth: 2 })
        .filter((value) => !/\\\\u0000|\\\\ud[89a-f]/i.test(JSON.stringify(value))),
    );
    const part = <T>(...right: T[]) => fc.oneof(fc.constantFrom(...right), junk);
    const change = fc.oneof(
      fc.record(
        {
          op: part('insert', 'update', 'delete'),
          table: part('friends', 'projects', 'user_roles', 'x'.repeat(70)),
          id: part(randomUUID(), randomUUID().toUpperCase()),
          values: part<unknown>({ name: 'x' }, { created_at: 'infinity' }, { id: randomUUID() }),
          base: part<unknown>({ name: 'y' }),
        },
        { requiredKeys: [] },
      ),
      junk,
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.array(change, { maxLength: 3 }), junk), async (changes) => {
        const [before, after] = [friend({ name: 'before' }), friend({ name: 'after' })];
        const answer = await push(mutation(before), { id: randomUUID(), changes }, mutation(after));
        expect(answer.answers.map(({ outcome }) => outcome)).toEqual([
          'applied',
          expect.stringMatching(/^(applied|rejected)$/),
          'applied',
        ]);
        for (const { id } of [before, after]) {
          expect(answer.changes).toContainEqual(expect.objectContaining({ id, table: 'friends' }));
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each(['\u0000', '\ud83d', '\ude00'])(
    'cannot even be read with %j in a text: nothing of it is answered',
    async (text) => {
      await expect(push(mutation(friend({ name: text })))).rejects.toThrow();
    },
  );

  it('takes every text as a device keeps it', async () => {
    const unit = fc.oneof(
      fc.constantFrom(0, 0xd800, 0xd83d, 0xde00, 0xdfff, 0xfffe, 0xffff),
      fc.integer({ min: 0, max: 0xffff }),
    );
    const text = fc.array(unit).map((units) => String.fromCharCode(...units));
    await fc.assert(
      fc.asyncProperty(text, async (name) => {
        const kept = friend({ name: storable(name) });
        const answer = await push(mutation(kept));
        expect(outcomes(answer)).toEqual([['applied', null]]);
        expect(answer.changes[0]?.row).toMatchObject(kept.values);
      }),
      { numRuns: 200 },
    );
  });

  it('brings every row that came of it, named or not', async () => {
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

  it('refuses a mutation of too many changes, and fails as a whole where they are too many in all', async () => {
    const many = (count: number) =>
      mutation(...Array.from({ length: count }, () => drop(randomUUID())));
    expect(outcomes(await push(many(1001), many(1000), mutation(friend())))).toEqual([
      ['rejected', '22023'],
      ['applied', null],
      ['applied', null],
    ]);
    const sixth = Array.from({ length: 6 }, () => many(900));
    await expect(push(...sixth)).rejects.toMatchObject({ code: 'PT413' });
  });

  it('refuses a mutation without changes', async () => {
    const answer = await push(mutation(), { id: randomUUID(), changes: 'all' });
    expect(outcomes(answer)).toEqual(Array(2).fill(['rejected', '22023']));
  });

  it.each<[string, unknown]>([
    ['a mutation without an id', [{ changes: [friend()] }]],
    ['a mutation whose id is none', [{ id: 'x', changes: [friend()] }]],
    ['something that is no list', { id: randomUUID() }],
    ['a list of words', ['x']],
  ])('fails as a whole for %s, which cannot be answered', async (_, mutations) => {
    await expect(pushAs(admin, mutations)).rejects.toThrow();
  });

  it('Y29: fails as a whole when there is too much of it', async () => {
    await expect(
      push(...Array.from({ length: 501 }, () => mutation(friend()))),
    ).rejects.toMatchObject({
      code: 'PT413',
    });
    await expect(push(mutation(friend({ name: 'x'.repeat(4_000_001) })))).rejects.toMatchObject({
      code: 'PT413',
    });
    expect(await namesOf()).toEqual([]);
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

  it('R13: brings what others have written since, with its own changes, what goes along with them too', async () => {
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

  it('Y63: raises what is not the fault of an edit, and has then done nothing', async () => {
    await database.exec(`
      create function trouble() returns trigger language plpgsql as $$
      begin if new.name ~ '^[0-9A-Z]{5}$' then raise exception 'trouble' using errcode = new.name; end if; return new; end $$;
      create trigger trouble before insert on friends for each row execute function trouble();`);
    epoch = await epochFor(admin);
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
      epoch = await epochFor(admin);
    }
  });
});

describe('who may push', () => {
  it('X3: visitors may not call it', async () => {
    await expect(pushAs('anon', [])).rejects.toMatchObject({ code: '42501' });
  });

  it('X3: of somebody who is no admin everything is refused, and can be sent again with the right', async () => {
    const here = await epochFor(user);
    const sent = mutation(friend());
    const answer = await pushAs(user, [sent], here);
    expect(outcomes(answer)).toEqual([['rejected', '42501']]);
    expect(await namesOf()).toEqual([]);
    await database.query("insert into user_roles (user_id, role) values ($1, 'admin')", [
      user.userId,
    ]);
    expect(outcomes(await pushAs(user, [sent], await epochFor(user)))).toEqual([['applied', null]]);
    await database.query('delete from user_roles where user_id = $1', [user.userId]);
  });

  it('X3 Y15: what somebody had applied while they were an admin is answered so, not refused', async () => {
    const former = await newUser(database, { admin: true });
    const [applied, refused] = [mutation(friend()), mutation(friend())];
    await pushAs(former, [applied], await epochFor(former));
    await database.query('delete from user_roles where user_id = $1', [former.userId]);
    const { answers } = await pushAs(former, [applied, refused], await epochFor(former));
    expect(answers).toMatchObject([
      { id: applied.id, outcome: 'duplicate', first: 'applied', code: null },
      { id: refused.id, outcome: 'rejected', code: '42501' },
    ]);
  });

  it('X3: somebody who is no admin changes no row by it and takes no lock', async () => {
    const row = friend();
    await push(mutation(row));
    const mutations = [mutation(rename(row.id, 'x'))];
    const here = await epochFor(user);
    await as(database, user, async (query) => {
      const { rows } = await query<{ answer: Page }>('select sync_push($1, $2) as answer', [
        here,
        JSON.stringify(mutations),
      ]);
      expect(rows[0]!.answer).toMatchObject({ answers: [{ code: '42501' }] });
      const locks = await query(`select from pg_locks where locktype = 'advisory'`);
      expect(locks.rows).toEqual([]);
    });
  });

  it('an id that another account has used says nothing of theirs', async () => {
    const theirs = mutation(friend());
    await push(theirs);
    const answer = await pushAs(otherAdmin, [theirs]);
    expect(outcomes(answer)).toEqual([['rejected', '42501']]);
  });

  it('Y18: what row-level security refuses silently is a refusal', async () => {
    const row = friend();
    await push(mutation(row));
    await database.exec(`create policy "kept" on friends as restrictive for update to authenticated using (name <> 'Ada');
      create policy "kept too" on friends as restrictive for delete to authenticated using (name <> 'Ada')`);
    epoch = await epochFor(admin);
    const answer = await push(mutation(rename(row.id, 'x')), mutation(drop(row.id)));
    expect(outcomes(answer)).toEqual(Array(2).fill(['rejected', '42501']));
    await database.exec('drop policy "kept" on friends; drop policy "kept too" on friends');
    epoch = await epochFor(admin);
  });

  it('answers are read by their owner, written by no visitor, deleted by nobody', async () => {
    const mine = mutation(friend());
    await push(mine);
    const count = (caller: Caller) =>
      as(database, caller, async (query) => (await query('select from sync.ledger')).rows.length);
    expect(await count(admin)).toBeGreaterThan(0);
    expect(await count(await newUser(database, { admin: true }))).toBe(0);
    await expect(count('anon')).rejects.toMatchObject({ code: '42501' });
    const insert = 'insert into sync.ledger (mutation_id) values (gen_random_uuid())';
    for (const caller of ['anon', user] as const) {
      await expect(as(database, caller, (query) => query(insert))).rejects.toMatchObject({
        code: '42501',
      });
    }
    for (const caller of ['anon', user, admin] as const) {
      const job = as(database, caller, (query) => query('delete from sync.ledger'));
      await expect(job).rejects.toMatchObject({ code: '42501' });
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

  it('Y56: brings the answers that were lost, to the account that they are for', async () => {
    const lost = mutation(friend());
    await push(lost);
    const { answers } = await pullAs(admin, [lost.id, randomUUID()]);
    expect(answers).toEqual([
      { id: lost.id, outcome: 'duplicate', first: 'applied', code: null, message: null, met: [] },
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

describe('the first admin', () => {
  const call = (caller: Caller, sql: string) =>
    as(database, caller, async (query) => (await query<{ is: unknown }>(sql)).rows[0]?.is);

  it('is whoever claims it while there is none, and nobody else', async () => {
    const fresh = await migratedDatabase();
    const [one, two] = [
      await newUser(fresh, { admin: false }),
      await newUser(fresh, { admin: false }),
    ];
    const ask = (caller: Caller, sql: string) =>
      as(fresh, caller, async (query) => (await query<{ is: unknown }>(sql)).rows[0]?.is);
    expect(await ask('anon', 'select admin_count() as is')).toBe(0);
    await expect(ask('anon', 'select claim_first_admin() as is')).rejects.toMatchObject({
      code: '42501',
    });
    expect(await ask(one, 'select claim_first_admin() as is')).toBe(true);
    expect(await ask(two, 'select claim_first_admin() as is')).toBe(false);
    expect(await ask(two, 'select sync.is_admin() as is')).toBe(false);
    expect(await ask('anon', 'select admin_count() as is')).toBe(1);
    await fresh.close();
  });

  it('X3: nobody makes themselves one by the table', async () => {
    const sql = `insert into user_roles (user_id, role) values ('${user.userId}', 'admin')`;
    for (const caller of ['anon', user] as const) {
      await expect(call(caller, sql)).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('is only who has confirmed the address that the owner has named, also when the last admin has gone', async () => {
    const database = await migratedDatabase();
    const claim = (caller: Caller) =>
      as(database, caller, async (query) => {
        const { rows } = await query<{ did: boolean }>('select claim_first_admin() as did');
        return rows[0]!.did;
      });
    const withAddress = async (email: string | null, confirmed: boolean) => {
      const { rows } = await database.query<{ userId: string }>(
        `insert into auth.users (email, email_confirmed_at)
         values ($1, case when $2 then now() end) returning id as "userId"`,
        [email, confirmed],
      );
      return rows[0]!;
    };
    await database.exec(`insert into sync.claim_by values ('Owner@example.com')`);
    const owner = await withAddress('owner@example.com', true);
    for (const stranger of [
      await withAddress('stranger@example.com', true),
      await withAddress('owner@example.com', false),
      await withAddress(null, true),
    ]) {
      expect(await claim(stranger)).toBe(false);
    }
    expect(await claim(owner)).toBe(true);
    await database.exec('delete from user_roles');
    expect(await claim(await withAddress('stranger@example.com', true))).toBe(false);
    expect(await claim(owner)).toBe(true);
    await database.close();
  });
});
