import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import * as tus from 'tus-js-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../src/engine/supabase/session.ts';
import { createFileStore } from '../../src/engine/supabase/store-file.ts';
import { resumableUploads } from '../../tools/server/database/resumable-uploads.ts';
import { PUBLISHABLE_KEY } from '../../tools/server/database/secrets.ts';
import { type Embedded, startEmbedded } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { nameOfPixel, redPixel } from '../support/small-pictures.ts';
import { supabaseClient } from '../support/supabase-client.ts';

/** Pictures that come in parts: what the embedded backend does of Supabase's resumable uploads, to an unmodified client and ours. */

describe('the embedded backend takes pictures in parts', () => {
  const UPLOADS = '/storage/v1/upload/resumable';
  let dataDir: string;
  let embedded: Embedded;
  let admin: SupabaseClient;
  const tokens = { admin: '', another: '', reader: '' };
  let bytes: Uint8Array<ArrayBuffer>;
  let name: string;
  let made = 0;

  const folder = () => embedded.backend.pictures;
  const unfinished = () => readdirSync(folder()).filter((it) => it.endsWith('.part'));
  const stored = () => new Uint8Array(readFileSync(join(folder(), name)));
  const isThere = () => readdirSync(folder()).includes(name);
  const signedIn = async (email: string, password: string, isNew: boolean) => {
    const client = supabaseClient(embedded.url);
    if (isNew) await client.auth.signUp({ email, password });
    const { data } = await client.auth.signInWithPassword({ email, password });
    return { client, token: data.session?.access_token ?? '' };
  };

  async function start(isNew: boolean) {
    embedded = await startEmbedded({ dataDir, seed: false });
    const { email, password } = embedded.backend.demoAdmin;
    const first = await signedIn(email, password, false);
    const second = await signedIn('second@example.com', 'long-enough', isNew);
    const third = await signedIn('reader@example.com', 'long-enough', isNew);
    if (isNew)
      await embedded.sql(`insert into public.user_roles (user_id, role)
        select id, 'admin' from auth.users where email = 'second@example.com'`);
    admin = first.client;
    Object.assign(tokens, { admin: first.token, another: second.token, reader: third.token });
  }
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'fieldnotes-'));
    await start(true);
  });
  afterAll(async () => {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  beforeEach(() => {
    made += 1;
    bytes = new Uint8Array([...redPixel, ...new Uint8Array(900).fill(made)]);
    name = nameOfPixel(bytes);
  });

  const pairs = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
      .join(',');
  const metadata = (more = {}) => ({
    bucketName: 'pictures',
    objectName: name,
    contentType: 'image/png',
    cacheControl: '31536000',
    ...more,
  });

  /** A request of the protocol, as the account of this token; null for nobody. */
  function ask(
    method: string,
    path: string,
    token: string | null,
    headers: Record<string, string> = {},
    body?: Uint8Array<ArrayBuffer>,
  ) {
    return fetch(new URL(path, embedded.url), {
      method,
      headers: {
        apikey: PUBLISHABLE_KEY,
        'tus-resumable': '1.0.0',
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body && { body }),
    });
  }
  const begin = (token: string | null, more = {}, length = bytes.length) =>
    ask('POST', UPLOADS, token, {
      'upload-length': String(length),
      'upload-metadata': pairs(metadata(more)),
    });
  const begun = async (token = tokens.admin) => {
    const answer = await begin(token);
    expect(answer.status).toBe(201);
    return answer.headers.get('location') ?? '';
  };
  const part = (path: string, from: number, to: number, token: string | null = tokens.admin) =>
    ask(
      'PATCH',
      path,
      token,
      { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) },
      bytes.slice(from, to),
    );
  const offset = async (path: string, token: string | null = tokens.admin) => {
    const { status, headers } = await ask('HEAD', path, token);
    return status === 200 ? Number(headers.get('upload-offset')) : status;
  };

  describe('of an unmodified tus-js-client', () => {
    const options = (): tus.UploadOptions => ({
      endpoint: `${embedded.url}${UPLOADS}`,
      headers: { authorization: `Bearer ${tokens.admin}`, 'x-upsert': 'false' },
      metadata: metadata(),
      chunkSize: 300,
      retryDelays: null,
      uploadSize: bytes.length,
    });
    const upload = (more: tus.UploadOptions = {}) =>
      new Promise<void>((resolve, reject) => {
        const it = new tus.Upload(Buffer.from(bytes), {
          ...options(),
          ...more,
          onSuccess: () => resolve(),
          onError: reject,
        });
        it.start();
      });

    it('and keeps them as pictures that came whole', async () => {
      await upload();
      expect(stored()).toEqual(bytes);
      expect(unfinished()).toEqual([]);
      const { data } = await admin.storage.from('pictures').list('', { limit: 1000 });
      expect(data?.find((it) => it.name === name)?.metadata).toMatchObject({
        size: bytes.length,
        mimetype: 'image/png',
        cacheControl: 'max-age=31536000',
      });
    });

    it('and goes on where they were when the client has ended', async () => {
      let url = '';
      await new Promise<void>((resolve, reject) => {
        const it = new tus.Upload(Buffer.from(bytes), {
          ...options(),
          onChunkComplete: () => {
            url = it.url ?? '';
            void it.abort().then(resolve);
          },
          onError: reject,
        });
        it.start();
      });
      expect(isThere()).toBe(false);
      const sent: number[] = [];
      await upload({ uploadUrl: url, onChunkComplete: (size) => void sent.push(size) });
      expect(sent.reduce((sum, it) => sum + it)).toBe(bytes.length - 300);
      expect(stored()).toEqual(bytes);
    });

    it('and tells it of one that is there already', async () => {
      await upload();
      await expect(upload()).rejects.toMatchObject({ message: /409.*already exists/s });
    });
  });

  describe('of this site', () => {
    /** Our client, whose requests a test may let fail. */
    function store(file: { upload?: string } = {}, fails: (n: number) => boolean = () => false) {
      const caller = { token: tokens.admin, userId: 'u' };
      const session: Session = {
        accessToken: async () => caller,
        refreshAfter401: async () => caller,
      };
      const kept: string[] = [];
      const asked: string[] = [];
      const { fetch: real } = globalThis;
      const whole = {
        name: `pictures/${name}`,
        type: 'image/png',
        bytes: bytes.buffer,
        at: 1,
        ...file,
      };
      globalThis.fetch = async (input, init) => {
        asked.push(
          `${init?.method} ${init?.body instanceof ArrayBuffer ? init.body.byteLength : ''}`,
        );
        const answer = await real(input, init);
        if (fails(asked.length)) throw new TypeError('fetch failed');
        return answer;
      };
      const done = createFileStore({ url: embedded.url, key: PUBLISHABLE_KEY }, session, 300)(
        whole,
        new AbortController().signal,
        async (upload) => void kept.push(upload),
      ).finally(() => {
        globalThis.fetch = real;
      });
      return { done, kept, asked };
    }

    it('R49: goes on where they were, after a lost answer and with another tab', async () => {
      const first = store({}, (n) => n === 3);
      await expect(first.done).rejects.toMatchObject({ kind: 'unreachable' });
      expect([isThere(), first.kept.length]).toEqual([false, 1]);
      const [upload = ''] = first.kept;
      const second = store({ upload });
      await second.done;
      expect(second.asked).toEqual(['HEAD ', 'PATCH 300', `PATCH ${bytes.length - 900}`]);
      expect(stored()).toEqual(bytes);
    });

    it('R49: counts as there what its lost answer had said to be there, after asking', async () => {
      const last = 2 + Math.ceil(bytes.length / 300) - 1;
      const first = store({}, (n) => n === last);
      await expect(first.done).rejects.toMatchObject({ kind: 'unreachable' });
      const [upload = ''] = first.kept;
      const second = store({ upload });
      await second.done;
      expect(second.asked).toEqual(['HEAD ', 'POST ']);
      expect(stored()).toEqual(bytes);
    });

    it('R49: begins anew after a restart of the server, which keeps no halves', async () => {
      const first = store({}, (n) => n === 3);
      await expect(first.done).rejects.toMatchObject({ kind: 'unreachable' });
      expect(unfinished()).toHaveLength(1);
      await embedded.stop();
      await start(false);
      expect(unfinished()).toEqual([]);
      const [upload = ''] = first.kept;
      const second = store({ upload });
      await second.done;
      expect(second.kept).not.toEqual([upload]);
      expect(stored()).toEqual(bytes);
    });

    it('R49: takes a picture that another device has stored meanwhile for its own', async () => {
      const first = store({}, (n) => n === 3);
      await expect(first.done).rejects.toMatchObject({ kind: 'unreachable' });
      const file = new Blob([bytes], { type: 'image/png' });
      expect((await admin.storage.from('pictures').upload(name, file)).error).toBeNull();
      const [upload = ''] = first.kept;
      const second = store({ upload });
      await second.done;
      expect(second.asked).toEqual(['HEAD ', 'PATCH 300', 'HEAD ', 'POST ']);
      expect(unfinished()).toEqual([]);
    });
  });

  describe('from nobody who may not add them', () => {
    it('X3: not a visitor, nor somebody signed in without the role', async () => {
      const before = unfinished();
      for (const token of [null, PUBLISHABLE_KEY, tokens.reader]) {
        expect((await begin(token)).status).toBe(403);
      }
      expect(unfinished()).toEqual(before);
    });

    it('X3: not with a token that has ended or is no token of this server', async () => {
      const parts = tokens.admin.split('.');
      const forged = [parts[0], parts[1], 'x'.repeat(43)].join('.');
      const answer = await begin(forged);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/jwt/) });
    });

    it('X3: an upload is nobody’s but its account’s, whoever knows its address', async () => {
      const path = await begun();
      expect((await part(path, 0, 300)).status).toBe(204);
      for (const token of [null, tokens.reader, tokens.another]) {
        expect(await offset(path, token)).toBe(404);
        expect((await part(path, 300, 600, token)).status).toBe(404);
      }
      expect(await offset(path)).toBe(300);
    });

    it('X3: not from an account that has lost the role, however far its upload is', async () => {
      const path = await begun(tokens.another);
      expect((await part(path, 0, 300, tokens.another)).status).toBe(204);
      const as = `(select id from auth.users where email = 'second@example.com')`;
      await embedded.sql(`delete from public.user_roles where user_id = ${as}`);
      expect((await part(path, 300, bytes.length, tokens.another)).status).toBe(403);
      expect(isThere()).toBe(false);
      await embedded.sql(`insert into public.user_roles (user_id, role) values (${as}, 'admin')`);
    });

    it('and no other way in: no other name, bucket, kind, size or method', async () => {
      const statusOf = async (more: object, length?: number) =>
        (await begin(tokens.admin, more, length)).status;
      expect(await statusOf({ objectName: '../secrets.json' })).toBe(403);
      expect(await statusOf({ objectName: 'x.png' })).toBe(403);
      expect(await statusOf({ bucketName: 'others' })).toBeGreaterThanOrEqual(403);
      expect(await statusOf({ contentType: 'text/html' })).toBe(415);
      expect(await statusOf({}, 10_485_761)).toBe(413);
      expect(await statusOf({}, 0)).toBe(400);
      expect((await fetch(`${embedded.url}${UPLOADS}`, { method: 'POST' })).status).toBe(412);
      const path = await begun();
      for (const method of ['GET', 'PUT', 'DELETE'])
        expect((await ask(method, path, tokens.admin)).status).toBe(405);
      const other = `${UPLOADS}/../../object/pictures/${name}`;
      expect((await ask('HEAD', other, tokens.admin)).status).toBeGreaterThanOrEqual(400);
    });
  });

  it('each part at its place and within its size', async () => {
    const path = await begun();
    expect((await part(path, 300, 600)).status).toBe(409);
    expect((await part(path, 0, 300)).status).toBe(204);
    expect((await part(path, 0, 300)).status).toBe(409);
    const tooLong = new Uint8Array(bytes.length);
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '300' };
    expect((await ask('PATCH', path, tokens.admin, headers, tooLong)).status).toBe(413);
    const typed = { ...headers, 'content-type': 'image/png' };
    expect((await ask('PATCH', path, tokens.admin, typed, bytes.slice(300))).status).toBe(415);
    expect(await offset(path)).toBe(300);
    expect((await part(path, 300, bytes.length)).headers.get('upload-offset')).toBe(
      String(bytes.length),
    );
    expect(stored()).toEqual(bytes);
  });

  it('and says when the bucket is missing, or the picture is there', async () => {
    const file = new Blob([bytes], { type: 'image/png' });
    await admin.storage.from('pictures').upload(name, file);
    expect((await begin(tokens.admin)).status).toBe(409);
    await embedded.sql('delete from storage.objects; delete from storage.buckets');
    expect((await begin(tokens.admin)).status).toBe(404);
    await embedded.sql('select sync.make_picture_bucket()');
  });

  it('of an account a few at a time: a further one takes the place of the oldest', async () => {
    const paths: string[] = [];
    for (let n = 0; n < 5; n += 1) paths.push(await begun());
    const known = await Promise.all(paths.map((path) => offset(path)));
    expect(known).toEqual([404, 0, 0, 0, 0]);
    expect(unfinished().length).toBeLessThanOrEqual(16);
  });
});

describe('an upload that nobody ends', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldnotes-parts-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function uploads(lasts?: number) {
    let account = 0;
    const answer = resumableUploads({
      folder,
      ...(lasts !== undefined && { lasts }),
      account: async () => `account ${account}`,
      refusal: async () => null,
      store: async () => Response.json({}),
    });
    return async () => {
      account += 1;
      const headers = { 'tus-resumable': '1.0.0', 'upload-length': '9' };
      const url = 'http://localhost/storage/v1/upload/resumable';
      await answer(new Request(url, { method: 'POST', headers }));
    };
  }
  const kept = () => readdirSync(folder).length;

  it('goes after its time', async () => {
    await uploads(1)();
    await eventually(async () => expect(kept()).toBe(0));
  });

  it('is one of few, whoever begins them', async () => {
    const begin = uploads();
    for (let n = 0; n < 20; n += 1) await begin();
    expect(kept()).toBe(16);
  });
});
