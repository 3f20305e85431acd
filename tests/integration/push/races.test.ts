import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Postgres, postgresPrograms, startPostgres } from '../../support/postgres.ts';

interface Page {
  epoch: string;
  cursor: number;
  more: boolean;
  changes: { row: { name?: string } | null }[];
}

/** Pushes that meet each other and other writers at the same moment: only a real PostgreSQL can show that. */

describe.skipIf(postgresPrograms === null)('on PostgreSQL', () => {
  let postgres: Postgres;
  let owner: Client;
  let admin: string;
  beforeAll(async () => {
    postgres = await startPostgres(postgresPrograms ?? '');
    await postgres.createMigrated('races');
    owner = await postgres.connect('races');
    admin = await newUser();
    await owner.query(`insert into user_roles (user_id, role) values ($1, 'admin')`, [admin]);
  });
  afterAll(() => postgres?.stop());
  beforeEach(() => owner.query('delete from friends'));

  async function newUser(): Promise<string> {
    const { rows } = await owner.query('insert into auth.users default values returning id');
    return rows[0].id;
  }

  const begin = async (client: Client, userId: string, level = 'read committed') => {
    await client.query(`begin isolation level ${level}`);
    await client.query(
      `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
      [JSON.stringify({ role: 'authenticated', sub: userId })],
    );
  };

  /** One push as the API makes it: a transaction of its own. */
  async function push(client: Client, mutations: readonly object[], level?: string) {
    await begin(client, admin, level);
    try {
      const { rows } = await client.query('select sync_push(sync.epoch(), $1::jsonb) as answer', [
        JSON.stringify(mutations),
      ]);
      await client.query('commit');
      return rows[0].answer as { answers: { id: string; outcome: string; first: string }[] };
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  }

  const add = (name: string, id: string = randomUUID()) => ({
    id: randomUUID(),
    changes: [{ op: 'insert', table: 'friends', id, values: { name } }],
  });

  /** Resolves as soon as a connection waits for a lock. */
  async function untilWaiting(client: Client): Promise<void> {
    const pid = (client as unknown as { processID: number }).processID;
    for (;;) {
      const { rowCount } = await owner.query(
        `select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`,
        [pid],
      );
      if (rowCount === 1) return;
    }
  }

  const connections = (count: number) =>
    Promise.all(Array.from({ length: count }, () => postgres.connect('races')));

  it('Y15 Y57: copies of a push at the same moment are applied once, and all are told so', async () => {
    const clients = await connections(4);
    for (let round = 0; round < 25; round += 1) {
      const mutations = [add(`a ${round}`), add(`b ${round}`)];
      const answers = await Promise.all(clients.map((client) => push(client, mutations)));
      for (const { id } of mutations) {
        const told = answers.map(({ answers }) => answers.find((one) => one.id === id));
        expect(told.map((one) => one?.first)).toEqual(Array(4).fill('applied'));
        expect(told.filter((one) => one?.outcome === 'applied')).toHaveLength(1);
      }
    }
    const { rows } = await owner.query('select count(*)::int as n from friends');
    expect(rows[0].n).toBe(50);
  });

  it('many devices and plain writers at once write everything once, in an order that readers can follow', async () => {
    const clients = await connections(6);
    const reader = await postgres.connect('races');
    const writing = Promise.all(
      clients.map(async (client, device) => {
        for (let i = 0; i < 15; i += 1) {
          if (device < 4) await push(client, [add(`${device}/${i}`)]);
          else await client.query('insert into friends (name) values ($1)', [`${device}/${i}`]);
        }
      }),
    ).then(() => 'done');
    const seen = new Set<string>();
    let cursor = 0;
    let epoch: string | null = null;
    for (let state = 'writing'; ; ) {
      const answer: { rows: { page: Page }[] } = await reader.query(
        'select sync_pull($1, $2, $2, 7) as page',
        [epoch, cursor],
      );
      const page = answer.rows[0]!.page;
      for (const change of page.changes) if (change.row?.name) seen.add(change.row.name);
      ({ cursor, epoch } = page);
      if (state === 'done' && !page.more) break;
      state = await Promise.race([writing, Promise.resolve(state)]);
    }
    expect(seen.size).toBe(90);
    const { rows } = await owner.query('select count(*)::int as n from friends');
    expect(rows[0].n).toBe(90);
  });

  it('Y21: a transaction that was left open makes a push fail as a whole, to be retried', async () => {
    const [forgotten, device] = await connections(2);
    await forgotten!.query('begin');
    await forgotten!.query(`insert into friends (name) values ('slow')`);
    const mutations = [add('patient'), add('too')];
    await expect(push(device!, mutations)).rejects.toMatchObject({ code: '55P03' });
    const { rowCount } = await owner.query('select from sync.ledger where mutation_id = $1', [
      mutations[0]?.id,
    ]);
    expect(rowCount).toBe(0);
    await forgotten!.query('commit');
    const { answers } = await push(device!, mutations);
    expect(answers.map(({ outcome }) => outcome)).toEqual(['applied', 'applied']);
  });

  it('X3: a caller who is no admin neither waits for others nor makes them wait', async () => {
    const [writer, reader, device] = await connections(3);
    await writer!.query('begin');
    await writer!.query(`insert into friends (name) values ('slow')`);
    await begin(reader!, await newUser());
    const sent = JSON.stringify([add('stranger')]);
    // While another user writes; an admin's push would fail after four seconds.
    const { rows } = await reader!.query('select sync_push(sync.epoch(), $1::jsonb) as answer', [
      sent,
    ]);
    expect(rows[0].answer.answers).toMatchObject([{ outcome: 'rejected', code: '42501' }]);
    await writer!.query('commit');
    // Their transaction is still open.
    const { answers } = await push(device!, [add('an admin')]);
    expect(answers).toMatchObject([{ outcome: 'applied' }]);
    await reader!.query('rollback');
  });

  it('Y21: a deadlock is no refusal: the loser is retried', async () => {
    const [other, device] = await connections(2);
    const id = randomUUID();
    await push(device!, [add('wanted by two', id)]);
    await other!.query('begin');
    await other!.query('select from friends where id = $1 for update', [id]);
    const change = { op: 'update', table: 'friends', id, values: { role: 'pushed' }, base: {} };
    const mutations = [{ id: randomUUID(), changes: [change] }];
    // The push has the lock and waits for the row; the other has the row and waits for the lock.
    const pushing = push(device!, mutations).then(
      ({ answers }) => answers[0]?.first,
      ({ code }) => code,
    );
    await untilWaiting(device!);
    const writing = other!
      .query(`update friends set role = 'written' where id = $1`, [id])
      .then(() => other!.query('commit'))
      .then(
        () => 'applied',
        async ({ code }) => {
          await other!.query('rollback');
          return code;
        },
      );
    const outcomes = await Promise.all([pushing, writing]);
    expect(outcomes.filter((one) => one === 'applied')).toHaveLength(1);
    expect(['40P01', '55P03']).toContain(outcomes.find((one) => one !== 'applied'));
    expect((await push(device!, mutations)).answers[0]?.first).toBe('applied');
    const { rows } = await owner.query('select role from friends where id = $1', [id]);
    expect(rows[0].role).toBe('pushed');
  });

  it.each(['repeatable read', 'serializable'])(
    'Y21: at %s a push that comes too late is raised, not refused',
    async (level) => {
      const [first, second] = await connections(2);
      const id = randomUUID();
      await push(first!, [add('fought over', id)]);
      const update = (role: string) => ({
        id: randomUUID(),
        changes: [{ op: 'update', table: 'friends', id, values: { role }, base: {} }],
      });
      await begin(second!, admin, level);
      // Its snapshot is taken now.
      await second!.query('select count(*) from friends');
      await push(first!, [update('early')]);
      const late = update('late');
      await expect(
        second!.query('select sync_push(sync.epoch(), $1::jsonb)', [JSON.stringify([late])]),
      ).rejects.toMatchObject({ code: '40001' });
      await second!.query('rollback');
      expect((await push(second!, [late], level)).answers[0]?.outcome).toBe('applied');
    },
  );

  it('one of many who claim to be the first admin at the same moment becomes it', async () => {
    await postgres.createMigrated('unclaimed');
    const empty = await postgres.connect('unclaimed');
    for (let round = 0; round < 10; round += 1) {
      await empty.query('delete from user_roles');
      const claims = await Promise.all(
        Array.from({ length: 5 }, async () => {
          const client = await postgres.connect('unclaimed');
          const { rows } = await client.query('insert into auth.users default values returning id');
          await begin(client, rows[0].id);
          const claimed = await client.query('select claim_first_admin() as did');
          await client.query('commit');
          await client.end();
          return claimed.rows[0].did as boolean;
        }),
      );
      expect(claims.filter(Boolean)).toHaveLength(1);
    }
    const { rows } = await empty.query('select count(*)::int as n from user_roles');
    expect(rows[0].n).toBe(1);
  });
});
