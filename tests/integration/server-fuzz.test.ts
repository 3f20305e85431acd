import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { PUBLISHABLE_KEY } from '../../tools/server/database/secrets.ts';
import { type Embedded, startEmbedded } from '../support/embedded.ts';
import { takeConsole } from '../support/setup.ts';
import { makeSmallSite } from '../support/small-site.ts';

/** Whatever arrives, the server goes on, and answers 4xx when the request is at fault. */

const site = makeSmallSite();
let embedded: Embedded;
let port: number;
beforeAll(async () => {
  embedded = await startEmbedded({ siteDir: site.folder, maxAttempts: Number.POSITIVE_INFINITY });
  port = Number(new URL(embedded.url).port);
});
afterAll(async () => {
  await embedded.stop();
  site.remove();
});

/**
 * Sends bytes as they are; the answer's status, or 'closed' where there was none.
 *
 * @param hangUp whether to say that no more will come, which a request that is whole does by its headers
 */
const exchange = (bytes: Buffer, { hangUp = false } = {}) =>
  new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      hangUp ? socket.end(bytes) : socket.write(bytes),
    );
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 'closed'));
  });

const request = (
  method: string,
  path: string,
  headers: readonly (readonly [string, string])[],
  body: Buffer = Buffer.alloc(0),
) => {
  const all = [
    ['Host', 'localhost'],
    ['Connection', 'close'],
    ['apikey', PUBLISHABLE_KEY],
    ...(body.length > 0 ? [['Content-Length', String(body.length)]] : []),
    ...headers,
  ];
  const head = [`${method} ${path} HTTP/1.1`, ...all.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
};

async function stillServes(): Promise<void> {
  expect(await exchange(request('GET', '/', []))).toBe('200');
  expect(await exchange(request('GET', '/rest/v1/friends?select=name', []))).toBe('200');
}

describe('a part of a file', () => {
  it('is sent if it exists, and no other range ends the process', async () => {
    const asked = {
      'bytes=0-4': '206',
      'bytes=5-': '206',
      'bytes=-3': '206',
      'bytes=0-99999': '206',
      'bytes=5-1': '416',
      'bytes=99-': '416',
      'bytes=1e999-': '200',
      'bytes=99999999999999999999999-': '416',
      'bytes=0-99999999999999999999999': '206',
      'bytes=-': '200',
      'bytes=0-1,3-4': '200',
      'lines=1-2': '200',
    };
    const answered: Record<string, string> = {};
    for (const range of Object.keys(asked))
      answered[range] = await exchange(request('GET', '/', [['Range', range]]));
    expect(answered).toEqual(asked);
    await stillServes();
  });
});

const word = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      '/',
      '//',
      '..',
      '%',
      '%00',
      '%2e%2e%2f',
      '%E0%A4%A',
      '\\',
      '*',
      '[',
      '?',
      '#',
      '\u00ff',
    ],
    ...['index.html', 'assets', 'main-1a2b.js', 'rest', 'auth', 'v1', 'rpc', 'friends', 'projects'],
    ...['sync_pull', 'sync_push', 'signup', 'token', 'user', 'logout', 'realtime', 'websocket'],
    ...['select=*', 'id=eq.', 'order=', 'limit=-1', 'offset=1e9', 'and=(', 'grant_type=password'],
    ...['name=like.*', 'columns=', 'on_conflict=', 'select=a(b(c', 'id=in.(', '&', '='],
  ),
  fc.string({ maxLength: 8 }),
);
const path = fc
  .tuple(
    fc.constantFrom(
      ...['/', '/assets/', '/rest/v1/', '/rest/v1/rpc/', '/rest/v1/friends?', '/auth/v1/'],
      ...['/rest/v1/rpc/sync_pull', '/rest/v1/rpc/sync_push', '/rest/v1/rpc/claim_first_admin'],
      ...['/rest/v1/friends', '/rest/v1/projects', '/auth/v1/signup', '/auth/v1/user'],
      ...['/auth/v1/token?grant_type=password', '/auth/v1/token?grant_type=refresh_token'],
      ...['/auth/v1/logout', '/auth/v1/verify', '/auth/v1/admin/users', '/auth/v1/factors'],
      ...['/auth/v1/token?', '/realtime/v1/websocket', '/_system/', 'http://[', '*', 'x'],
    ),
    fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(word, { maxLength: 4 })),
  )
  // Characters that would end the line are left to the raw bytes.
  .map(([start, words]) => (start + words.join('')).replace(/[\s\u0100-\uffff\0]/g, '%20'));
const header = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      ...['Range', 'If-Range', 'If-None-Match', 'If-Modified-Since', 'Accept', 'Accept-Encoding'],
      ...['Authorization', 'Prefer', 'Content-Type', 'Content-Encoding', 'Accept-Profile'],
      ...['Content-Profile', 'Origin', 'Access-Control-Request-Headers', 'Expect', 'Upgrade'],
      ...['Range-Unit', 'Cookie', 'X-Forwarded-For', 'X-HTTP-Method-Override', 'Host'],
    ),
    fc.constantFrom(
      ...['', 'bytes=5-1', 'bytes=1e99-', '0-', '-', '5-1', '0-0', '*/*', 'application/json'],
      ...['application/vnd.pgrst.object+json', 'text/csv', 'text/plain', 'gzip, br;q=0', 'Bearer'],
      ...['Bearer x', 'Bearer a.b.c', 'Basic !!', 'return=representation,count=exact', 'count=x'],
      ...['resolution=merge-duplicates', 'public', 'auth', '100-continue', 'websocket', '[', '"'],
      ...['multipart/form-data', 'application/x-www-form-urlencoded', 'localhost:99999', '\u00ff'],
    ),
  ),
  fc.tuple(fc.constantFrom('X-Any', 'Prefer', 'Range', 'Accept'), fc.string({ maxLength: 20 })),
);
const body = fc
  .oneof(
    fc.constantFrom(
      ...['', '{', '[]', '{}', 'null', '1', '"x"', '[1]', '[null]', '[[]]', '[{}]', '{"a":1}'],
      ...['{"email":1,"password":[]}', '{"email":"a@b.c"}', '{"email":"a@b.c","password":null}'],
      ...['{"refresh_token":{}}', '{"cursor":"x"}', '{"cursor":1e400}', '{"cursor":null}'],
      ...['{"epoch":"x","cursor":0,"horizon":0,"page_size":-1}', '{"mutations":[{}]}'],
      ...['{"mutations":[[]]}', '{"mutations":"x"}', '{"__proto__":{"a":1}}', '{"name":"\\u0000"}'],
      ...['[{"name":"a"},{"title":"b"}]', '{"name":{}}', '{"id":"x"}', '\ufeff{}'],
    ),
    fc
      .dictionary(
        fc.constantFrom('email', 'password', 'refresh_token', 'data', 'type', 'token', 'name'),
        fc.oneof(
          fc.constantFrom(
            'a@b.c',
            'long-enough',
            'a@b.c\0',
            `${'x'.repeat(999)}@b.c`,
            null,
            {},
            [],
          ),
          fc.jsonValue({ maxDepth: 1 }),
        ),
      )
      .map((fields) => JSON.stringify(fields)),
    fc.json({ maxDepth: 3 }),
  )
  .map((text) => Buffer.from(text));
const anyRequest = fc
  .tuple(
    fc.constantFrom(
      ...['GET', 'GET', 'HEAD', 'POST', 'POST', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'],
      ...['TRACE', 'CONNECT', 'PROPFIND', 'PURGE', 'M-SEARCH', 'BREW'],
    ),
    path,
    fc.array(header, { maxLength: 3 }),
    fc.oneof(
      body,
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    ),
  )
  .map(([method, address, headers, content]) => request(method, address, headers, content));

describe('any request', () => {
  it('is answered, never with 500, and so is the next request', async () => {
    await fc.assert(
      fc.asyncProperty(anyRequest, async (bytes) => {
        const status = await exchange(bytes);
        expect(status, bytes.toString('latin1')).not.toBe('500');
      }),
      { seed: 12, numRuns: 1_500, endOnFailure: true },
    );
    await stillServes();
    takeConsole();
  });

  it('may be invalid HTTP', async () => {
    const cut = fc.tuple(anyRequest, fc.nat(400)).map(([bytes, end]) => bytes.subarray(0, end));
    const noise = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(cut, noise),
        async (bytes) => void (await exchange(bytes, { hangUp: true })),
      ),
      { seed: 12, numRuns: 300, endOnFailure: true },
    );
    await stillServes();
    takeConsole();
  });

  it('may come through a live connection', async () => {
    const frame = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes)),
      fc
        .tuple(
          fc.option(fc.string({ maxLength: 2 })),
          fc.constantFrom('realtime:a', 'realtime:b', 'phoenix', ''),
          fc.constantFrom('phx_join', 'phx_leave', 'heartbeat', 'access_token', 'x'),
          fc.oneof(
            fc.jsonValue({ maxDepth: 2 }),
            fc.constantFrom(
              null,
              { access_token: 'a.b.c' },
              { access_token: {} },
              { config: { postgres_changes: [{ event: '*', schema: 1 }] } },
              {
                config: {
                  postgres_changes: [{ event: '*', schema: 'public', table: 'sync_state' }],
                },
              },
            ),
          ),
        )
        .map(([ref, topic, event, payload]) => JSON.stringify([ref, ref, topic, event, payload])),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(frame, { maxLength: 12 }), async (frames) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime/v1/websocket?vsn=2.0.0`);
        socket.on('error', () => {});
        await new Promise((opened) => socket.once('open', opened));
        for (const it of frames) socket.send(it);
        const closed = new Promise((done) => socket.once('close', done));
        socket.close();
        await closed;
      }),
      { seed: 12, numRuns: 60, endOnFailure: true },
    );
    await embedded.sql("insert into friends (name) values ('Heard of by none')");
    await stillServes();
    takeConsole();
  });
});
