import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Fault, type FaultProxy, faults, startFaultProxy } from './fault-proxy.ts';

/** The network that browser tests put before the site applies the faults it reports, and counts them. */

const answer = JSON.stringify({ done: 'x'.repeat(4_000) });
let backend: Server;
let reached = 0;
let proxy: FaultProxy;

beforeAll(async () => {
  backend = createServer((request, response) => {
    reached += 1;
    request.resume();
    request.on('end', () => response.writeHead(200).end(answer));
  });
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise<void>((resolve) => void backend.close(() => resolve())));
beforeEach(async () => {
  reached = 0;
  proxy = await startFaultProxy(`http://127.0.0.1:${(backend.address() as AddressInfo).port}`, 3);
});
afterEach(() => proxy.stop());

const post = (path = '/rest/v1/rpc/sync_push') =>
  fetch(`${proxy.url}${path}`, {
    method: 'POST',
    body: '{}',
    // Only what hangs has no answer; on a busy machine the others may take long to come.
    signal: AbortSignal.timeout(proxy.mood === 'hangs' ? 3_000 : 60_000),
  });
const outcome = async (path?: string) => {
  try {
    const response = await post(path);
    return `${response.status} ${(await response.text()) === answer ? 'whole' : 'other'}`;
  } catch {
    return 'none';
  }
};

const expected: Readonly<Record<Fault, [outcome: string, reached: number]>> = {
  'request lost': ['none', 0],
  'answer lost': ['none', 1],
  'cut in the middle': ['none', 1],
  hangs: ['none', 0],
  late: ['200 whole', 1],
  'slow as 2G': ['200 whole', 1],
  garbage: ['200 other', 0],
  HTML: ['200 other', 0],
  'error 503': ['503 other', 0],
  'too many': ['429 other', 0],
  'token refused': ['401 other', 0],
};

it.each(faults)('%s', async (fault) => {
  proxy.mood = fault;
  expect([await outcome(), reached]).toEqual(expected[fault]);
  expect(proxy.counts).toEqual({ [fault]: 1 });
});

it('passes on requests that are not selected, and all requests without a fault', async () => {
  proxy.mood = 'away';
  expect(await outcome('/index.html')).toBe('200 whole');
  proxy.mood = 'fine';
  expect(await outcome()).toBe('200 whole');
});

it('does the same for the same seed', async () => {
  const run = async () => {
    const one = await startFaultProxy(
      `http://127.0.0.1:${(backend.address() as AddressInfo).port}`,
      11,
    );
    one.mood = 'any';
    for (let i = 0; i < 12; i += 1) {
      const hung = one.counts.hangs;
      const given = new AbortController();
      const watch = setInterval(() => one.counts.hangs !== hung && given.abort(), 10);
      await fetch(`${one.url}/rest/v1/x`, { signal: given.signal })
        .then((it) => it.text())
        .catch(() => {});
      clearInterval(watch);
    }
    await one.stop();
    return one.counts;
  };
  const first = await run();
  expect(await run()).toEqual(first);
  expect(Object.keys(first).length).toBeGreaterThan(2);
});
