import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../src/engine/supabase/session.ts';
import { createFileStore } from '../../src/engine/supabase/store-file.ts';
import { pictureOf } from '../support/named-files.ts';

/** Supabase Storage as a file meets it. */

const picture = { ...pictureOf('a picture'), at: 1 };
const never = new AbortController().signal;

let server: Server;
let url: string;
let reply: { status: number; body: string };
let asked: { method: string; path: string; body: string; headers: Record<string, unknown> }[];

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      asked.push({ method, path, body, headers });
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
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
