import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../src/engine/supabase/session.ts';
import { createFileStore } from '../../src/engine/supabase/store-file.ts';
import { pictureOf } from '../support/named-files.ts';

/** Supabase Storage as a file meets it. */

const picture = { ...pictureOf('a picture'), at: 1 };
const never = new AbortController().signal;

interface Answer {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}

let server: Server;
let url: string;
let reply: Answer;
/** What is answered before `reply`, in order; null cuts the line. */
let first: (Answer | null)[];
let asked: { method: string; path: string; body: string; headers: Record<string, unknown> }[];

beforeEach(async () => {
  [asked, first] = [[], []];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      asked.push({ method, path, body, headers });
      const answer = first.length === 0 ? reply : first.shift();
      if (!answer) return void response.destroy();
      const { status, body: text = '', headers: more = {} } = answer;
      response.writeHead(status, { 'content-type': 'application/json', ...more }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function store(caller: { token: string; userId: string } | null = { token: 't', userId: 'u' }) {
  const session: Session = { accessToken: async () => caller, refreshAfter401: async () => caller };
  return createFileStore({ url, key: 'sb_publishable_x' }, session)(picture, never);
}

const refusal = (statusCode: string, error: string, message: string) => ({
  status: 400,
  body: JSON.stringify({ statusCode, error, message }),
});

describe('a file that is stored', () => {
  it('goes into its bucket under its name, for a year and for good', async () => {
    reply = { status: 200, body: JSON.stringify({ Key: picture.name, Id: 'x' }) };
    await store();
    expect(asked).toMatchObject([
      {
        method: 'POST',
        path: `/storage/v1/object/${picture.name}`,
        body: 'a picture',
        headers: {
          authorization: 'Bearer t',
          apikey: 'sb_publishable_x',
          'content-type': 'image/webp',
          'cache-control': 'max-age=31536000',
          'x-upsert': 'false',
        },
      },
    ]);
  });

  it('R46: is stored also if it is there already, in either form of the answer', async () => {
    reply = refusal('409', 'Duplicate', 'The resource already exists');
    await store();
    reply = { ...reply, status: 409 };
    await store();
  });
});

describe('a file that is not stored', () => {
  it.each([
    [
      'a policy',
      refusal('403', 'Unauthorized', 'new row violates row-level security'),
      'refused',
      '403',
    ],
    ['no bucket', refusal('404', 'Bucket not found', 'Bucket not found'), 'refused', '404'],
    ['its size', refusal('413', 'Payload too large', 'exceeded the maximum'), 'refused', '413'],
    ['a gateway, for its size', { status: 413, body: '<html>' }, 'refused', '413'],
    ['a token', refusal('403', 'Unauthorized', 'jwt expired'), 'signed-out', '403'],
    [
      'a token, by its time',
      refusal('400', 'InvalidJWT', '"exp" claim timestamp check failed'),
      'signed-out',
      '400',
    ],
    ['a token, plainly', { status: 401, body: '{"message":"no"}' }, 'signed-out', '401'],
    ['a busy server', { status: 503, body: '{"message":"busy"}' }, 'unreachable', '503'],
    ['a limit', { status: 429, body: '{"message":"slow down"}' }, 'unreachable', '429'],
    ['a page of somebody else', { status: 200, body: '<html>' }, 'unreachable', 'not-an-answer'],
    ['somebody else’s 404', { status: 404, body: '<html>' }, 'unreachable', '404'],
  ])('R46 R47: because of %s', async (_, answered, kind, code) => {
    reply = answered;
    await expect(store()).rejects.toMatchObject({ kind, code });
  });

  it('because nobody is signed in, which no server is asked about', async () => {
    await expect(store(null)).rejects.toMatchObject({ kind: 'signed-out' });
    expect(asked).toEqual([]);
  });
});

describe('a file that is larger than a part', () => {
  const UPLOADS = '/storage/v1/upload/resumable';
  /** As hosted Supabase says it: with the version of the protocol, and in plain words. */
  const said = (status: number, headers: Record<string, string> = {}, body = ''): Answer => ({
    status,
    body,
    headers: { 'tus-resumable': '1.0.0', 'content-type': 'text/plain', ...headers },
  });
  const made = (id = 'one') => said(201, { location: `https://other.example${UPLOADS}/${id}` });
  const at = (offset: number) => said(204, { 'upload-offset': String(offset) });
  const there = said(409, {}, 'The resource already exists');
  const gone = said(404, {}, 'The file for this url was not found');
  const whole: Answer = { status: 200, body: JSON.stringify({ Key: picture.name, Id: 'x' }) };

  let kept: string[];
  beforeEach(() => {
    kept = [];
    reply = whole;
  });

  /** 'a picture' has nine bytes: three parts. */
  function send(upload?: string, tokens = ['t']) {
    const callers = tokens.map((token) => ({ token, userId: 'u' }));
    const next = async () => callers.shift() ?? null;
    const session: Session = { accessToken: next, refreshAfter401: next };
    const backend = { url, key: 'sb_publishable_x', client: 'fieldnotes/1' };
    const file = { ...picture, ...(upload !== undefined && { upload }) };
    return createFileStore(backend, session, 4)(file, never, async (it) => void kept.push(it));
  }
  /** Method, the last of the address, and what was sent. */
  const requests = () =>
    asked.map(({ method, path, body }) => [method, path.split('/').at(-1), body].join(' ').trim());
  const asWhole = `POST ${picture.name.split('/').at(-1)} a picture`;

  it('R49: goes in parts, each from where the server is', async () => {
    first = [made(), at(4), at(8), at(9)];
    await send();
    expect(requests()).toEqual([
      'POST resumable',
      'PATCH one a pi',
      'PATCH one ctur',
      'PATCH one e',
    ]);
    expect(asked.map(({ headers }) => headers['upload-offset'])).toEqual([
      undefined,
      '0',
      '4',
      '8',
    ]);
    const { headers } = asked[0]!;
    expect(headers).toMatchObject({
      'tus-resumable': '1.0.0',
      'upload-length': '9',
      'x-upsert': 'false',
      authorization: 'Bearer t',
      apikey: 'sb_publishable_x',
    });
    const pairs = String(headers['upload-metadata']).split(',');
    const values = pairs.map((pair) => pair.split(' '));
    expect(values.map(([key, value]) => [key, atob(value ?? '')])).toEqual([
      ['bucketName', 'pictures'],
      ['objectName', picture.name.slice('pictures/'.length)],
      ['contentType', 'image/webp'],
      ['cacheControl', '31536000'],
    ]);
    expect(kept).toEqual(['one']);
  });

  it('R49: names no header that hosted Supabase does not allow to uploads in parts', async () => {
    first = [gone, made(), at(4), at(9)];
    await send('one');
    // @tus/server's own, and those that supabase/storage adds (its routes of TUS).
    const allowed =
      /^(authorization|content-type|tus-resumable|upload-(length|metadata|offset)|x-upsert|apikey)$/;
    // What Node sends by itself.
    const own =
      /^(host|connection|accept|accept-(encoding|language)|content-length|sec-fetch-mode|user-agent|cache-control|pragma)$/;
    const named = new Set(asked.flatMap(({ headers }) => Object.keys(headers)));
    expect([...named].filter((it) => !allowed.test(it) && !own.test(it))).toEqual([]);
  });

  it('R49: goes on where the server is, wherever that is', async () => {
    first = [said(200, { 'upload-offset': '3' }), at(7), at(9)];
    await send('one');
    expect(requests()).toEqual(['HEAD one', 'PATCH one ictu', 'PATCH one re']);
    expect(kept).toEqual([]);
  });

  it('R49: goes on with less than a part if the server took less', async () => {
    first = [made(), at(1), at(5), at(9)];
    await send();
    expect(requests().slice(1)).toEqual(['PATCH one a pi', 'PATCH one  pic', 'PATCH one ture']);
  });

  it.each([
    ['its beginning', [null], []],
    ['a part', [made(), at(4), null], ['one']],
    ['its last part', [made(), at(8), null], ['one']],
  ])('R49: whose answer about %s is lost is to be sent again', async (_, answers, begun) => {
    first = answers;
    await expect(send()).rejects.toMatchObject({ kind: 'unreachable', code: 'no-answer' });
    expect(kept).toEqual(begun);
  });

  it('R49: is not there because the server has every byte: a new upload tells', async () => {
    first = [said(200, { 'upload-offset': '9' }), there];
    await send('one');
    expect(requests()).toEqual(['HEAD one', 'POST resumable']);
    [asked, first] = [[], [said(200, { 'upload-offset': '9' }), made('two'), at(9)]];
    await send('one');
    expect(requests()).toEqual(['HEAD one', 'POST resumable', 'PATCH two a pi']);
    expect(kept).toEqual(['two']);
  });

  it('R49: begins anew if its upload is gone, once more while it is sent, and then goes whole', async () => {
    first = [gone, made('two'), at(9)];
    await send('one');
    expect(requests()).toEqual(['HEAD one', 'POST resumable', 'PATCH two a pi']);
    [asked, first] = [[], [made(), gone, made('two'), said(410)]];
    await send();
    expect(requests()).toEqual([
      'POST resumable',
      'PATCH one a pi',
      'POST resumable',
      'PATCH two a pi',
      asWhole,
    ]);
  });

  it.each([
    ['it knows no such protocol', [{ status: 404, body: '<html>' }]],
    ['it takes none there', [said(405)]],
    ['it refuses it', [said(403, {}, 'new row violates row-level security policy')]],
    ['it does not say what it calls it', [said(201)]],
    ['something on the way answers', [{ status: 200, body: '<html>' }]],
    ['something on the way has a conflict', [{ status: 409, body: '<html>' }]],
    ['it does not say where it is', [made(), said(204)]],
    ['it does not go on', [made(), at(4), at(4)]],
    ['it goes too far', [made(), at(10)]],
    ['it refuses a part', [made(), said(413, {}, 'Maximum size exceeded')]],
  ])('R47 R49: goes whole if %s, and that answer counts', async (_, answers) => {
    first = [...answers];
    await send();
    expect(requests().at(-1)).toBe(asWhole);
    [asked, first] = [[], [...answers]];
    reply = refusal('413', 'Payload too large', 'exceeded the maximum');
    await expect(send()).rejects.toMatchObject({ kind: 'refused', code: '413' });
  });

  it('R49: that another device has stored is there, told at its beginning or at a part', async () => {
    first = [there];
    await send();
    expect(requests()).toEqual(['POST resumable']);
    [asked, first] = [[], [made(), at(4), there, said(200, { 'upload-offset': '4' }), there]];
    await send();
    expect(requests().slice(2)).toEqual(['PATCH one ctur', 'HEAD one', 'POST resumable']);
  });

  it('R49: goes on behind a part that arrived twice, and asks no second time', async () => {
    const conflict = said(409, {}, 'Upload-Offset conflict');
    first = [made(), conflict, said(200, { 'upload-offset': '4' }), at(8), at(9)];
    await send();
    expect(requests().slice(1)).toEqual([
      'PATCH one a pi',
      'HEAD one',
      'PATCH one ctur',
      'PATCH one e',
    ]);
    const always = [conflict, said(200, { 'upload-offset': '4' }), conflict];
    [asked, first] = [[], [made(), ...always, made('two'), conflict]];
    await send();
    expect(requests().at(-1)).toBe(asWhole);
  });

  it.each([
    [423, {}],
    [429, { 'retry-after': '7' }],
    [503, { 'retry-after': '7' }],
    [500, {}],
  ])('R49: waits for a server that answers %i, at each request', async (status, headers) => {
    const busy = said(status, headers, 'later');
    const code = String(status);
    const retryAfterMs = 'retry-after' in headers ? 7000 : null;
    for (const answers of [[busy], [made(), busy], [made(), at(4), busy]]) {
      first = answers;
      const failure = { kind: 'unreachable', code, retryAfterMs };
      await expect(send()).rejects.toMatchObject(failure);
    }
    first = [busy];
    await expect(send('one')).rejects.toMatchObject({ kind: 'unreachable', code });
    expect(requests()).not.toContain(asWhole);
  });

  it('R49: goes on with a new token after one that has ended', async () => {
    const ended = {
      status: 400,
      body: JSON.stringify({ statusCode: '403', message: 'jwt expired' }),
    };
    first = [made(), at(4), ended, said(200, { 'upload-offset': '4' }), at(9)];
    await send(undefined, ['old', 'new']);
    expect(requests()).toEqual([
      'POST resumable',
      'PATCH one a pi',
      'PATCH one ctur',
      'HEAD one',
      'PATCH one ctur',
    ]);
    expect(asked.at(-1)?.headers.authorization).toBe('Bearer new');
    // An answer to HEAD has no words.
    [asked, first] = [[], [{ status: 400 }, ended, said(200, { 'upload-offset': '4' }), at(9)]];
    await send('one', ['old', 'new']);
    expect(requests()).toEqual(['HEAD one', 'POST resumable', 'HEAD one', 'PATCH one ctur']);
  });

  it('R49: goes whole if it is one part', async () => {
    const session: Session = {
      accessToken: async () => ({ token: 't', userId: 'u' }),
      refreshAfter401: async () => null,
    };
    await createFileStore({ url, key: 'k' }, session, 9)(picture, never);
    expect(requests()).toEqual([asWhole]);
  });
});
