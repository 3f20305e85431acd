import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { PUBLISHABLE_KEY } from '../../tools/server/database/secrets.ts';
import { MAX_BODY } from '../../tools/server/http/request-body.ts';
import { type Embedded, startEmbedded } from '../support/embedded.ts';
import { takeConsole } from '../support/setup.ts';

/** The embedded server refuses what hosted Supabase refuses. */

let embedded: Embedded;
beforeAll(async () => {
  embedded = await startEmbedded({ seed: false });
});
afterAll(() => embedded.stop());

const post = (path: string, body: string | Uint8Array<ArrayBuffer>, method = 'POST') =>
  fetch(embedded.url + path, {
    method,
    headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' },
    body,
  });
const signIn = (email: string, password: string) =>
  post('/auth/v1/token?grant_type=password', JSON.stringify({ email, password }));

describe('a body', () => {
  it('is refused with 413 when it is too large, whether it says so or not', async () => {
    const large = new Uint8Array(MAX_BODY + 1);
    expect((await post('/rest/v1/rpc/sync_push', large)).status).toBe(413);
    const unannounced = await fetch(`${embedded.url}/rest/v1/rpc/sync_push`, {
      method: 'POST',
      headers: { apikey: PUBLISHABLE_KEY },
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(unannounced.status).toBe(413);
  });

  it('is refused with 4xx when it is odd', async () => {
    const odd: [path: string, body: string, method?: string][] = [
      ['/auth/v1/signup', 'null'],
      ['/auth/v1/signup', '{'],
      ['/auth/v1/signup', '[]'],
      ['/auth/v1/signup', '{"email":"a@b.c\\u0000","password":"long-enough"}'],
      ['/auth/v1/signup', `{"email":"${'x'.repeat(999)}@b.c","password":"long-enough"}`],
      ['/auth/v1/token?grant_type=password', '{"email":1,"password":[]}'],
      ['/auth/v1/token?grant_type=refresh_token', '{"refresh_token":{}}'],
      ['/auth/v1/user', '{"email":null,"password":{}}', 'PUT'],
      ['/rest/v1/rpc/sync_pull', '[{}]'],
      ['/rest/v1/rpc/sync_pull', '{'],
      ['/rest/v1/friends', '{"name":{}}'],
      ['/rest/v1/friends', '{"name":"\\u0000"}'],
      ['/rest/v1/%', '{}'],
    ];
    for (const [path, body, method] of odd) {
      const { status } = await post(path, body, method);
      expect([path, body, Math.floor(status / 100)]).toEqual([path, body, 4]);
    }
    takeConsole();
  });
});

describe('wrong passwords and sign-ups', () => {
  it('are refused with 429 when there are too many; correct sign-ins do not count', async () => {
    const strict = await startEmbedded({ seed: false, maxAttempts: 3 });
    const before = embedded;
    embedded = strict;
    try {
      const { email, password } = strict.backend.demoAdmin;
      for (let i = 0; i < 5; i += 1) expect((await signIn(email, password)).status).toBe(200);
      const newcomer = JSON.stringify({ email: 'new@example.com', password: 'long-enough' });
      expect((await post('/auth/v1/signup', newcomer)).status).toBe(200);
      // At the same moment, so that none is refused before all have begun.
      const wrong = await Promise.all([0, 1, 2, 3, 4].map(() => signIn(email, 'wrong-password')));
      expect(wrong.map(({ status }) => status).sort()).toEqual([400, 400, 429, 429, 429]);
      const refused = await signIn(email, password);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      embedded = before;
      await strict.stop();
    }
    takeConsole();
  });
});

describe('a limit', () => {
  it('counts each page of this machine by itself: one that tries passwords locks out no other', async () => {
    const strict = await startEmbedded({ seed: false, maxAttempts: 2 });
    try {
      const { email, password } = strict.backend.demoAdmin;
      const attempt = async (origin: string, tried: string) => {
        const { status } = await fetch(`${strict.url}/auth/v1/token?grant_type=password`, {
          method: 'POST',
          headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json', origin },
          body: JSON.stringify({ email, password: tried }),
        });
        return status;
      };
      const one = 'http://localhost:3000';
      for (const status of [400, 400, 429, 429])
        expect(await attempt(one, 'wrong-password')).toBe(status);
      expect(await attempt(strict.url, password)).toBe(200);
      // A program that names ever new pages comes to an end too.
      const statuses: number[] = [];
      for (let port = 3001; port < 3030; port += 1)
        statuses.push(await attempt(`http://localhost:${port}`, 'wrong-password'));
      expect(statuses.at(0)).toBe(400);
      expect(statuses.at(-1)).toBe(429);
    } finally {
      await strict.stop();
    }
    takeConsole();
  });
});

describe('an answer', () => {
  const level = (i: number, inner: string) =>
    i % 2 === 0 ? `*,tasks(${inner})` : `*,projects(${inner})`;
  const deep = Array.from({ length: 9 }).reduce<string>((inner, _, i) => level(i, inner), '*');
  const wide = `*,${Array.from({ length: 40 }, (_, i) => `a${i}:tasks(*)`).join(',')}`;
  const read = (select: string, method = 'GET') =>
    fetch(`${embedded.url}/rest/v1/projects?select=${encodeURIComponent(select)}`, {
      method,
      headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: '{}' }),
    });

  it('embeds a few tables, and is refused at once where it would multiply the rows', async () => {
    expect((await read('*,tasks(*,projects(title,tasks(count)))')).status).toBe(200);
    for (const select of [deep, wide]) {
      for (const method of ['GET', 'POST', 'PATCH'])
        expect([method, (await read(select, method)).status]).toEqual([method, 400]);
    }
  });
});

describe('live connections', () => {
  const open = (origin = 'http://localhost:3000') =>
    new WebSocket(`${embedded.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0`, {
      origin,
    });

  it('join a hundred channels and no more', async () => {
    const socket = open();
    await once(socket, 'open');
    const statuses: string[] = [];
    socket.on('message', (data) => {
      const [, , , event, payload] = JSON.parse(String(data));
      if (event === 'phx_reply') statuses.push(payload.status);
    });
    const postgres_changes = [{ event: 'UPDATE', schema: 'public', table: 'sync_state' }];
    const join = (i: number) => [
      '1',
      `${i}`,
      `realtime:${i}`,
      'phx_join',
      { config: { postgres_changes } },
    ];
    for (let i = 0; i < 101; i += 1) socket.send(JSON.stringify(join(i)));
    await expect.poll(() => statuses).toEqual([...Array(100).fill('ok'), 'error']);
    // Left explicitly, so that the server no longer counts it.
    socket.close();
    await once(socket, 'close');
  });

  it('are two hundred and no more, and a hundred of one page', async () => {
    const refused = async (origin: string) => String((await once(open(origin), 'error'))[0]);
    const sockets: WebSocket[] = [];
    for (const origin of ['http://localhost:3001', 'http://localhost:3002']) {
      const own = Array.from({ length: 100 }, () => open(origin));
      await Promise.all(own.map((it) => once(it, 'open')));
      sockets.push(...own);
      expect(await refused(origin)).toContain('503');
    }
    expect(await refused('http://localhost:3003')).toContain('503');
    const closed = sockets.map((it) => once(it, 'close'));
    for (const it of sockets) it.close();
    await Promise.all(closed);
    const again = open('http://localhost:3001');
    await once(again, 'open');
    again.terminate();
  });

  it('are ended where the client never reads', async () => {
    const socket = open();
    await once(socket, 'open');
    // Each answer repeats the topic: together they are more than a system keeps for a connection.
    const all = 200;
    let answers = 0;
    const end = new Promise<string>((resolve) => {
      socket.on('message', () => {
        answers += 1;
        if (answers === all) resolve('all was kept');
      });
      socket.on('error', () => resolve('ended'));
      socket.on('close', () => resolve('ended'));
    });
    socket.pause();
    const frame = (i: number) =>
      JSON.stringify([null, `${i}`, 'x'.repeat(200_000), 'heartbeat', {}]);
    await Promise.all(
      Array.from(
        { length: all },
        (_, i) => new Promise<unknown>((sent) => socket.send(frame(i), sent)),
      ),
    );
    socket.resume();
    expect(await end).toBe('ended');
  });
});
