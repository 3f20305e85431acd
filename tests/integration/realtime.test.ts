import { once } from 'node:events';
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { PUBLISHABLE_KEY } from '../../tools/server/database/backend.ts';
import { type Embedded, startEmbedded } from '../support/embedded.ts';

/** The embedded Realtime, driven by an unmodified supabase-js and by raw frames. */

let embedded: Embedded;
const clients: SupabaseClient[] = [];
beforeAll(async () => {
  embedded = await startEmbedded({ seed: false });
  await embedded.sql(`
    alter publication supabase_realtime add table friends, projects;
    alter table friends add column hidden boolean not null default false;
    create policy "the hidden are for admins" on friends as restrictive for select
      using (not hidden or (select sync.is_admin()));
  `);
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.removeAllChannels();
});
afterAll(() => embedded.stop());

function newClient(): SupabaseClient {
  const client = createClient(embedded.url, PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never, reconnectAfterMs: () => 50 },
  });
  clients.push(client);
  return client;
}

interface Seen {
  eventType: string;
  table: string;
  new: Record<string, unknown>;
  old: Record<string, unknown>;
}

/** Joins and collects events; `next` waits for one more. */
async function listen(
  client: SupabaseClient,
  filter: {
    event: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
    schema: string;
    table?: string;
    filter?: string;
  },
): Promise<{ next(): Promise<Seen>; channel: RealtimeChannel; status: string[] }> {
  const seen: Seen[] = [];
  const waiting: ((event: Seen) => void)[] = [];
  const status: string[] = [];
  const channel = client.channel(`test-${Math.random()}`);
  await new Promise<void>((resolve, reject) => {
    channel
      .on('postgres_changes', filter as never, (event: unknown) => {
        const waiter = waiting.shift();
        if (waiter === undefined) seen.push(event as Seen);
        else waiter(event as Seen);
      })
      .subscribe((now, error) => {
        status.push(now);
        if (now === 'SUBSCRIBED') resolve();
        else if (status.length === 1) reject(error ?? new Error(now));
      });
  });
  const next = () =>
    new Promise<Seen>((resolve) => {
      const event = seen.shift();
      if (event === undefined) waiting.push(resolve);
      else resolve(event);
    });
  return { next, channel, status };
}

const insertFriend = async (name: string, hidden = false): Promise<string> => {
  const [row] = await embedded.sql(
    'insert into friends (name, hidden) values ($1, $2) returning id',
    [name, hidden],
  );
  return String(row!.id);
};

describe('an unmodified supabase-js', () => {
  it('receives inserts, updates and deletes of a table', async () => {
    const { next } = await listen(newClient(), { event: '*', schema: 'public', table: 'friends' });
    const id = await insertFriend('Ada');
    expect(await next()).toMatchObject({
      eventType: 'INSERT',
      table: 'friends',
      new: { id, name: 'Ada' },
    });
    await embedded.sql('update friends set name = $2 where id = $1', [id, 'Ada L.']);
    expect(await next()).toMatchObject({
      eventType: 'UPDATE',
      new: { id, name: 'Ada L.' },
      old: { id },
    });
    await embedded.sql('delete from friends where id = $1', [id]);
    expect(await next()).toMatchObject({ eventType: 'DELETE', new: {}, old: { id } });
  });

  it('receives only the event, the table and the value it asked for', async () => {
    const client = newClient();
    const updates = await listen(client, { event: 'UPDATE', schema: 'public', table: 'friends' });
    const projects = await listen(client, { event: '*', schema: 'public', table: 'projects' });
    const everything = await listen(client, { event: '*', schema: 'public' });
    const bobs = await listen(client, {
      event: 'INSERT',
      schema: 'public',
      table: 'friends',
      filter: 'name=eq.Bob',
    });
    await insertFriend('Not Bob');
    const bob = await insertFriend('Bob');
    await embedded.sql('update friends set role = $2 where id = $1', [bob, 'builder']);
    await embedded.sql("insert into projects (title) values ('P')");
    expect(await updates.next()).toMatchObject({ eventType: 'UPDATE', new: { id: bob } });
    expect(await projects.next()).toMatchObject({ table: 'projects', eventType: 'INSERT' });
    expect(await bobs.next()).toMatchObject({ new: { id: bob } });
    const tables = [];
    // sync_state is published by the migrations: each transaction pokes once.
    for (let i = 0; i < 8; i += 1) tables.push((await everything.next()).table);
    expect(tables.filter((table) => table === 'sync_state').length).toBe(4);
    expect(tables.filter((table) => table === 'friends').length).toBe(3);
  });

  it('receives nothing of a transaction that is rolled back, and every change of a committed one', async () => {
    const { next } = await listen(newClient(), { event: '*', schema: 'public', table: 'friends' });
    await embedded.exclusively(async (database) => {
      await database.exec("begin; insert into friends (name) values ('nobody'); rollback;");
      await database.exec(
        "begin; insert into friends (name) values ('one'); insert into friends (name) values ('two'); commit;",
      );
    });
    expect([(await next()).new.name, (await next()).new.name]).toEqual(['one', 'two']);
  });

  it('does not receive rows that row-level security hides from it; an admin does', async () => {
    const admin = newClient();
    const { email, password } = embedded.backend.demoAdmin;
    const { error } = await admin.auth.signInWithPassword({ email, password });
    expect(error).toBeNull();
    const filter = { event: '*', schema: 'public', table: 'friends' } as const;
    const forAdmin = await listen(admin, filter);
    const forVisitor = await listen(newClient(), filter);
    const hidden = await insertFriend('Secret', true);
    const open = await insertFriend('Open');
    expect((await forAdmin.next()).new.id).toBe(hidden);
    expect((await forAdmin.next()).new.id).toBe(open);
    expect((await forVisitor.next()).new.id).toBe(open);
  });

  it('Y50: is poked once for an import of 5,000 rows', async () => {
    const { next } = await listen(newClient(), {
      event: 'UPDATE',
      schema: 'public',
      table: 'sync_state',
    });
    await embedded.sql(
      "insert into tasks (project_id, content) select (select id from projects limit 1), 't' from generate_series(1, 5000)",
    );
    const first = await next();
    await insertFriend('after the import');
    const second = await next();
    expect(Number(second.new.version) - Number(first.new.version)).toBe(5000);
  });

  it('receives changes in the order of their commits, however long each takes to read', async () => {
    const admin = newClient();
    await admin.auth.signInWithPassword(embedded.backend.demoAdmin);
    const filter = { event: '*', schema: 'public', table: 'friends' } as const;
    const listeners = [await listen(newClient(), filter), await listen(admin, filter)];
    const old = await insertFriend('old');
    for (const { next } of listeners) expect((await next()).new.id).toBe(old);
    await embedded.sql(
      `insert into friends (name) values ('one'); delete from friends where id = '${old}'; insert into friends (name) values ('two');`,
    );
    for (const { next } of listeners) {
      const heard = [await next(), await next(), await next()];
      expect(heard.map((it) => it.eventType)).toEqual(['INSERT', 'DELETE', 'INSERT']);
    }
  });

  it('receives changes of a table only while it is published, and survives a dropped one', async () => {
    await embedded.sql(`
      create table passing (id int primary key);
      grant select on passing to anon;
      alter publication supabase_realtime add table passing;
    `);
    const passing = await listen(newClient(), { event: '*', schema: 'public', table: 'passing' });
    await embedded.sql('insert into passing values (1)');
    expect((await passing.next()).new.id).toBe(1);
    await embedded.sql('alter publication supabase_realtime drop table passing');
    const friends = await listen(newClient(), { event: '*', schema: 'public', table: 'friends' });
    await embedded.sql('insert into passing values (2)');
    await embedded.sql('alter publication supabase_realtime add table passing');
    await listen(newClient(), { event: '*', schema: 'public', table: 'passing' });
    await embedded.sql('insert into passing values (3)');
    expect((await passing.next()).new.id).toBe(3);
    await embedded.sql('insert into passing values (4); drop table passing;');
    await insertFriend('still here');
    expect((await friends.next()).new.name).toBe('still here');
  });

  it('receives nothing after it has left', async () => {
    const client = newClient();
    const left = await listen(client, { event: '*', schema: 'public', table: 'friends' });
    const stays = await listen(client, { event: '*', schema: 'public', table: 'friends' });
    expect(await client.removeChannel(left.channel)).toBe('ok');
    expect(left.status).toContain('CLOSED');
    let heard = false;
    void left.next().then(() => {
      heard = true;
    });
    await insertFriend('Later');
    await stays.next();
    expect(heard).toBe(false);
  });

  it('reconnects by itself after the server was gone', async () => {
    const { next, status } = await listen(newClient(), {
      event: 'INSERT',
      schema: 'public',
      table: 'friends',
    });
    await embedded.down();
    await embedded.up();
    while (status.filter((now) => now === 'SUBSCRIBED').length < 2) await new Promise(setImmediate);
    const id = await insertFriend('After the storm');
    expect((await next()).new.id).toBe(id);
  });

  it('is refused with somebody else’s token', async () => {
    const client = newClient();
    await client.realtime.setAuth('eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYXV0aGVudGljYXRlZCJ9.x');
    const joining = listen(client, { event: '*', schema: 'public', table: 'friends' });
    await expect(joining).rejects.toThrow('Invalid token');
  });
});

describe('the protocol', () => {
  const open = (vsn: string) =>
    new Promise<WebSocket>((resolve) => {
      const socket = new WebSocket(
        `${embedded.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=${vsn}`,
      );
      socket.on('open', () => resolve(socket));
    });
  const nextFrame = (socket: WebSocket) =>
    new Promise<unknown>((resolve) =>
      socket.once('message', (data) => resolve(JSON.parse(String(data)))),
    );

  it('answers a heartbeat in either version, after any garbage', async () => {
    for (const vsn of ['1.0.0', '2.0.0']) {
      const socket = await open(vsn);
      const garbage = [
        '',
        '{',
        'null',
        '[]',
        '{"event":1}',
        '[1,2,3,4,5]',
        '["1","1","t","phx_join",{"config":7}]',
      ];
      for (const frame of garbage.slice(0, 6)) socket.send(frame);
      socket.send(Buffer.from([1, 2, 3]));
      const beat = { join_ref: null, ref: '9', topic: 'phoenix', event: 'heartbeat', payload: {} };
      socket.send(
        vsn === '1.0.0'
          ? JSON.stringify(beat)
          : JSON.stringify([null, '9', 'phoenix', 'heartbeat', {}]),
      );
      const payload = { status: 'ok', response: {} };
      expect(await nextFrame(socket)).toEqual(
        vsn === '1.0.0'
          ? { ...beat, event: 'phx_reply', payload }
          : [null, '9', 'phoenix', 'phx_reply', payload],
      );
      socket.terminate();
    }
  });

  it('refuses an invalid join', async () => {
    const socket = await open('2.0.0');
    socket.send(JSON.stringify(['1', '1', 'realtime:x', 'phx_join', { config: 7 }]));
    expect(await nextFrame(socket)).toMatchObject([
      '1',
      '1',
      'realtime:x',
      'phx_reply',
      { status: 'error' },
    ]);
    socket.terminate();
  });

  it('looks up the published tables once for concurrent joins', async () => {
    const sockets = await Promise.all(Array.from({ length: 20 }, () => open('2.0.0')));
    const looks = await embedded.exclusively(async (database) => vi.spyOn(database, 'exec'));
    // The lookup waits until all have asked.
    let letLook = () => {};
    const held = embedded.exclusively(
      () =>
        new Promise<void>((resolve) => {
          letLook = resolve;
        }),
    );
    const answers = sockets.map(nextFrame);
    await Promise.all(
      sockets.map(async (socket) => {
        socket.send(JSON.stringify(['1', '1', 'realtime:x', 'phx_join', {}]));
        socket.ping();
        await once(socket, 'pong');
      }),
    );
    letLook();
    await held;
    const joined = ['1', '1', 'realtime:x', 'phx_reply', { status: 'ok' }];
    expect(await Promise.all(answers)).toMatchObject(sockets.map(() => joined));
    // The lookup of the first one, and one for all who came after it had begun.
    expect(looks.mock.calls.length).toBeLessThanOrEqual(2);
    for (const socket of sockets) socket.terminate();
  });
});
