import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { PUBLISHABLE_KEY } from '../../tools/server/database/backend.ts';
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

describe('live connections', () => {
  const open = () =>
    new WebSocket(`${embedded.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0`);

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

  it('are two hundred and no more', async () => {
    const sockets = Array.from({ length: 200 }, open);
    await Promise.all(sockets.map((it) => once(it, 'open')));
    const [error] = await once(open(), 'error');
    expect(String(error)).toContain('503');
    for (const it of sockets) it.terminate();
  });
});
