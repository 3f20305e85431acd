import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSessionStore } from '../../src/engine/mirror/session-store.ts';
import { createStoredPictures } from '../../src/engine/supabase/ask-pictures.ts';
import type { Session } from '../../src/engine/supabase/session.ts';
import { PUBLISHABLE_KEY } from '../../tools/server/database/secrets.ts';
import { newDatabase } from '../support/device.ts';
import { type Embedded, startEmbedded } from '../support/embedded.ts';
import { accountOf } from '../support/fake-auth.ts';
import { takeConsole } from '../support/setup.ts';
import { nameOfPixel, redPixel } from '../support/small-pictures.ts';
import { supabaseClient } from '../support/supabase-client.ts';

/** PICTURE-10, PICTURE-11: what an admin's device is told of the bucket, and what it can remove. */

describe('the pictures of the server', () => {
  let embedded: Embedded;
  let admin: SupabaseClient;
  let token: string;
  const old = `update storage.objects set created_at = now() - interval '31 days'`;
  const bytesOf = (n: number) => new Uint8Array([...redPixel, n]);
  const nameOf = (n: number) => nameOfPixel(bytesOf(n));
  const add = async (n: number) => {
    const file = new Blob([bytesOf(n)], { type: 'image/png' });
    expect((await admin.storage.from('pictures').upload(nameOf(n), file)).error).toBeNull();
  };

  async function pictures(bearer = token) {
    const database = newDatabase();
    const store = openSessionStore(database);
    await store.signIn('{}', accountOf('admin@b.cd', true));
    const caller = { token: bearer, userId: 'u' };
    const session: Session = {
      accessToken: async () => caller,
      refreshAfter401: async () => caller,
    };
    return createStoredPictures({ url: embedded.url, key: PUBLISHABLE_KEY }, store, session);
  }

  beforeAll(async () => {
    embedded = await startEmbedded({ seed: false });
    admin = supabaseClient(embedded.url);
    const { data } = await admin.auth.signInWithPassword(embedded.backend.demoAdmin);
    token = data.session?.access_token ?? '';
  });
  afterAll(() => embedded.stop());
  beforeEach(() =>
    embedded.sql('delete from storage.objects; delete from friends; delete from sync.past'),
  );

  it('PICTURE-10: are told with their bytes and what names them', async () => {
    await add(1);
    await add(2);
    await admin.from('friends').insert({ name: 'x', avatar_url: `/pictures/${nameOf(1)}` });
    const { answer, isEarlier } = await (await pictures()).list();
    expect(isEarlier).toBe(false);
    expect(answer.isWhole).toBe(true);
    expect(answer.uses).toEqual({ [nameOf(1).slice(0, 32)]: 'row' });
    expect(answer.files.map(({ name }) => name).sort()).toEqual([nameOf(1), nameOf(2)].sort());
    expect(answer.files[0]).toMatchObject({ bytes: bytesOf(1).length });
    expect(Date.parse(answer.files[0]?.at ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('PICTURE-11: go if nothing names them; the database decides', async () => {
    for (const n of [1, 2, 3]) await add(n);
    await embedded.sql(old);
    await add(4);
    await admin.from('friends').insert({ name: 'x', avatar_url: `/pictures/${nameOf(1)}` });
    await admin.from('friends').insert({ name: 'y', avatar_url: `/pictures/${nameOf(2)}` });
    await admin.from('friends').delete().eq('name', 'y');
    const remove = async () => (await pictures()).remove([1, 2, 3, 4].map(nameOf));
    expect(await remove()).toEqual([nameOf(3)]);
    // What is still named by nothing a month after it was forgotten goes, too.
    await embedded.sql(`${old}; delete from sync.past`);
    expect(await remove()).toEqual([nameOf(4)]);
    await embedded.sql(`update sync.named_picture set at = now() - interval '31 days'`);
    expect(await remove()).toEqual([nameOf(2)]);
    expect((await (await pictures()).list()).answer.files.map(({ name }) => name)).toEqual([
      nameOf(1),
    ]);
  });

  it('PICTURE-11: are kept, whoever asks, if the caller is no admin', async () => {
    await add(1);
    await embedded.sql(old);
    const reader = supabaseClient(embedded.url);
    const { data } = await reader.auth.signUp({ email: 'r@example.com', password: 'long-enough' });
    const asReader = await pictures(data.session?.access_token);
    expect(await asReader.remove([nameOf(1)])).toEqual([]);
    await expect(asReader.list()).rejects.toMatchObject({ kind: 'refused', code: '42501' });
    takeConsole();
    expect((await (await pictures()).list()).answer.files).toHaveLength(1);
  });

  it('PICTURE-10: are told by a database that does not know what names them', async () => {
    await add(1);
    await embedded.sql('alter function sync_pictures() rename to sync_other; notify pgrst');
    const { answer } = await (await pictures()).list();
    expect([answer.files.length, answer.uses]).toEqual([1, null]);
    await embedded.sql('alter function sync_other() rename to sync_pictures; notify pgrst');
    takeConsole();
  });

  /** The statuses of the answers to a list: a browser writes each failure to its console. */
  async function statuses(list: () => Promise<unknown>) {
    const asked = vi.spyOn(globalThis, 'fetch');
    await list();
    const answers = await Promise.all(asked.mock.results.map(({ value }) => value as Response));
    asked.mockRestore();
    return answers.map(({ status }) => status);
  }

  it('PICTURE-13: have no place where there is no bucket', async () => {
    await embedded.sql('delete from storage.buckets');
    await expect((await pictures()).list()).rejects.toMatchObject({ kind: 'refused', code: '404' });
    await embedded.sql('select sync.make_picture_bucket()');
    expect((await (await pictures()).list()).answer.files).toEqual([]);
  });

  it('PICTURE-13: of an empty bucket are told to be none, and no request fails', async () => {
    const list = async () => {
      const { answer } = await (await pictures()).list();
      expect(answer).toEqual({ files: [], isWhole: true, uses: expect.any(Object) });
    };
    expect(await statuses(list)).toEqual([200, 200]);
  });

  it('PICTURE-13: have no place, or one that is empty, where the database is older than that it says so', async () => {
    await embedded.sql('alter function sync_pictures() rename to sync_other; notify pgrst');
    expect((await (await pictures()).list()).answer).toMatchObject({ files: [], uses: null });
    await embedded.sql('delete from storage.buckets');
    await expect((await pictures()).list()).rejects.toMatchObject({ kind: 'refused', code: '404' });
    await embedded.sql(`select sync.make_picture_bucket();
      alter function sync_other() rename to sync_pictures; notify pgrst`);
    takeConsole();
  });
});
