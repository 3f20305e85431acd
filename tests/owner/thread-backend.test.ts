import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../src/engine/supabase/session.ts';
import { createFileStore } from '../../src/engine/supabase/store-file.ts';
import type { EmbeddedBackend } from '../../tools/server/database/backend.ts';
import { PUBLISHABLE_KEY } from '../../tools/server/database/secrets.ts';
import { createThreadBackend } from '../../tools/server/database/thread-backend.ts';
import { type Serving, serve } from '../../tools/server/http/server.ts';
import { copyFirstStarted } from '../support/embedded.ts';
import { endlessFilter, longName } from '../support/endless.ts';
import { takeConsole } from '../support/setup.ts';
import { nameOfPixel, redPixel } from '../support/small-pictures.ts';
import { supabaseClient } from '../support/supabase-client.ts';

/** The backend as `npm start` runs it: the database in a thread of its own. */

let folder: string;
let backend: EmbeddedBackend;
let serving: Serving;
let owner: SupabaseClient;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldnotes-thread-'));
  const siteDir = join(folder, 'site');
  mkdirSync(siteDir);
  writeFileSync(join(siteDir, 'index.html'), '<title>Fieldnotes</title>');
  const options = await copyFirstStarted(join(folder, 'data'), { seed: false });
  backend = await createThreadBackend(options);
  serving = await serve({ backend, siteDir, host: '127.0.0.1', port: 0 });
  owner = newClient();
  expect((await owner.auth.signInWithPassword(backend.demoAdmin)).error).toBeNull();
});
afterAll(async () => {
  await serving.close();
  await backend.close();
  rmSync(folder, { recursive: true, force: true });
});

const newClient = () => supabaseClient(serving.url);

const endless = (client = newClient()) =>
  client
    .from('friends')
    .select('name')
    .filter(...endlessFilter);

describe('a database in a thread of its own', () => {
  it('answers like one in the same thread: reads, writes, refusals, empty answers', async () => {
    expect((await owner.from('friends').insert({ name: 'Ö' })).status).toBe(201);
    const { data } = await newClient().from('friends').select('name');
    expect(data).toEqual([{ name: 'Ö' }]);
    expect((await newClient().from('friends').insert({ name: 'Me' })).error?.code).toBe('42501');
    expect((await owner.from('friends').delete().eq('name', 'Ö')).status).toBe(204);
    takeConsole();
  });

  it('ends a statement that exceeds a visitor’s time limit; nothing is lost, and files are served meanwhile', async () => {
    let pokes = 0;
    const updates = { event: 'UPDATE', schema: 'public', table: 'sync_state' } as const;
    await new Promise<void>((resolve, reject) => {
      newClient()
        .channel('any')
        .on('postgres_changes', updates, () => (pokes += 1))
        .subscribe((status) =>
          status === 'SUBSCRIBED' ? resolve() : reject(new Error(`joining: ${status}`)),
        );
    });
    expect((await owner.from('friends').insert({ name: longName })).status).toBe(201);
    const answered: string[] = [];
    const note = (name: string) => () => void answered.push(name);
    const stuck = endless();
    const waiting = newClient().from('friends').select('name');
    await Promise.all([
      stuck.then(({ status, error }) => {
        note('the endless one')();
        expect([status, error?.code]).toEqual([500, '57014']);
      }),
      fetch(serving.url).then(note('a file')),
      waiting.then(({ data, error }) =>
        expect([error, data]).toEqual([null, [{ name: longName }]]),
      ),
    ]);
    expect(answered).toEqual(['a file', 'the endless one']);

    // The new thread pokes too.
    const before = pokes;
    expect((await owner.from('friends').delete().eq('name', longName)).status).toBe(204);
    await expect.poll(() => pokes).toBeGreaterThan(before);
  });

  it('lets callers take turns: one with many questions keeps another waiting for one of them', async () => {
    const answered: string[] = [];
    const ask = (caller: string) =>
      backend
        .fetch(new Request('http://localhost/rest/v1/friends'), caller)
        .then(() => answered.push(caller));
    await Promise.all([...Array.from({ length: 9 }, () => ask('many')), ask('one')]);
    // One of the many had begun.
    expect(answered.indexOf('one')).toBeLessThanOrEqual(2);
    expect(answered).toHaveLength(10);
  });

  it('gives more time to signed-in users only', async () => {
    const options = await copyFirstStarted(join(folder, 'limits'), { seed: false });
    const never = 600_000;
    const beside = (to: EmbeddedBackend) => supabaseClient('http://localhost', { backend: to });

    const forAdmins = await createThreadBackend(options, { visitor: never, signedIn: 2_000 });
    const admin = beside(forAdmins);
    expect((await admin.auth.signInWithPassword(forAdmins.demoAdmin)).error).toBeNull();
    expect((await admin.from('friends').insert({ name: longName })).status).toBe(201);
    expect((await endless(admin)).error?.code).toBe('57014');
    await forAdmins.close();

    const forVisitors = await createThreadBackend(options, { visitor: 2_000, signedIn: never });
    expect((await endless(beside(forVisitors))).error?.code).toBe('57014');
    await forVisitors.close();
    takeConsole();
  });
});

it('takes a picture in parts', async () => {
  const bytes = new Uint8Array([...redPixel, ...new Uint8Array(50)]);
  const name = nameOfPixel(bytes);
  const { data } = await owner.auth.getSession();
  const caller = { token: data.session?.access_token ?? '', userId: 'u' };
  const session: Session = { accessToken: async () => caller, refreshAfter401: async () => caller };
  const kept: string[] = [];
  const file = { name: `pictures/${name}`, type: 'image/png', bytes: bytes.buffer, at: 1 };
  const store = createFileStore({ url: serving.url, key: PUBLISHABLE_KEY }, session, 40);
  await store(file, new AbortController().signal, async (upload) => void kept.push(upload));
  expect(kept).toHaveLength(1);
  expect(readFileSync(join(backend.pictures, name))).toEqual(Buffer.from(bytes));
});
