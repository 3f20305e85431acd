import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { PUBLISHABLE_KEY } from '../../supabase/embedded/backend.ts';
import { type Embedded, startEmbedded } from '../support/embedded.ts';
import { takeConsole } from '../support/setup.ts';

let embedded: Embedded;
beforeAll(async () => {
  embedded = await startEmbedded();
  await embedded.sql(
    'create function whoami() returns text language sql as $$ select current_user::text $$',
  );
});
afterAll(() => embedded.stop());

const newClient = (url = embedded.url): SupabaseClient =>
  createClient(url, PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });

async function admin(url?: string): Promise<SupabaseClient> {
  const client = newClient(url);
  const { error } = await client.auth.signInWithPassword(embedded.backend.demoAdmin);
  expect(error).toBeNull();
  return client;
}

describe('the embedded backend', () => {
  it('shows its content to anybody and takes writes from nobody but admins', async () => {
    const visitor = newClient();
    const { data } = await visitor.from('projects').select('title').limit(3);
    expect(data?.length).toBe(3);
    expect((await visitor.from('friends').insert({ name: 'Me' })).error?.code).toBe('42501');
    const somebody = newClient();
    await somebody.auth.signUp({
      email: 'somebody@example.com',
      password: 'long-enough',
      options: { data: { role: 'admin' } },
    });
    expect((await somebody.from('friends').insert({ name: 'Me' })).error?.code).toBe('42501');
    expect((await (await admin()).from('friends').insert({ name: 'A friend' })).error).toBeNull();
    takeConsole();
  });

  it('treats a request without a session as a visitor, whatever else it carries', async () => {
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

  it('keeps requests that come at once apart: no rights, no transaction of one leaks into another', async () => {
    const owner = await admin();
    const visitor = newClient();
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

  it('lets other origins in, as hosted does, and asks them once', async () => {
    const response = await fetch(`${embedded.url}/rest/v1/rpc/sync_pull`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://elsewhere',
        'access-control-request-headers': 'apikey,content-type',
        'access-control-request-method': 'POST',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-headers')).toBe('apikey,content-type');
    expect(Number(response.headers.get('access-control-max-age'))).toBeGreaterThan(600);
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

  it('Y19: that has expired, or that somebody else signed, is answered with 401 and a code', async () => {
    const { jwtSecret } = embedded.backend;
    expect((await pull(await signed(jwtSecret, '5m'))).status).toBe(200);
    const expired = await pull(await signed(jwtSecret, '-5m'));
    expect([expired.status, (await expired.json()).code]).toEqual([401, 'PGRST303']);
    const forged = await pull(await signed('x'.repeat(64), '5m'));
    expect([forged.status, (await forged.json()).code]).toEqual([401, 'PGRST301']);
  });
});

describe('data in a folder', () => {
  it('is there after the next start, which runs neither migrations nor seed again', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'fieldnotes-'));
    try {
      const first = await startEmbedded({ dataDir });
      const { jwtSecret } = first.backend;
      expect(statSync(join(dataDir, 'secrets.json')).mode & 0o077).toBe(0);
      await first.sql("delete from friends; insert into friends (name) values ('Kept')");
      await first.stop();
      const second = await startEmbedded({ dataDir });
      expect(await second.sql('select name from friends')).toEqual([{ name: 'Kept' }]);
      expect(second.backend.jwtSecret).toBe(jwtSecret);
      expect((await (await admin(second.url)).from('friends').select('name')).data).toEqual([
        { name: 'Kept' },
      ]);
      await second.stop();
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
