import { randomUUID } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { as, migratedDatabase, newUser } from '../support/database.ts';
import { type Embedded, startEmbedded } from '../support/embedded.ts';
import { takeConsole } from '../support/setup.ts';
import { supabaseClient } from '../support/supabase-client.ts';

/** The inbox in the database. Its migration has the rules at the top. */

interface Written {
  id: string;
  name: string;
  email: string;
  message: string;
  subject?: string;
  website?: string;
}

const written = (more: Partial<Written> = {}): Written => ({
  id: randomUUID(),
  name: 'Ada',
  email: `${randomUUID()}@example.com`,
  message: 'Hello!',
  ...more,
});

describe('INBOX-3 INBOX-4: the database', () => {
  let database: PGlite;
  let admin: { userId: string };
  beforeAll(async () => {
    database = await migratedDatabase();
    admin = await newUser(database, { admin: true });
  });
  afterAll(() => database.close());
  beforeEach(() =>
    database.exec(
      'delete from sync.message; delete from sync.taken_message; update sync.inbox set is_open = true',
    ),
  );

  /** As PostgREST calls it, for a caller with these headers. */
  async function send(one: Written, headers: object = { 'x-forwarded-for': '192.0.2.1' }) {
    return as(database, 'anon', async (query) => {
      await query(`select set_config('request.headers', $1, true)`, [JSON.stringify(headers)]);
      const { id, name, email, message, subject = '', website = '' } = one;
      const { rows } = await query<{ answer: Record<string, unknown> }>(
        'select inbox_send($1, $2, $3, $4, $5, $6) as answer',
        [id, name, email, message, subject, website],
      );
      return rows[0]?.answer;
    });
  }
  const asAdmin = async (call: string, parameters: unknown[] = []) =>
    as(database, admin, async (query) => {
      const { rows } = await query<{ answer: Record<string, unknown> & { messages: Written[] } }>(
        `select ${call} as answer`,
        parameters,
      );
      return rows[0]!.answer;
    });
  const taken = { outcome: 'taken' };
  const stored = async () =>
    (await database.query<Written>('select * from sync.message order by place')).rows;
  /** Makes all that was taken so much older. */
  const pass = (time: string) =>
    database.exec(
      `update sync.taken_message set at = at - interval '${time}'; update sync.inbox set salted_at = salted_at - interval '${time}'`,
    );

  it('INBOX-3: stores a message once, however often and with whatever it comes again', async () => {
    const one = written();
    expect(await send(one)).toEqual(taken);
    expect(await send(one)).toEqual(taken);
    expect(await send({ ...one, message: 'another' })).toEqual(taken);
    expect((await stored()).map(({ message }) => message)).toEqual(['Hello!']);
  });

  it('INBOX-3: a message that was deleted does not come again', async () => {
    const one = written();
    await send(one);
    await asAdmin('inbox_delete($1)', [[one.id]]);
    expect(await send(one)).toEqual(taken);
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['a blank', 'name', ' \n', 'empty'],
    ['a long', 'name', 'x'.repeat(201), 'long'],
    ['an empty', 'email', '', 'empty'],
    ['a wordy', 'email', 'nobody', 'unfit'],
    ['a spaced', 'email', 'a b@example.com', 'unfit'],
    ['a broken', 'email', 'a@example.com\nbcc: b@example.com', 'unfit'],
    ['a long', 'email', `${'x'.repeat(250)}@x.xx`, 'long'],
    ['a long', 'subject', 'x'.repeat(201), 'long'],
    ['a blank', 'message', '\t', 'empty'],
    ['a long', 'message', '🙂'.repeat(10_001), 'long'],
    ['an endless', 'message', 'x'.repeat(4_000_000), 'long'],
  ])('INBOX-4: refuses %s %s', async (_, field, value, why) => {
    const answer = await send(written({ [field]: value }));
    expect(answer).toEqual({ outcome: 'refused', field, why });
    expect(await stored()).toEqual([]);
  });

  it('INBOX-4: takes as much as fits, letter by letter', async () => {
    const message = `<img src=x onerror=alert(1)>\u202E\u0007${'🙂'.repeat(9_000)}\r\n`;
    expect(await send(written({ message, subject: '' }))).toEqual(taken);
    expect((await stored())[0]?.message).toBe(message);
  });

  it('INBOX-4: answers what fills the hidden field as if it were taken', async () => {
    expect(await send(written({ website: 'https://spam.example' }))).toEqual(taken);
    expect(await stored()).toEqual([]);
  });

  it('INBOX-4: takes five an hour of an address, and says when it takes the next', async () => {
    for (let n = 0; n < 5; n += 1) expect(await send(written())).toEqual(taken);
    await pass('20 minutes');
    const later = await send(written());
    expect(later).toMatchObject({ outcome: 'later', why: 'sender' });
    expect(Number(later?.seconds)).toBeGreaterThan(39 * 60);
    expect(Number(later?.seconds)).toBeLessThanOrEqual(40 * 60);
    expect(await send(written(), { 'x-forwarded-for': '192.0.2.2' })).toEqual(taken);
    await pass('41 minutes');
    expect(await send(written())).toEqual(taken);
  });

  it('INBOX-4: five an hour of an e-mail address, however it is written', async () => {
    for (let n = 0; n < 5; n += 1) {
      const headers = { 'x-forwarded-for': `192.0.2.${n}` };
      expect(await send(written({ email: 'a@example.com' }), headers)).toEqual(taken);
    }
    const again = await send(written({ email: 'A@Example.com' }), {
      'x-forwarded-for': '192.0.2.9',
    });
    expect(again).toMatchObject({ outcome: 'later', why: 'email' });
  });

  it('INBOX-4: 200 a day of all together, and 2,000 in all', async () => {
    await database.exec(
      `insert into sync.taken_message (id, at)
       select gen_random_uuid(), now() - interval '1 minute' * n from generate_series(1, 199) n`,
    );
    expect(await send(written())).toEqual(taken);
    expect(await send(written())).toMatchObject({ outcome: 'later', why: 'everybody' });
    await pass('1 day');
    await database.exec(
      `insert into sync.message (id, name, email, subject, message)
       select gen_random_uuid(), 'x', 'x@x.x', '', 'x' from generate_series(1, 1999)`,
    );
    expect(await send(written())).toMatchObject({ outcome: 'later', why: 'full' });
  });

  it('INBOX-4: a message that is known is answered whatever the limits say', async () => {
    const one = written();
    await send(one);
    for (let n = 0; n < 4; n += 1) await send(written());
    expect(await send(written())).toMatchObject({ outcome: 'later' });
    expect(await send(one)).toEqual(taken);
  });

  it('INBOX-2: a closed inbox takes nothing', async () => {
    expect(await asAdmin('inbox_open(false)')).toMatchObject({ is_open: false });
    expect(await send(written())).toMatchObject({ outcome: 'later', why: 'closed' });
    expect(await asAdmin('inbox_open(true)')).toMatchObject({ is_open: true });
    expect(await send(written())).toEqual(taken);
  });

  it('INBOX-2: a new database has a closed one', async () => {
    const fresh = await migratedDatabase();
    expect((await fresh.query('select is_open from sync.inbox')).rows).toEqual([
      { is_open: false },
    ]);
    await fresh.close();
  });

  describe('INBOX-5: an address', () => {
    const sender = (headers: object | null) =>
      database.transaction(async (transaction) => {
        await transaction.query(`select set_config('request.headers', $1, true)`, [
          headers === null ? '' : JSON.stringify(headers),
        ]);
        return (await transaction.query<{ told: string | null }>('select sync.sender() as told'))
          .rows[0]?.told;
      });

    it.each([
      [{ 'x-forwarded-for': '192.0.2.7' }, '192.0.2.7'],
      // The caller has said the first one.
      [{ 'x-forwarded-for': '198.51.100.1, 192.0.2.7' }, '192.0.2.7'],
      [{ 'x-forwarded-for': '198.51.100.1', 'cf-connecting-ip': '192.0.2.7' }, '192.0.2.7'],
      [{ 'x-forwarded-for': '::ffff:192.0.2.7' }, '192.0.2.7'],
      [{ 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' }, '2001:db8:1:2::/64'],
      [{ 'x-forwarded-for': 'unknown' }, null],
      [{ 'x-forwarded-for': 'x'.repeat(10_000) }, null],
      [{}, null],
      [null, null],
    ])('in %# is what our own server has said', async (headers, told) => {
      expect(await sender(headers)).toBe(told);
    });

    it('is stored nowhere, and what is made of it is forgotten', async () => {
      await send(written({ email: 'a@example.com' }), { 'x-forwarded-for': '192.0.2.77' });
      const { rows } = await database.query('select * from sync.taken_message, sync.inbox');
      expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2\.77|a@example/);
      const hashed = async () =>
        (await database.query('select from sync.taken_message where sender is not null')).rows
          .length;
      expect(await hashed()).toBe(1);
      await pass('61 minutes');
      await asAdmin('inbox_list()');
      expect(await hashed()).toBe(0);
    });

    it('has another hash on another day', async () => {
      const hashOf = async () =>
        (await database.query<{ hash: string }>(`select sync.inbox_hash('x')::text as hash`))
          .rows[0]?.hash;
      const first = await hashOf();
      expect(await hashOf()).toBe(first);
      await pass('25 hours');
      expect(await hashOf()).not.toBe(first);
    });

    it('counts as one if nobody knows it: the limit is shared', async () => {
      for (let n = 0; n < 5; n += 1) await send(written(), {});
      expect(await send(written(), { 'x-forwarded-for': 'unknown' })).toMatchObject({
        outcome: 'later',
      });
    });
  });

  it('INBOX-6: an admin reads the newest first, page by page, marks and deletes', async () => {
    await database.exec(
      `insert into sync.message (id, name, email, subject, message)
       select gen_random_uuid(), 'x', 'x@x.x', '', n::text from generate_series(1, 60) n`,
    );
    const first = await asAdmin('inbox_list()');
    expect(first).toMatchObject({ is_open: true, total: 60, unread: 60 });
    expect(first.messages.map(({ message }) => Number(message))).toEqual(
      Array.from({ length: 50 }, (_, n) => 60 - n),
    );
    const { place } = first.messages.at(-1) as unknown as { place: number };
    const rest = await asAdmin('inbox_list($1)', [place]);
    expect(rest.messages.map(({ message }) => message).at(0)).toBe('10');
    expect(rest.messages.length).toBe(10);
    const ids = first.messages.slice(0, 2).map(({ id }) => id);
    expect(await asAdmin('inbox_mark($1, true)', [ids])).toMatchObject({ unread: 58 });
    expect(await asAdmin('inbox_mark($1, false)', [ids])).toMatchObject({ unread: 60 });
    expect(await asAdmin('inbox_delete($1)', [ids])).toMatchObject({ total: 58 });
  });

  it('INBOX-1: what came is in no pull, snapshot or history', async () => {
    await send(written({ message: 'a secret', name: 'a secret' }));
    for (const caller of ['anon', admin] as const) {
      const told = await as(database, caller, async (query) => {
        const { rows } = await query('select sync_pull() as page');
        return JSON.stringify(rows);
      });
      expect(told).not.toContain('a secret');
    }
    const { rows } = await database.query<{ of: string }>(
      `select t::text as of from sync.change t union all select t::text from sync.past t`,
    );
    expect(JSON.stringify(rows)).not.toContain('a secret');
  });
});

describe('INBOX-5: over HTTP', () => {
  let embedded: Embedded;
  beforeAll(async () => {
    embedded = await startEmbedded({ seed: false });
    await embedded.sql('update sync.inbox set is_open = true');
  });
  afterAll(() => embedded.stop());

  const post = (one: Written, headers: Record<string, string> = {}) =>
    fetch(`${embedded.url}/rest/v1/rpc/inbox_send`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        apikey: 'sb_publishable_embedded',
        ...headers,
      },
      body: JSON.stringify(one),
    });

  it('a sender cannot say of itself where it comes from', async () => {
    const outcomes: unknown[] = [];
    for (let n = 0; n < 6; n += 1) {
      const said = `198.51.100.${n}`;
      const answer = await post(written(), {
        'x-forwarded-for': said,
        'cf-connecting-ip': said,
        'x-real-ip': said,
        forwarded: `for=${said}`,
      });
      outcomes.push(((await answer.json()) as { outcome: string }).outcome);
    }
    expect(outcomes).toEqual([...Array(5).fill('taken'), 'later']);
    const rows = await embedded.sql('select distinct sender from sync.taken_message');
    expect(rows.length).toBe(1);
  });

  it('a page of another site cannot send', async () => {
    const before = await embedded.sql('select count(*) from sync.taken_message');
    expect((await post(written(), { origin: 'https://other.example' })).status).toBe(403);
    // As a form without scripts would.
    const plain = await fetch(`${embedded.url}/rest/v1/rpc/inbox_send`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      body: new URLSearchParams({ ...written() }),
    });
    expect(plain.status).toBe(403);
    expect(await embedded.sql('select count(*) from sync.taken_message')).toEqual(before);
  });

  it('INBOX-1: REST reaches no message, by any name', async () => {
    const admin = supabaseClient(embedded.url);
    await admin.auth.signInWithPassword(embedded.backend.demoAdmin);
    for (const client of [supabaseClient(embedded.url), admin]) {
      for (const table of ['message', 'messages', 'inbox', 'taken_message']) {
        for (const from of [client.from(table), client.schema('sync').from(table)]) {
          const { data, error } = await from.select('*');
          expect([data, error === null]).toEqual([null, false]);
        }
      }
    }
    takeConsole();
  });

  it('INBOX-1: Realtime listens to no message', async () => {
    const heard = await new Promise<string>((resolve) => {
      const channel = supabaseClient(embedded.url).channel('x');
      channel
        .on('postgres_changes', { event: '*', schema: 'sync', table: 'message' }, () =>
          resolve('a message'),
        )
        .subscribe((status) => resolve(status));
    });
    expect(heard).toBe('CHANNEL_ERROR');
  });
});
