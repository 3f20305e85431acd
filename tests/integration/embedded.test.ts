import { connect } from 'node:net';
import type { SupabaseClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { PUBLISHABLE_KEY } from '../../tools/server/database/secrets.ts';
import { type Embedded, startEmbedded } from '../support/embedded.ts';
import { takeConsole } from '../support/setup.ts';
import { supabaseClient } from '../support/supabase-client.ts';

let embedded: Embedded;

beforeAll(async () => {
  embedded = await startEmbedded();
  await embedded.sql(`
    create function whoami() returns text language sql as $$ select current_user::text $$;
    create function my_id() returns jsonb language sql stable as $$ select jsonb_build_object('id', auth.uid()) $$;
    create function refuse(code text) returns int language plpgsql as $$
      begin raise exception 'no way' using errcode = code, hint = 'try less', detail = 'too much'; end $$;
  `);
});

afterAll(() => embedded.stop());

const newClient = (): SupabaseClient => supabaseClient(embedded.url);

/**
 * A client without a network between it and the backend. Requests through a socket are far enough apart to run one by
 * one by luck; these begin in the same tick.
 */
const besideTheNetwork = (): SupabaseClient =>
  supabaseClient(embedded.url, { backend: embedded.backend });

async function admin(): Promise<SupabaseClient> {
  return signIn(newClient());
}

async function signIn(client: SupabaseClient): Promise<SupabaseClient> {
  const { error } = await client.auth.signInWithPassword(embedded.backend.demoAdmin);
  expect(error).toBeNull();
  return client;
}

describe('the embedded backend', () => {
  it('shows its content to anybody and accepts writes from admins only', async () => {
    const visitor = newClient();
    const { data } = await visitor.from('projects').select('title').limit(3);
    expect(data?.length).toBe(3);
    expect((await visitor.from('friends').insert({ name: 'Me' })).error?.code).toBe('42501');
    const somebody = newClient();
    const { data: signedUp } = await somebody.auth.signUp({
      email: 'somebody@example.com',
      password: 'long-enough',
      options: { data: { role: 'admin' } },
    });
    expect((await somebody.rpc('my_id')).data).toEqual({ id: signedUp.user?.id });
    expect((await somebody.from('friends').insert({ name: 'Me' })).error?.code).toBe('42501');
    expect((await (await admin()).from('friends').insert({ name: 'A friend' })).error).toBeNull();
    takeConsole();
  });

  it('treats a request without a session as a visitor’s, whatever else it contains', async () => {
    const who = async (headers: Record<string, string>) => {
      const response = await fetch(`${embedded.url}/rest/v1/rpc/whoami`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{}',
      });
      return response.status === 200 ? response.json() : response.status;
    };
    expect(await who({ apikey: PUBLISHABLE_KEY })).toBe('anon');
    expect(
      await who({ apikey: PUBLISHABLE_KEY, 'x-forwarded-for': '127.0.0.1', host: 'localhost' }),
    ).toBe('anon');
    expect(await who({})).toBe(401);
    expect(
      await who({
        apikey: PUBLISHABLE_KEY,
        authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.',
      }),
    ).toBe('anon');
  });

  it('answers a pull with content, and says by code what went wrong otherwise', async () => {
    const { data, status } = await newClient().rpc('sync_pull', {
      epoch: null,
      cursor: 0,
      horizon: 0,
      page_size: 1000,
    });
    expect(status).toBe(200);
    expect(data).toMatchObject({ reset: true, more: false });
    expect(data.changes.length).toBeGreaterThan(80);
    const unknown = await newClient().rpc('sync_nothing', {});
    expect(unknown.error?.code).toBe('PGRST202');
  });

  it('reports what SQL raised by its code and words, with the status that PostgREST gives it', async () => {
    const reported = async (code: string) => {
      const { status, error } = await newClient().rpc('refuse', { code });
      expect(error).toMatchObject({ code, message: 'no way', details: 'too much' });
      return status;
    };
    const expected = {
      P0001: 400,
      '22023': 400,
      '23505': 409,
      '23514': 400,
      '40001': 500,
      '40P01': 500,
      '42501': 401,
      '55P03': 500,
      '57014': 500,
    };
    for (const [code, status] of Object.entries(expected))
      expect([code, await reported(code)]).toEqual([code, status]);
    takeConsole();
  });

  it('learns of a later function when it is told to reload, as hosted does', async () => {
    await newClient().rpc('whoami');
    await embedded.sql(
      "create function made_later() returns int language sql as 'select 1'; notify pgrst, 'reload schema'",
    );
    expect((await newClient().rpc('made_later')).data).toBe(1);
  });

  it('refuses passwords under eight characters, as the hosted settings do', async () => {
    const { error } = await newClient().auth.signUp({
      email: 'short@example.com',
      password: '1234567',
    });
    expect(error?.code).toBe('weak_password');
  });

  it('signs in, refreshes and signs out', async () => {
    const client = await admin();
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.access_token).toBeTypeOf('string');
    const wrong = await newClient().auth.signInWithPassword({
      email: 'admin@fieldnotes.local',
      password: 'wrong-password',
    });
    expect(wrong.error?.message).toContain('Invalid login credentials');
    expect((await client.auth.signOut()).error).toBeNull();
  });

  it('separates concurrent requests: neither rights nor transactions leak into another one', async () => {
    const owner = await signIn(besideTheNetwork());
    const visitor = besideTheNetwork();
    const before = await embedded.sql('select count(*)::int as n from commentaries');
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, i) => {
        if (i % 3 === 0) return owner.from('commentaries').insert({ title: `T${i}`, content: 'C' });
        if (i % 3 === 1) return visitor.from('commentaries').insert({ title: 'no', content: 'no' });
        return visitor.rpc('whoami');
      }),
    );
    for (const [i, { error, data }] of results.entries()) {
      if (i % 3 === 0) expect(error).toBeNull();
      if (i % 3 === 1) expect(error?.code).toBe('42501');
      if (i % 3 === 2) expect(data).toBe('anon');
    }
    const after = await embedded.sql('select count(*)::int as n from commentaries');
    expect(Number(after[0]!.n) - Number(before[0]!.n)).toBe(20);
    takeConsole();
  });

  it('keeps direct SQL out of the transaction of a request that is running, and fails', async () => {
    const database = await embedded.exclusively(async (it) => it);
    const query = database.query.bind(database);
    let direct: Promise<Record<string, unknown>[]> | undefined;
    // The worst possible moment: right after the request's BEGIN.
    database.query = ((...words: Parameters<typeof query>) => {
      const answer = query(...words);
      if (words[0] === 'BEGIN') {
        direct ??= embedded.sql(
          "insert into friends (name) values ('direct') returning current_user::text as who",
        );
      }
      return answer;
    }) as typeof query;
    const { error } = await newClient().rpc('refuse', { code: '23505' });
    database.query = query;
    expect(error?.code).toBe('23505');
    expect(await direct).toEqual([{ who: 'postgres' }]);
    expect(await embedded.sql("select name from friends where name = 'direct'")).toHaveLength(1);
    takeConsole();
  });

  it('allows pages of other ports, and lets them cache the preflight for an hour', async () => {
    const response = await fetch(`${embedded.url}/rest/v1/rpc/sync_pull`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:4000',
        'access-control-request-headers': 'apikey,content-type',
        'access-control-request-method': 'POST',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-headers')).toBe('apikey,content-type');
    expect(response.headers.get('access-control-max-age')).toBe('3600');
  });

  describe('a page of another site', () => {
    const page = { origin: 'https://elsewhere.example', apikey: PUBLISHABLE_KEY };
    const json = { 'content-type': 'application/json' };
    it.each([
      ['reads nothing', 'rest/v1/friends', { headers: page }],
      ['is promised nothing', 'rest/v1/friends', { method: 'OPTIONS', headers: page }],
      [
        'makes no account',
        'auth/v1/signup',
        {
          method: 'POST',
          headers: { ...page, ...json },
          body: '{"email":"a@elsewhere.example","password":"long-enough"}',
        },
      ],
      [
        'uses up no attempt to sign in',
        'auth/v1/token?grant_type=password',
        { method: 'POST', headers: { ...page, ...json }, body: '{}' },
      ],
      [
        'that hides who it is reads nothing',
        'rest/v1/friends',
        { headers: { ...page, origin: 'null' } },
      ],
      [
        'shows nothing as a picture',
        'rest/v1/friends?apikey=x',
        { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' } },
      ],
    ] as const)('X3: %s', async (_, path, init) => {
      const response = await fetch(`${embedded.url}/${path}`, init);
      expect(response.status).toBe(403);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    });

    it('X3: has no live connection', async () => {
      const address = `${embedded.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${PUBLISHABLE_KEY}`;
      const opens = (origin: string) =>
        new Promise<boolean>((done) => {
          const socket = new WebSocket(address, { origin });
          socket.on('open', () => {
            socket.terminate();
            done(true);
          });
          socket.on('error', () => done(false));
        });
      expect(await opens('https://elsewhere.example')).toBe(false);
      expect(await opens('http://localhost:4000')).toBe(true);
    });
  });
});

describe('a token', () => {
  const pull = (token: string) =>
    fetch(`${embedded.url}/rest/v1/rpc/sync_pull`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        apikey: PUBLISHABLE_KEY,
        authorization: `Bearer ${token}`,
      },
      body: '{}',
    });
  const signed = (secret: string, expires: string) =>
    new SignJWT({ role: 'authenticated', sub: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(expires)
      .sign(new TextEncoder().encode(secret));

  it('Y19: is answered with 401 and a code if it has expired or was signed by somebody else', async () => {
    const { jwtSecret } = embedded.backend;
    expect((await pull(await signed(jwtSecret, '5m'))).status).toBe(200);
    const expired = await pull(await signed(jwtSecret, '-5m'));
    expect([expired.status, (await expired.json()).code]).toEqual([401, 'PGRST303']);
    const forged = await pull(await signed('x'.repeat(64), '5m'));
    expect([forged.status, (await forged.json()).code]).toEqual([401, 'PGRST301']);
  });
});

describe('the server', () => {
  /** The first line of the answer to raw bytes; supabase-js and fetch would normalise the address. */
  const statusOf = (head: string, host = 'localhost') =>
    new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(embedded.url).port), '127.0.0.1', () =>
        socket.write(
          `${head}\r\nHost: ${host}\r\napikey: ${PUBLISHABLE_KEY}\r\nConnection: close\r\n\r\n`,
        ),
      );
      let text = '';
      socket.on('data', (data) => {
        text += data;
      });
      socket.on('close', () => resolve(text.split(' ')[1] ?? 'closed'));
    });
  const upgrade = '\r\nUpgrade: websocket\r\nConnection: Upgrade';

  it('survives invalid addresses', async () => {
    expect(await statusOf('GET / HTTP/1.1', '[')).toBe('400');
    expect(await statusOf('GET http://[ HTTP/1.1')).toBe('421');
    expect(await statusOf(`GET http://[ HTTP/1.1${upgrade}`)).toBe('closed');
    expect(await statusOf(`GET // HTTP/1.1${upgrade}`)).toBe('closed');
    expect(await statusOf('GET /%E0%A4%A HTTP/1.1')).toBe('400');
    expect(await statusOf('GET /rest/v1/friends HTTP/1.1')).toBe('200');
  });

  it('answers only under its own names, because a foreign page’s name may resolve to this machine', async () => {
    for (const own of [
      'localhost:1',
      'fieldnotes.localhost',
      '127.0.0.1',
      '[::1]:80',
      '192.168.1.2',
    ])
      expect([own, await statusOf('GET /rest/v1/friends HTTP/1.1', own)]).toEqual([own, '200']);
    for (const foreign of ['example.com', 'localhost.example.com', '127.0.0.1.example.com:4173']) {
      expect(await statusOf('GET /rest/v1/friends HTTP/1.1', foreign)).toBe('421');
      expect(await statusOf(`GET /realtime/v1/websocket HTTP/1.1${upgrade}`, foreign)).toBe(
        'closed',
      );
    }
  });

  it('does not show the settings of the API layer at any address', async () => {
    for (const path of [
      '/_system/config',
      '/rest/v1/../../_system/config',
      '/rest/v1/%2e%2e/%2e%2e/_system/introspect',
      '/functions/v1/any',
    ])
      expect([path, await statusOf(`GET ${path} HTTP/1.1`)]).toEqual([path, '404']);
  });

  it('leaves the exit code to the process: what had failed before it was closed has failed, and a refused statement is no failure', async () => {
    const { exitCode } = process;
    try {
      process.exitCode = 7;
      const another = await startEmbedded({ seed: false });
      expect(process.exitCode).toBe(7);
      await expect(another.sql('select 1 / 0')).rejects.toThrow('division by zero');
      expect(process.exitCode).toBe(7);
      await another.stop();
      expect(process.exitCode).toBe(7);
    } finally {
      process.exitCode = exitCode;
    }
  });

  it('answers other clients while one sends slowly', async () => {
    const slow = connect(Number(new URL(embedded.url).port), '127.0.0.1');
    await new Promise<void>((sent) =>
      slow.write(
        `POST /rest/v1/rpc/whoami HTTP/1.1\r\nHost: localhost\r\napikey: ${PUBLISHABLE_KEY}\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{`,
        () => sent(),
      ),
    );
    expect(await statusOf('GET /rest/v1/friends HTTP/1.1')).toBe('200');
    slow.destroy();
    expect(await statusOf('GET /rest/v1/friends HTTP/1.1')).toBe('200');
  });
});
