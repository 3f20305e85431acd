import { once } from 'node:events';
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Embedded, startEmbedded } from '../support/embedded.ts';
import { supabaseClient } from '../support/supabase-client.ts';

/** The embedded Realtime, driven by an unmodified supabase-js and by raw frames. */

let embedded: Embedded;
const clients: SupabaseClient[] = [];
beforeAll(async () => {
  embedded = await startEmbedded({ seed: false });
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.removeAllChannels();
});
afterAll(() => embedded.stop());

function newClient(): SupabaseClient {
  const client = supabaseClient(embedded.url);
  clients.push(client);
  return client;
}

/** What the engine asks for. */
const updates = { event: 'UPDATE', schema: 'public', table: 'sync_state' };

interface Listening {
  channel: RealtimeChannel;
  status: string[];
  /** The pokes' versions that have not been taken. */
  heard: number[];
  /** Takes the next poke's version. */
  next(): Promise<number>;
}

async function listen(client: SupabaseClient, wanted: object = updates): Promise<Listening> {
  const channel = client.channel(`test-${Math.random()}`);
  const status: string[] = [];
  const heard: number[] = [];
  await new Promise<void>((resolve, reject) => {
    channel
      .on('postgres_changes', wanted as never, (event: { new: { version: number } }) =>
        heard.push(event.new.version),
      )
      .subscribe((now, error) => {
        status.push(now);
        if (now === 'SUBSCRIBED') resolve();
        else if (status.length === 1) reject(error ?? new Error(now));
      });
  });
  const next = async () => {
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    return heard.shift()!;
  };
  return { channel, status, heard, next };
}

const version = async () =>
  Number((await embedded.sql('select version from sync_state'))[0]!.version);
const addFriend = () => embedded.sql("insert into friends (name) values ('Ada')");

describe('an unmodified supabase-js', () => {
  it('Y50: is poked once for a transaction, however large, and not for one that is rolled back', async () => {
    const { next, heard } = await listen(newClient());
    const before = await version();
    await embedded.sql("begin; insert into friends (name) values ('nobody'); rollback;");
    await embedded.sql("insert into friends (name) select 'f' from generate_series(1, 5000)");
    const first = await next();
    expect(first).toBe(await version());
    expect(first).toBeGreaterThan(before);
    await addFriend();
    expect((await next()) - first).toBe(5000);
    expect(heard).toEqual([]);
  });

  it('is poked until it leaves, also after its access token has changed', async () => {
    const client = newClient();
    const [leaves, stays] = [
      await listen(client),
      await listen(client, { ...updates, event: '*' }),
    ];
    const { error } = await client.auth.signInWithPassword(embedded.backend.demoAdmin);
    expect(error).toBeNull();
    await addFriend();
    expect(await leaves.next()).toBe(await stays.next());
    expect(await client.removeChannel(leaves.channel)).toBe('ok');
    expect(leaves.status).toContain('CLOSED');
    await addFriend();
    expect(await stays.next()).toBe(await version());
    expect(leaves.heard).toEqual([]);
  });

  it('reconnects by itself after the server was gone', async () => {
    const { next, status } = await listen(newClient());
    await embedded.down();
    await embedded.up();
    await expect.poll(() => status.filter((now) => now === 'SUBSCRIBED').length).toBe(2);
    await addFriend();
    expect(await next()).toBe(await version());
  });

  it.each([
    ['another table', { ...updates, table: 'friends' }],
    ['every table', { event: '*', schema: 'public' }],
    ['inserts', { ...updates, event: 'INSERT' }],
    ['some values only', { ...updates, filter: 'version=eq.1' }],
  ])('is refused if it asks for %s', async (_, wanted) => {
    await expect(listen(newClient(), wanted)).rejects.toThrow('Only updates of public.sync_state');
  });
});

describe('the protocol', () => {
  async function open(): Promise<{ socket: WebSocket; nextFrame(): Promise<unknown> }> {
    const address = embedded.url.replace('http', 'ws');
    const socket = new WebSocket(`${address}/realtime/v1/websocket?vsn=2.0.0`);
    await once(socket, 'open');
    return {
      socket,
      nextFrame: async () => JSON.parse(String((await once(socket, 'message'))[0])),
    };
  }

  it('answers a heartbeat after any garbage', async () => {
    const { socket, nextFrame } = await open();
    for (const frame of ['', '{', 'null', '[]', '{"event":1}', '[1,2,3,4,5]']) socket.send(frame);
    socket.send(Buffer.from([1, 2, 3]));
    socket.send(JSON.stringify([null, '9', 'phoenix', 'heartbeat', {}]));
    const payload = { status: 'ok', response: {} };
    expect(await nextFrame()).toEqual([null, '9', 'phoenix', 'phx_reply', payload]);
    socket.terminate();
  });

  it.each([[null], [{}], [{ config: 7 }]])('refuses the join %j', async (join) => {
    const { socket, nextFrame } = await open();
    socket.send(JSON.stringify(['1', '2', 'realtime:x', 'phx_join', join]));
    const refused = ['1', '2', 'realtime:x', 'phx_reply', { status: 'error' }];
    expect(await nextFrame()).toMatchObject(refused);
    socket.terminate();
  });
});
