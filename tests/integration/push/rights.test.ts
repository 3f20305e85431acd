import { describe, expect, it } from 'vitest';
import type { Page } from '../../../src/engine/sync/protocol.ts';
import { as, type Caller, migratedDatabase, newUser } from '../../support/database.ts';
import {
  admin,
  database,
  drop,
  epochFor,
  friend,
  lookAtEpoch,
  mutation,
  namesOf,
  otherAdmin,
  outcomes,
  push,
  pushAs,
  rename,
  user,
} from '../../support/pushing.ts';

/** Who may push, and who becomes an admin. */

describe('who may push', () => {
  it('X3: visitors may not call it', async () => {
    await expect(pushAs('anon', [])).rejects.toMatchObject({ code: '42501' });
  });

  it('X3: everything from a caller who is no admin is refused, and can be sent again with the right', async () => {
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

  it('X3 Y15: a mutation that was applied while its author was an admin is answered as applied later', async () => {
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

  it('X3: a caller who is no admin changes no row by it and takes no lock', async () => {
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

  it('an id that another account has used reveals nothing about their mutation', async () => {
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
    await lookAtEpoch();
    const answer = await push(mutation(rename(row.id, 'x')), mutation(drop(row.id)));
    expect(outcomes(answer)).toEqual(Array(2).fill(['rejected', '42501']));
    await database.exec('drop policy "kept" on friends; drop policy "kept too" on friends');
    await lookAtEpoch();
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

describe('the first admin', () => {
  const call = (caller: Caller, sql: string) =>
    as(database, caller, async (query) => (await query<{ is: unknown }>(sql)).rows[0]?.is);

  it('is the one who claims the role while there is no admin', async () => {
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

  it('X3: nobody becomes one by writing the table', async () => {
    const sql = `insert into user_roles (user_id, role) values ('${user.userId}', 'admin')`;
    for (const caller of ['anon', user] as const) {
      await expect(call(caller, sql)).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('has to have confirmed the address that the owner has named, also after the last admin has gone', async () => {
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
