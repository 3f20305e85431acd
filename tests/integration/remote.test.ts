import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { corsHeaders } from '@supabase/supabase-js/cors';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openSessionStore } from '../../src/engine/mirror/session-store.ts';
import { createRemote } from '../../src/engine/supabase/calls.ts';
import type { Session } from '../../src/engine/supabase/session.ts';
import { createAuth } from '../../src/engine/supabase/sign-in.ts';
import type { Page } from '../../src/engine/sync/protocol.ts';
import { Failure, type FailureKind } from '../../src/lib/failure.ts';
import {
  EDITS_ANSWERED_MS,
  PAGE_ROWS,
  SILENCE_MS,
  SLOWEST_BYTES_PER_S,
} from '../../src/lib/limits.ts';
import { newDatabase } from '../support/device.ts';
import { eventually } from '../support/eventually.ts';

/** How the remote treats the possible answers of a network; with a real socket, without mocks. */

const page: Page = {
  epoch: 'e',
  cursor: 3,
  version: 3,
  reset: true,
  more: false,
  changes: [],
  answers: [],
};
const request = { epoch: null, cursor: 0, horizon: 0, rows: PAGE_ROWS, pending: [] };
const visitor: Session = { accessToken: async () => null, refreshAfter401: async () => null };

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function pullFrom(
  answer: RequestListener,
  signal = new AbortController().signal,
): Promise<Page> {
  return createRemote(await backendOf(answer), visitor).pull(request, signal);
}

async function backendOf(answer: RequestListener): Promise<{ url: string; key: string }> {
  server = createServer(answer);
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, key: 'sb_publishable_x' };
}

const answering =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);

describe('a pull', () => {
  it('ACCESS-7: is one POST to one address, with the publishable key', async () => {
    const seen: unknown[] = [];
    const got = await pullFrom(async (incoming, response) => {
      let body = '';
      for await (const chunk of incoming) body += chunk;
      seen.push(incoming.method, incoming.url, incoming.headers.apikey, JSON.parse(body));
      response.end(JSON.stringify(page));
    });
    expect(got).toEqual({ ...page, reader: null });
    expect(seen).toEqual([
      'POST',
      '/rest/v1/rpc/sync_pull',
      'sb_publishable_x',
      { epoch: null, cursor: 0, horizon: 0, pending: [], page_size: 1000 },
    ]);
  });

  it('has written down that a row is due, whoever asks; the page does not wait for it', async () => {
    const seen: unknown[] = [];
    const got = await pullFrom(async ({ url }, response) => {
      seen.push(url);
      if (url?.endsWith('sync_release')) return void response.writeHead(500).end();
      response.end(JSON.stringify({ ...page, due: true }));
    });
    expect(got).toMatchObject({ due: true });
    await eventually(() =>
      expect(seen).toEqual(['/rest/v1/rpc/sync_pull', '/rest/v1/rpc/sync_release']),
    );
  });

  it('R33: of a visitor is a GET where a cache stands in front, and its address says what is asked, and no more', async () => {
    const seen: unknown[] = [];
    const backend = await backendOf((incoming, response) => {
      const { method, url, headers } = incoming;
      seen.push([method, url, headers['content-type'], headers.authorization]);
      response.end(JSON.stringify(page));
    });
    let poke = (_version: number) => {};
    const remote = (session: Session) =>
      createRemote(
        { ...backend, url: 'http://127.0.0.1:1', reads: backend.url },
        session,
        (_, to) => {
          poke = (version) => to.poked(version);
          return () => {};
        },
      );
    const signal = new AbortController().signal;
    const reader = remote(visitor);
    reader.watch({ poked() {}, live() {} });
    await reader.pull(request, signal);
    const caughtUp = { ...request, epoch: 'e', cursor: 7, horizon: 7 };
    await reader.pull(caughtUp, signal);
    // A cached answer from before a poke does not contain the change that it announced.
    poke(9);
    await reader.pull(caughtUp, signal);
    await reader.pull({ ...caughtUp, cursor: 9, horizon: 9 }, signal);
    const read = (query: string) => [
      'GET',
      `/rest/v1/rpc/sync_read?${query}`,
      undefined,
      undefined,
    ];
    expect(seen).toEqual([
      read('cursor=0&horizon=0&page_size=1000'),
      read('epoch=e&cursor=7&horizon=7&page_size=1000'),
      read('epoch=e&cursor=7&horizon=7&page_size=1000&told=9'),
      read('epoch=e&cursor=9&horizon=9&page_size=1000'),
    ]);
    // Signed-in users bypass the cache.
    const caller = { token: 't', userId: 'u' };
    const admin = remote({ accessToken: async () => caller, refreshAfter401: async () => caller });
    await expect(admin.pull(request, signal)).rejects.toMatchObject({ kind: 'unreachable' });
    expect(seen).toHaveLength(4);
  });

  it('names the application and its version in a header that needs no further preflight', async () => {
    let headers: IncomingHttpHeaders = {};
    const backend = await backendOf((incoming, response) => {
      headers = incoming.headers;
      response.end(JSON.stringify(page));
    });
    const remote = createRemote({ ...backend, client: 'fieldnotes/1.2.3' }, visitor);
    await remote.pull(request, new AbortController().signal);
    expect(headers['x-client-info']).toBe('fieldnotes/1.2.3');
    // The others ask for permission already, and Supabase gives it for all of them at once.
    const allowed = corsHeaders['Access-Control-Allow-Headers']?.split(', ');
    expect(allowed).toEqual(expect.arrayContaining(['apikey', 'content-type', 'x-client-info']));
    const named = Object.keys(headers).filter((name) => /^x-|^apikey$|^content-type$/.test(name));
    expect(named.sort()).toEqual(['apikey', 'content-type', 'x-client-info']);
  });

  it('lets the browser cache the preflight', async () => {
    let caching: string | undefined;
    await pullFrom((incoming, response) => {
      caching = incoming.headers['cache-control'];
      response.end(JSON.stringify(page));
    });
    // A request that passes by the cache passes by the permissions in it, and costs another each time.
    expect(caching).toBe(undefined);
  });

  const unreachable: [string, RequestListener][] = [
    ['HTML with status 200', answering(200, '<html>Sign in to the Wi-Fi</html>')],
    ['HTML with status 502', answering(502, '<html>Bad gateway</html>')],
    ['a JSON error of the server', answering(500, '{"message":"oops"}')],
    ['nothing', answering(200, '')],
    ['half a JSON', answering(200, JSON.stringify(page).slice(0, 30))],
    ['zero rows by error', answering(200, '[]')],
    ['null', answering(200, 'null')],
    ['an object that is no page', answering(200, '{"rows":[],"more":false}')],
    [
      'a version that JSON cannot hold',
      answering(200, JSON.stringify(page).replaceAll('3', '9007199254740993')),
    ],
    [
      'a connection cut in the middle',
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"epoch"', () => response.destroy());
      },
    ],
    ['a serialization failure', answering(409, '{"code":"40001"}')],
    ['a statement that took too long', answering(500, '{"code":"57014"}')],
  ];
  it.each(unreachable)(
    'finds the server out of reach when it is answered with %s',
    async (_, answer) => {
      await expect(pullFrom(answer)).rejects.toMatchObject({
        name: 'Failure',
        kind: 'unreachable',
      });
    },
  );

  // Each of these says something else to an engineer.
  const told: [string, RequestListener, FailureKind, string][] = [
    ['HTML', answering(200, '<html>'), 'unreachable', 'not-json'],
    ['a page of another shape', answering(200, '[]'), 'unreachable', 'not-an-answer'],
    ['a gateway’s HTML', answering(502, '<html>'), 'unreachable', '502'],
    ['a project that is paused', answering(540, '{"message":"paused"}'), 'unreachable', '540'],
    ['too many requests', answering(429, '{}'), 'unreachable', '429'],
    ['a statement that took too long', answering(500, '{"code":"57014"}'), 'unreachable', '57014'],
    ['migrations that are missing', answering(404, '{"code":"PGRST202"}'), 'refused', 'PGRST202'],
    ['a permission that is missing', answering(401, '{"code":"42501"}'), 'refused', '42501'],
    ['a key that is wrong', answering(401, '{"message":"Invalid API key"}'), 'refused', '401'],
    ['a quota that is used up', answering(402, '{"message":"restricted"}'), 'refused', '402'],
    ['a quota that is used up, in HTML', answering(402, '<html>'), 'refused', '402'],
    ['a body that is too large, in HTML', answering(413, '<html>'), 'refused', '413'],
  ];
  it.each(told)(
    'recognises the refusal when it is answered with %s',
    async (_, answer, kind, code) => {
      const failure = await pullFrom(answer).catch((error) => error);
      expect(failure).toBeInstanceOf(Failure);
      expect(failure).toMatchObject({ kind, code });
    },
  );

  it('keeps the words of the server’s refusal', async () => {
    const answer = answering(404, '{"code":"PGRST202","message":"no function sync_pull"}');
    const failure = await pullFrom(answer).catch((error) => error);
    expect(failure.message).toBe('sync_pull: 404 no function sync_pull');
  });

  it('passes on how long the server asks to wait', async () => {
    const seconds = answering(429, '{}', { 'retry-after': '7' });
    await expect(pullFrom(seconds)).rejects.toMatchObject({
      kind: 'unreachable',
      retryAfterMs: 7000,
    });
    const date = answering(503, 'busy', {
      'retry-after': new Date(Date.now() + 60_000).toUTCString(),
    });
    const failure = await pullFrom(date).catch((error) => error);
    expect(failure.retryAfterMs).toBeGreaterThan(50_000);
  });

  it('finds a missing server out of reach', async () => {
    const remote = createRemote({ url: 'http://127.0.0.1:1', key: 'k' }, visitor);
    const failure = await remote
      .pull(request, new AbortController().signal)
      .catch((error) => error);
    expect(failure).toMatchObject({ kind: 'unreachable', code: 'no-answer' });
    // The message of fetch itself is kept.
    expect(failure.cause).toBeInstanceOf(TypeError);
  });

  it('ends when it is aborted, though the server never answers', async () => {
    const ended = new AbortController();
    const pulling = pullFrom(() => ended.abort(), ended.signal);
    await expect(pulling).rejects.toMatchObject({ kind: 'unreachable', code: 'ended' });
  });
});

/** Sockets are real, and time is the test's. */
describe('on a slow line', () => {
  const caller = { token: 't', userId: 'u' };
  const author: Session = { accessToken: async () => caller, refreshAfter401: async () => null };
  const { signal } = new AbortController();
  const pull = (backend: { url: string; key: string }) =>
    createRemote(backend, visitor).pull(request, signal);
  const push = (backend: { url: string; key: string }, mutations: { id: string; changes: [] }[]) =>
    createRemote(backend, author).push({ ...request, account: 'u', mutations }, signal);
  afterEach(() => void vi.useRealTimers());

  /** Sends a request to a server that says nothing yet. `told` becomes its page, or the code of its failure. */
  async function asking(send: (backend: { url: string; key: string }) => Promise<unknown>) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const listening = vi.spyOn(globalThis, 'setTimeout');
    let response: ServerResponse | null = null;
    let bytes = 0;
    const backend = await backendOf(async (incoming, outgoing) => {
      for await (const part of incoming) bytes += part.length;
      response = outgoing;
    });
    const one = { told: null as unknown, bytes: () => bytes, part };
    void send(backend).then(
      (page) => {
        one.told = page;
      },
      ({ code }) => {
        one.told = code;
      },
    );
    await until(() => response !== null);
    /** Sends a part of the answer, and waits until the device has heard it. */
    async function part(text: string): Promise<void> {
      const heard = listening.mock.calls.length;
      response?.write(text);
      await until(() => listening.mock.calls.length > heard);
    }
    return { ...one, told: () => one.told, end: () => response?.end() };
  }

  const timeToSend = (bytes: number) => (bytes / SLOWEST_BYTES_PER_S) * 1_000;

  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Lets what follows from the passing of time happen. */
  async function pass(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  it('LIMIT-1: an answer may take minutes, as long as something of it arrives', async () => {
    const one = await asking(pull);
    const text = JSON.stringify(page);
    await pass(SILENCE_MS - 1);
    for (let at = 0; at < text.length; at += 10) {
      await one.part(text.slice(at, at + 10));
      await pass(SILENCE_MS - 1);
    }
    one.end();
    await until(() => one.told() !== null);
    expect(one.told()).toEqual({ ...page, reader: null });
  });

  it('LIMIT-1: it fails after 8 s of silence, before the answer or in the middle of it', async () => {
    const silent = await asking(pull);
    await pass(SILENCE_MS);
    expect(silent.told()).toBe(null);
    await pass(timeToSend(silent.bytes()));
    expect(silent.told()).toBe('time-out');
    const stopped = await asking(pull);
    await stopped.part('{"epoch":');
    await pass(SILENCE_MS);
    expect(stopped.told()).toBe('time-out');
  });

  it('LIMIT-1: signing in is no shorter: it fails after 8 s of silence, however long something arrived', async () => {
    const database = newDatabase();
    const store = openSessionStore(database);
    const auth = (backend: { url: string; key: string }) =>
      createAuth(backend, store, visitor, null, Date.now);
    const one = await asking((backend) => auth(backend).signIn('me@example.com', 'long-enough'));
    for (const text of '{"access_token":') {
      await one.part(text);
      await pass(SILENCE_MS - 1);
    }
    expect(one.told()).toBe(null);
    await pass(1);
    expect(one.told()).toBe('time-out');
    database.close();
  });

  it('edits have the time that a slow line takes for them, and then longer than a database takes for a statement', async () => {
    const many = Array.from({ length: 20 }, () => ({ id: 'é'.repeat(10_000), changes: [] as [] }));
    const one = await asking((backend) => push(backend, many));
    expect(one.bytes()).toBeGreaterThan(400_000);
    await pass(timeToSend(one.bytes()) + EDITS_ANSWERED_MS - 1);
    expect(one.told()).toBe(null);
    await pass(1);
    expect(one.told()).toBe('time-out');
  });
});
