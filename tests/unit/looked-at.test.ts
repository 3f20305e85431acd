import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import type { Account } from '../../src/engine/mirror/meta.ts';
import { openSessionStore, type SessionStore } from '../../src/engine/mirror/session-store.ts';
import { createHistory } from '../../src/engine/supabase/ask-past.ts';
import { createStoredPictures } from '../../src/engine/supabase/ask-pictures.ts';
import { createSession, toStored } from '../../src/engine/supabase/session.ts';
import { createAuth } from '../../src/engine/supabase/sign-in.ts';
import { PICTURES_LISTED, PICTURES_OF_A_LIST, SHELF_ITEMS } from '../../src/lib/limits.ts';
import { openShelf } from '../../src/lib/shelf.ts';
import { AllCaches } from '../support/all-caches.ts';
import { newDatabase } from '../support/device.ts';

/** What an admin has looked at of what rows were: there without a network, and gone with the account. */

const backend = { url: 'https://server.test', key: 'sb_publishable_test' };
const ada: Account = { userId: 'ada', email: 'ada@b.cd', isAdmin: true, expired: false };
const bob: Account = { ...ada, userId: 'bob' };
const version = { place: 7, table: 'friends', id: 'x', row: { id: 'x' }, parts: [], pointed: [] };

let database: MirrorDatabase;
let store: SessionStore;
let caches: AllCaches;
let answer: () => Response | Promise<Response>;
let asked: string[];

const received = ({ userId }: Account) => ({
  access_token: `token of ${userId}`,
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  user: { id: userId },
});
const signIn = (account: Account) =>
  store.signIn(toStored(received(account), Date.now()) ?? '', account);
const history = () => createHistory(backend, store, createSession(backend, store, undefined));
const auth = () => createAuth(backend, store, createSession(backend, store, undefined), null);
const isKept = () => [...caches.kept.values()].some(({ size }) => size > 0);
const away = () => {
  throw new TypeError('no network');
};

beforeEach(async () => {
  database = newDatabase();
  store = openSessionStore(database);
  caches = new AllCaches();
  asked = [];
  answer = () => Response.json(version);
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const authorization = new Headers(init.headers).get('authorization');
    asked.push(`${url.replace(backend.url, '')} ${init.body} ${authorization}`);
    return answer();
  });
  await signIn(ada);
});
afterEach(() => {
  vi.unstubAllGlobals();
  database.close();
});

describe('what rows were', () => {
  it('is asked as the account that is signed in', async () => {
    expect(await history().version(7)).toEqual({ answer: version, isEarlier: false });
    expect(asked).toEqual(['/rest/v1/rpc/sync_version {"at_place":7} Bearer token of ada']);
  });

  it('is there without a network once it was looked at, and says so', async () => {
    await history().version(7);
    answer = away;
    expect(await history().version(7)).toEqual({ answer: version, isEarlier: true });
    await expect(history().version(8)).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('is there when the session has ended, and the account goes on editing', async () => {
    await history().version(7);
    const { session } = await store.read();
    await store.expire(session);
    expect(await history().version(7)).toEqual({ answer: version, isEarlier: true });
  });

  it('is not taken from the device where the server refuses', async () => {
    await history().version(7);
    answer = () => Response.json({ code: '42501', message: 'no' }, { status: 403 });
    await expect(history().version(7)).rejects.toMatchObject({ kind: 'refused', code: '42501' });
  });

  it('is no answer in another shape, and such a one is not kept', async () => {
    answer = () => Response.json({ place: 'seven' });
    await expect(history().version(7)).rejects.toMatchObject({ code: 'not-an-answer' });
    expect(isKept()).toBe(false);
  });

  it('is asked each time where the browser keeps nothing', async () => {
    vi.stubGlobal('caches', undefined);
    await history().version(7);
    answer = away;
    await expect(history().version(7)).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('is bounded on the device: the first goes', async () => {
    const shelf = openShelf('shelf');
    for (let n = 0; n <= SHELF_ITEMS; n++) await shelf.put(`${n}`, n);
    expect([await shelf.get('0'), await shelf.get('1'), await shelf.get(`${SHELF_ITEMS}`)]).toEqual(
      [undefined, 1, SHELF_ITEMS],
    );
  });
});

describe('the pictures that the server stores', () => {
  const pictures = () =>
    createStoredPictures(backend, store, createSession(backend, store, undefined));
  const file = (n: number) => ({
    name: `${n}`.padStart(32, '0'),
    created_at: '2026-03-01T09:00:00+00:00',
    metadata: { size: n },
  });
  /** What Storage answers, page by page, and to a question about a file that nobody has; and what the database says of pictures. */
  let pages: readonly (readonly unknown[])[];
  let ofNone: string;
  let uses: Readonly<Record<string, string>> | null;

  beforeEach(() => {
    pages = [[file(1)]];
    ofNone = 'Object not found';
    uses = { x: 'past' };
    answer = () => {
      const path = asked.at(-1) ?? '';
      if (path.includes('/rpc/')) return Response.json(uses);
      if (path.includes('/public/'))
        return Response.json({ statusCode: '404', message: ofNone }, { status: 400 });
      const offset = Number(/"offset":(\d+)/.exec(path)?.[1]);
      return Response.json(pages[offset / PICTURES_OF_A_LIST] ?? []);
    };
  });

  it('PICTURE-10: are there without a network once they were looked at, and it says so', async () => {
    const whole = {
      files: [{ name: file(1).name, bytes: 1, at: file(1).created_at }],
      isWhole: true,
    };
    expect(await pictures().list()).toEqual({
      answer: { ...whole, uses: { x: 'past' } },
      isEarlier: false,
    });
    answer = away;
    expect(await pictures().list()).toEqual({
      answer: { ...whole, uses: { x: 'past' } },
      isEarlier: true,
    });
  });

  it('PICTURE-10: are asked for page by page, and not without end', async () => {
    const page = Array.from({ length: PICTURES_OF_A_LIST }, (_, n) => file(n));
    pages = [page, [file(PICTURES_OF_A_LIST)]];
    const { answer: told } = await pictures().list();
    expect([told.files.length, told.isWhole]).toEqual([PICTURES_OF_A_LIST + 1, true]);
    pages = Array.from({ length: 100 }, () => page);
    asked = [];
    expect((await pictures().list()).answer.isWhole).toBe(false);
    expect(asked.filter((it) => it.includes('/list/'))).toHaveLength(
      PICTURES_LISTED / PICTURES_OF_A_LIST,
    );
  });

  it('PICTURE-13: have no place where an empty list is that of no bucket', async () => {
    pages = [];
    expect((await pictures().list()).answer.files).toEqual([]);
    expect(asked.join()).not.toContain('/public/');
    // A database that is older, or has no bucket.
    uses = null;
    expect((await pictures().list()).answer.files).toEqual([]);
    ofNone = 'Bucket not found';
    await expect(pictures().list()).rejects.toMatchObject({ kind: 'refused', code: '404' });
  });
});

describe('what was looked at', () => {
  it('leaves the device when its account signs out, without a network', async () => {
    await history().version(7);
    answer = away;
    expect(isKept()).toBe(true);
    await auth().signOut();
    expect(isKept()).toBe(false);
    await signIn(ada);
    await expect(history().version(7)).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it.each([
    ['leaves the device when another account signs in', bob, false],
    ['stays when the same account signs in again', ada, true],
  ])('%s', async (_, account, stays) => {
    await history().version(7);
    answer = () => Response.json(received(account));
    await auth().signIn('a@b.cd', 'password');
    expect((await store.read()).account?.userId).toBe(account.userId);
    expect(isKept()).toBe(stays);
  });

  it('is not kept if the answer comes after the sign-out', async () => {
    answer = async () => {
      await auth().signOut();
      return Response.json(version);
    };
    await history().version(7);
    expect(isKept()).toBe(false);
  });
});
