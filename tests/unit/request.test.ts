import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { request } from '../../src/engine/supabase/http.ts';

/** As in the oldest supported browsers, which lack `AbortSignal.any` for combining two signals. */

const { any } = AbortSignal;
let server: Server;
let url: string;
let gone: Promise<void>;

beforeEach(async () => {
  Reflect.deleteProperty(AbortSignal, 'any');
  let left = () => {};
  gone = new Promise((resolve) => {
    left = resolve;
  });
  server = createServer((asked, answer) => {
    if (asked.url === '/answers') return void answer.end('[]');
    // Never answered: the caller gives up.
    answer.on('close', left);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  AbortSignal.any = any;
  server.closeAllConnections();
  server.close();
});

const ask = (path: string, signal: AbortSignal) =>
  request({ url, key: 'key' }, { path, method: 'GET' }, signal);

it('a request is answered', async () => {
  expect(await ask('/answers', new AbortController().signal)).toMatchObject({ text: '[]' });
});

it('a request ends with its signal', async () => {
  const ends = new AbortController();
  const asked = ask('/silent', ends.signal);
  await new Promise((resolve) => server.once('request', resolve));
  ends.abort();
  await expect(asked).rejects.toMatchObject({ kind: 'unreachable', code: 'ended' });
  await gone;
  await expect(ask('/answers', ends.signal)).rejects.toMatchObject({ code: 'ended' });
});
