import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import type { Account } from '../../src/engine/mirror/meta.ts';
import { openSessionStore, type SessionStore } from '../../src/engine/mirror/session-store.ts';
import { createSession, toStored } from '../../src/engine/supabase/session.ts';
import { newDatabase } from '../support/device.ts';
import { testLocks } from '../support/locks.ts';

const backend = { url: 'https://server.test', key: 'sb_publishable_test' };
const account: Account = { userId: 'ada', email: 'ada@b.cd', isAdmin: true, expired: false };
const HOUR = 3_600;

let database: MirrorDatabase;
let store: SessionStore;
let now: number;
/** The server's answer to a refresh; it counts the tokens it gave out. */
let answer: () => Response | Promise<Response>;
let refreshes: unknown[];
let given: number;

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const received = (number: number) => ({
  access_token: `token ${number}`,
  refresh_token: `refresh ${number}`,
  token_type: 'bearer',
  expires_in: HOUR,
  // The server's clock, on which nothing here may depend.
  expires_at: 5,
  user: { id: 'ada', email: 'ada@b.cd' },
});
const signIn = () => store.signIn(toStored(received(0), now) ?? '', account);
const session = (locks?: LockManager) => createSession(backend, store, locks, () => now);
const pass = (seconds: number) => {
  now += seconds * 1000;
};
const token = (number: number) => ({ token: `token ${number}`, userId: 'ada' });

beforeEach(() => {
  database = newDatabase();
  store = openSessionStore(database);
  now = Date.UTC(2026, 2, 5);
  refreshes = [];
  given = 0;
  answer = () => {
    given += 1;
    return json(200, received(given));
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    expect(url).toBe('https://server.test/auth/v1/token?grant_type=refresh_token');
    refreshes.push(JSON.parse(String(init.body)).refresh_token);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  database.close();
});

describe('an access token', () => {
  it('Y43: is null for a visitor, without a request', async () => {
    expect(await session().accessToken()).toBeNull();
    expect(await session().refreshAfter401('token 0')).toBeNull();
    expect(refreshes).toEqual([]);
  });

  it('is the stored one while it lasts', async () => {
    await signIn();
    pass(HOUR - 61);
    expect(await session().accessToken()).toEqual(token(0));
    expect(refreshes).toEqual([]);
  });

  it('is refreshed in its last minute, and the new session is stored as supabase-js does', async () => {
    await signIn();
    pass(HOUR - 60);
    expect(await session().accessToken()).toEqual(token(1));
    expect(refreshes).toEqual(['refresh 0']);
    const stored = JSON.parse((await store.read()).session ?? '');
    expect(stored).toEqual({ ...received(1), expires_at: now / 1000 + HOUR });
    expect(await session().accessToken()).toEqual(token(1));
    expect(refreshes).toHaveLength(1);
  });

  it.each([86_400, -86_400])('Y11: works the same with a clock that is %i s off', async (off) => {
    pass(off);
    await signIn();
    for (let i = 0; i < 3; i += 1) expect(await session().accessToken()).toEqual(token(0));
    expect(refreshes).toEqual([]);
  });

  it('Y41: three tabs and the worker at once refresh it once', async () => {
    await signIn();
    pass(HOUR);
    const locks = testLocks();
    const tabs = [1, 2, 3, 4].map(() => session(locks).accessToken());
    expect(await Promise.all(tabs)).toEqual([token(1), token(1), token(1), token(1)]);
    expect(refreshes).toEqual(['refresh 0']);
  });

  it('is refreshed once per tab if the browser has no locks', async () => {
    await signIn();
    pass(HOUR);
    const { accessToken } = session();
    expect(await Promise.all([accessToken(), accessToken()])).toEqual([token(1), token(1)]);
    expect(refreshes).toHaveLength(1);
  });
});

describe('a 401', () => {
  it('Y19: refreshes the token that was refused, once, whatever the clock says', async () => {
    await signIn();
    const locks = testLocks();
    const tabs = [1, 2, 3].map(() => session(locks).refreshAfter401('token 0'));
    expect(await Promise.all(tabs)).toEqual([token(1), token(1), token(1)]);
    expect(refreshes).toEqual(['refresh 0']);
  });

  it('does not refresh a token that was replaced meanwhile', async () => {
    await signIn();
    expect(await session().refreshAfter401('an older one')).toEqual(token(0));
    expect(refreshes).toEqual([]);
  });
});

describe('a refresh', () => {
  const expiredSession = async () => {
    await signIn();
    pass(HOUR);
    return store.read();
  };

  it.each([
    ['refresh_token_not_found', { code: 400, error_code: 'refresh_token_not_found', msg: 'no' }],
    ['the OAuth error of older servers', { error: 'invalid_grant', error_description: 'no' }],
  ])('Y20 Y65: ends the session and nothing else when it is refused (%s)', async (_, body) => {
    await expiredSession();
    const attempt = { attempts: 0, sent: false, heldUntil: null };
    const mutation = { id: 'one', account: 'ada', label: 'An edit', at: 0, ...attempt };
    await database.outbox.add({ ...mutation, changes: [], rows: [], after: [] });
    await database.meta.put({ key: 'freshness', value: 1 });
    answer = () => json(400, body);
    expect(await session().accessToken()).toBeNull();
    expect(await store.read()).toEqual({ session: null, account: { ...account, expired: true } });
    expect(await database.outbox.count()).toBe(1);
    expect(await database.meta.get('freshness')).toBeDefined();
    expect(await session().accessToken()).toBeNull();
    expect(refreshes).toHaveLength(1);
  });

  it.each<[string, () => Response | Promise<Response>, string]>([
    ['nobody answers', () => Promise.reject(new TypeError('Failed to fetch')), 'unreachable'],
    ['the server fails', () => json(503, { msg: 'down' }), 'unreachable'],
    [
      'there were too many',
      () => json(429, { error_code: 'over_request_rate_limit' }),
      'unreachable',
    ],
    ['a captive portal answers', () => new Response('<html>', { status: 200 }), 'unreachable'],
    ['the answer is no session', () => json(200, { hello: 'there' }), 'unreachable'],
    ['the key is wrong', () => json(401, { message: 'Invalid API key' }), 'refused'],
  ])('changes nothing when it fails because %s', async (_, reply, kind) => {
    const held = await expiredSession();
    answer = reply;
    await expect(session().accessToken()).rejects.toMatchObject({ name: 'Failure', kind });
    expect(await store.read()).toEqual(held);
  });

  it('passes on how long the server asks to wait', async () => {
    await expiredSession();
    answer = () => new Response('{}', { status: 503, headers: { 'retry-after': '7' } });
    await expect(session().accessToken()).rejects.toMatchObject({ retryAfterMs: 7_000 });
  });

  it('signs nobody in when its answer comes after the account signed out', async () => {
    await expiredSession();
    answer = async () => {
      await store.signOut();
      return json(200, received(1));
    };
    expect(await session().accessToken()).toBeNull();
    expect(await store.read()).toEqual({ session: null, account: null });
  });

  it('leaves a newer session alone when it is refused', async () => {
    await expiredSession();
    answer = async () => {
      await store.signIn(toStored(received(9), now) ?? '', account);
      return json(400, { error_code: 'session_not_found' });
    };
    expect(await session().accessToken()).toEqual(token(9));
  });
});

describe('Y36: a half-lost session', () => {
  it('asks an account without a session to sign in again', async () => {
    await database.meta.put({ key: 'account', value: account });
    expect(await session().accessToken()).toBeNull();
    expect((await store.read()).account).toEqual({ ...account, expired: true });
  });

  it('does not count without an account', async () => {
    await signIn();
    await database.meta.delete('account');
    expect(await session().accessToken()).toBeNull();
    expect(await store.read()).toEqual({ session: null, account: null });
  });

  it('does not count if it is another account’s, or half a text', async () => {
    await signIn();
    await database.meta.put({ key: 'account', value: { ...account, userId: 'bob' } });
    expect(await session().accessToken()).toBeNull();
    await store.signIn('{"access_tok', account);
    expect(await session().accessToken()).toBeNull();
    expect(await store.read()).toEqual({ session: null, account: { ...account, expired: true } });
  });
});

describe('a role', () => {
  it('is not given to the next account when it comes late', async () => {
    await store.signIn('{}', { ...account, userId: 'bob', isAdmin: false });
    await store.setRole('ada', true);
    expect((await store.read()).account?.isAdmin).toBe(false);
    await store.setRole('bob', true);
    expect((await store.read()).account?.isAdmin).toBe(true);
  });
});
