import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import { openSessionStore } from '../../src/engine/mirror/session-store.ts';
import type { Backend } from '../../src/engine/supabase/http.ts';
import { createSession } from '../../src/engine/supabase/session.ts';
import { createAuth } from '../../src/engine/supabase/sign-in.ts';
import { Failure } from '../../src/lib/failure.ts';
import { PUBLISHABLE_KEY } from '../../tools/server/database/secrets.ts';
import { newDatabase } from '../support/device.ts';
import { type Embedded, startEmbedded } from '../support/embedded.ts';
import { testLocks } from '../support/locks.ts';

/** Sessions against a real server, with the real client library. */

let embedded: Embedded;
let backend: Backend;
const databases: MirrorDatabase[] = [];

beforeAll(async () => {
  embedded = await startEmbedded({ seed: false });
  backend = { url: embedded.url, key: PUBLISHABLE_KEY };
});
afterAll(() => embedded.stop());
beforeEach(() => embedded.up());
afterEach(() => {
  vi.unstubAllGlobals();
  for (const database of databases.splice(0)) database.close();
});

function newDevice() {
  const database = newDatabase();
  databases.push(database);
  const store = openSessionStore(database);
  let now = Date.now();
  const clock = () => now;
  const session = createSession(backend, store, testLocks(), clock);
  const auth = createAuth(backend, store, session, new URL('https://site.test/admin'), clock);
  const wait = (seconds: number) => {
    now += seconds * 1000;
  };
  const account = async () => (await store.read()).account;
  return { store, session, auth, wait, account };
}

const admin = () => embedded.backend.demoAdmin;
const signInAsAdmin = async (device: ReturnType<typeof newDevice>) =>
  device.auth.signIn(admin().email, admin().password);
const newEmail = () => `${crypto.randomUUID()}@example.com`;
const password = 'long-enough';

describe('signing in', () => {
  it('ACCESS-2: gives an admin the role on the device, with a token that the server accepts', async () => {
    const device = newDevice();
    await signInAsAdmin(device);
    const account = await device.account();
    expect(account).toMatchObject({ email: admin().email, isAdmin: true, expired: false });
    const caller = await device.session.accessToken();
    expect(caller?.userId).toBe(account?.userId);
    const response = await fetch(`${embedded.url}/auth/v1/user`, {
      headers: { apikey: PUBLISHABLE_KEY, authorization: `Bearer ${caller?.token}` },
    });
    expect((await response.json()).id).toBe(account?.userId);
  });

  it('stores the session as supabase-js does', async () => {
    const device = newDevice();
    await signInAsAdmin(device);
    expect(JSON.parse((await device.store.read()).session ?? '')).toMatchObject({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'bearer',
      expires_in: expect.any(Number),
      expires_at: expect.any(Number),
      user: { id: expect.any(String), email: admin().email },
    });
  });

  it('is refused with a wrong password, and leaves the account that was signed in', async () => {
    const device = newDevice();
    await signInAsAdmin(device);
    const before = await device.store.read();
    await expect(device.auth.signIn(admin().email, 'wrong')).rejects.toMatchObject({
      kind: 'refused',
      code: 'invalid_credentials',
    });
    expect(await device.store.read()).toEqual(before);
  });

  it('fails as unreachable without a server', async () => {
    await embedded.down();
    await expect(signInAsAdmin(newDevice())).rejects.toMatchObject({
      kind: 'unreachable',
      code: 'no-answer',
    });
  });

  it.each([
    [401, 'refused'],
    [403, 'refused'],
    [408, 'unreachable'],
    [500, 'unreachable'],
    [502, 'unreachable'],
    [503, 'unreachable'],
    [522, 'unreachable'],
  ] as const)('fails when it is answered with %i, as %s', async (status, kind) => {
    vi.stubGlobal('fetch', async () => Response.json({ msg: 'no' }, { status }));
    const failure = { kind, code: String(status) };
    await expect(signInAsAdmin(newDevice())).rejects.toMatchObject(failure);
    await expect(newDevice().auth.adminCount()).rejects.toMatchObject(failure);
  });

  it.each([
    ['by its status', 429, { code: 429, error_code: 'over_request_rate_limit', msg: 'Slow down' }],
    ['by its words', 400, { msg: 'Email rate limit exceeded' }],
  ])('says that there were too many attempts (%s)', async (_, status, body) => {
    vi.stubGlobal('fetch', async () => Response.json(body, { status }));
    const failure = { kind: 'unreachable', code: '429' };
    await expect(signInAsAdmin(newDevice())).rejects.toMatchObject(failure);
  });

  it('understands an older server, which says only in words that the password is wrong', async () => {
    const body = { error: 'invalid_grant', error_description: 'Invalid login credentials' };
    vi.stubGlobal('fetch', async () => Response.json(body, { status: 400 }));
    await expect(signInAsAdmin(newDevice())).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  it('resumes for the same user; another user becomes the account', async () => {
    const device = newDevice();
    await signInAsAdmin(device);
    const { session: text, account: first } = await device.store.read();
    await device.store.expire(text);
    expect(await device.session.accessToken()).toBeNull();
    await signInAsAdmin(device);
    expect(await device.account()).toEqual(first);

    const email = newEmail();
    expect(await device.auth.signUp(email, password)).toBe('signed-in');
    expect(await device.account()).toMatchObject({ email, isAdmin: false, expired: false });
    expect((await device.account())?.userId).not.toBe(first?.userId);
  });

  it.each([
    ['nothing', '', 503],
    ['an empty list', '[]', 200],
    ['an empty object', '{}', 200],
    ['another error', '{"code":"PGRST000"}', 406],
  ])(
    'keeps the role that was known when %s comes in the place of the server’s answer',
    async (_, text, status) => {
      const device = newDevice();
      await signInAsAdmin(device);
      const { fetch } = globalThis;
      vi.stubGlobal('fetch', async (input: string, init: RequestInit) =>
        input.includes('user_roles') ? new Response(text, { status }) : fetch(input, init),
      );
      await signInAsAdmin(device);
      expect((await device.account())?.isAdmin).toBe(true);
      const other = newDevice();
      await signInAsAdmin(other);
      expect((await other.account())?.isAdmin).toBe(false);
      vi.unstubAllGlobals();
      await other.auth.refreshRole();
      expect((await other.account())?.isAdmin).toBe(true);
    },
  );
});

describe('signing up', () => {
  it('SIGNIN-7 DIFF-2: grants nothing, whatever role it asks for', async () => {
    const device = newDevice();
    await device.auth.signUp(newEmail(), password);
    expect((await device.account())?.isAdmin).toBe(false);
    await device.auth.refreshRole();
    expect((await device.account())?.isAdmin).toBe(false);
  });

  it('waits for the e-mail to be confirmed if the server requires it', async () => {
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
      asked.push(new URL(input).searchParams.get('redirect_to'), JSON.parse(String(init.body)));
      return Response.json({ id: 'new', email: 'new@example.com', confirmation_sent_at: 'now' });
    });
    const device = newDevice();
    expect(await device.auth.signUp('new@example.com', password)).toBe('confirm');
    expect(await device.account()).toBeNull();
    expect(asked).toEqual([
      'https://site.test/admin',
      expect.objectContaining({ email: 'new@example.com', data: { role: 'admin' } }),
    ]);
  });

  it('fails with an address that is taken', async () => {
    await expect(newDevice().auth.signUp(admin().email, password)).rejects.toMatchObject({
      kind: 'refused',
      code: 'user_already_exists',
    });
  });
});

describe('signing out', () => {
  it('ends the session here and on the server', async () => {
    const device = newDevice();
    await signInAsAdmin(device);
    const { refresh_token } = JSON.parse((await device.store.read()).session ?? '');
    await device.auth.signOut();
    expect(await device.store.read()).toEqual({ session: null, account: null });
    const refresh = async () => {
      const response = await fetch(`${embedded.url}/auth/v1/token?grant_type=refresh_token`, {
        method: 'POST',
        headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' },
        body: JSON.stringify({ refresh_token }),
      });
      return response.status;
    };
    await expect.poll(refresh).toBe(400);
  });

  it('Y45: works without a server', async () => {
    const device = newDevice();
    await signInAsAdmin(device);
    await embedded.down();
    await device.auth.signOut();
    expect(await device.store.read()).toEqual({ session: null, account: null });
  });
});

describe('a session', () => {
  it('is refreshed by a token that can be used once, and can be refreshed again', async () => {
    const device = newDevice();
    await signInAsAdmin(device);
    const refreshToken = async () =>
      JSON.parse((await device.store.read()).session ?? '').refresh_token;
    const first = await refreshToken();
    device.wait(3_600);
    const callers = await Promise.all([1, 2, 3].map(() => device.session.accessToken()));
    expect(new Set(callers.map((it) => it?.token)).size).toBe(1);
    const second = await refreshToken();
    expect(second).not.toBe(first);
    device.wait(3_600);
    expect(await device.session.accessToken()).not.toBeNull();
    expect(await refreshToken()).not.toBe(second);
  });

  it('Y20: asks to sign in when it was ended elsewhere, and keeps the account', async () => {
    const device = newDevice();
    await signInAsAdmin(device);
    const account = await device.account();
    await embedded.sql(`delete from auth.sessions where user_id = '${account?.userId}'`);
    device.wait(3_600);
    expect(await device.session.accessToken()).toBeNull();
    expect(await device.account()).toEqual({ ...account, expired: true });
  });

  it('ACCESS-6: learns of a role that was given or taken, and keeps the known one without an answer', async () => {
    const device = newDevice();
    await device.auth.signUp(newEmail(), password);
    const id = (await device.account())?.userId;
    await embedded.sql(`insert into user_roles (user_id, role) values ('${id}', 'admin')`);
    await device.auth.refreshRole();
    expect((await device.account())?.isAdmin).toBe(true);
    await embedded.sql(`delete from user_roles where user_id = '${id}'`);
    await embedded.down();
    await device.auth.refreshRole();
    expect((await device.account())?.isAdmin).toBe(true);
    await embedded.up();
    await device.auth.refreshRole();
    expect((await device.account())?.isAdmin).toBe(false);
  });
});

describe('the first admin', () => {
  it('can only be the owner of the named address', async () => {
    const [stranger, owner] = [newDevice(), newDevice()];
    const email = newEmail();
    await stranger.auth.signUp(newEmail(), password);
    await owner.auth.signUp(email, password);
    const admins = await embedded.sql('select user_id from user_roles');
    await embedded.sql('delete from user_roles');
    await embedded.sql(`insert into sync.claim_by values ('${email}')`);
    try {
      expect(await stranger.auth.claimFirstAdmin()).toBe(false);
      expect(await owner.auth.claimFirstAdmin()).toBe(true);
    } finally {
      await embedded.sql('delete from sync.claim_by; delete from user_roles');
      for (const { user_id } of admins) {
        await embedded.sql(`insert into user_roles (user_id, role) values ('${user_id}', 'admin')`);
      }
    }
  });

  it('DIFF-2: is the first to claim the role; nobody can claim it while there is an admin', async () => {
    const [first, second] = [newDevice(), newDevice()];
    await first.auth.signUp(newEmail(), password);
    await second.auth.signUp(newEmail(), password);
    expect(await first.auth.adminCount()).toBe(1);
    expect(await first.auth.claimFirstAdmin()).toBe(false);
    expect((await first.account())?.isAdmin).toBe(false);

    await embedded.sql('delete from user_roles');
    expect(await newDevice().auth.adminCount()).toBe(0);
    const claims = await Promise.all([first.auth.claimFirstAdmin(), second.auth.claimFirstAdmin()]);
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect((await first.account())?.isAdmin).toBe(claims[0]);
    expect((await second.account())?.isAdmin).toBe(claims[1]);
    expect(await first.auth.adminCount()).toBe(1);
  });

  it('has to be signed in', async () => {
    await expect(newDevice().auth.claimFirstAdmin()).rejects.toMatchObject({
      kind: 'signed-out',
    });
  });

  it('cannot be counted without a server', async () => {
    await embedded.down();
    await expect(newDevice().auth.adminCount()).rejects.toMatchObject({
      kind: 'unreachable',
      code: 'no-answer',
    });
  });
});

describe('any failure of auth', () => {
  const offline = async () => {
    throw new TypeError('no network');
  };
  const answers = (body: string, status: number) => async () => new Response(body, { status });

  it.each([
    ['no network', offline, 'unreachable', 'no-answer', 'no network'],
    [
      'a wrong password',
      answers('{"error_code":"invalid_credentials","msg":"wrong"}', 400),
      'refused',
      'invalid_credentials',
      'wrong',
    ],
    [
      'a wrong key',
      answers('{"message":"Invalid API key"}', 401),
      'refused',
      '401',
      'Invalid API key',
    ],
    ['a page of a captive portal', answers('<html>', 200), 'unreachable', 'not-json', '<'],
    [
      'a refusal in the server’s place',
      answers('<html>', 403),
      'unreachable',
      'not-an-answer',
      '<',
    ],
  ] as const)('carries kind, code and cause: %s', async (_, fetch, kind, code, says) => {
    vi.stubGlobal('fetch', fetch);
    for (const attempt of ['signIn', 'signUp'] as const) {
      const failure = await newDevice()
        .auth[attempt]('a@b.cd', password)
        .catch((it) => it);
      expect(failure).toBeInstanceOf(Failure);
      expect(failure).toMatchObject({ kind, code, message: expect.stringContaining(says) });
      expect(failure.cause).toBeInstanceOf(Error);
    }
  });

  it('is the device’s when it cannot store the session', async () => {
    const device = newDevice();
    device.store.signIn = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    const failure = await signInAsAdmin(device).catch((it) => it);
    expect(failure).toMatchObject({ kind: 'device', code: 'full' });
    expect(failure.cause).toBeInstanceOf(DOMException);
  });
});
