import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type Fault, type FaultProxy, faults, startFaultProxy } from './fault-proxy.ts';

/** The network that browser tests put before the site applies the faults it reports, and counts them. */

const answer = JSON.stringify({ done: 'x'.repeat(4_000) });
let backend: Server;
let backendUrl: string;
let reached = 0;
let proxy: FaultProxy;

beforeAll(async () => {
  backend = createServer((request, response) => {
    reached += 1;
    request.resume();
    request.on('end', () => response.writeHead(200).end(answer));
  });
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  backendUrl = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
});
afterAll(() => new Promise<void>((resolve) => void backend.close(() => resolve())));
beforeEach(async () => {
  reached = 0;
  proxy = await startFaultProxy(backendUrl);
});
afterEach(() => proxy.stop());

/** What comes of a request; one that hangs is given up once the proxy has counted it. */
async function outcome(path = '/rest/v1/rpc/sync_push', { counts, url } = proxy): Promise<string> {
  const hung = counts.hang;
  let told: string | null = null;
  void fetch(`${url}${path}`, { method: 'POST', body: '{}' })
    .then(async (it) => `${it.status} ${(await it.text()) === answer ? 'whole' : 'other'}`)
    .catch(() => 'none')
    .then((it) => {
      told = it;
    });
  await eventually(() => expect(told !== null || counts.hang !== hung).toBe(true));
  return told ?? 'hangs';
}

const expected: Readonly<Record<Fault, [outcome: string, reached: number]>> = {
  reset: ['none', 0],
  'answer lost': ['none', 1],
  'cut in the middle': ['none', 1],
  hang: ['hangs', 0],
  late: ['200 whole', 1],
  'slow as 2G': ['200 whole', 1],
  garbage: ['200 other', 0],
  HTML: ['200 other', 0],
  'error 500': ['500 other', 0],
  'error 503': ['503 other', 0],
  'too many': ['429 other', 0],
  'token refused': ['401 other', 0],
  'an empty list': ['200 other', 0],
  'an empty object': ['200 other', 0],
  'an empty fresh start': ['200 other', 0],
};

it.each(faults)('%s', async (fault) => {
  proxy.fault = fault;
  expect([await outcome(), reached]).toEqual(expected[fault]);
  expect(proxy.counts).toEqual({ [fault]: 1 });
});

it('passes on requests that are not selected, and all requests without a fault', async () => {
  proxy.fault = 'reset';
  expect(await outcome('/index.html')).toBe('200 whole');
  proxy.fault = 'none';
  expect(await outcome()).toBe('200 whole');
});

it('answers itself what is not of the API, where it has a site', async () => {
  const site = await startFaultProxy(backendUrl, {
    site: async (path) => ({ status: 200, headers: new Headers(), body: Buffer.from(path) }),
  });
  expect(await (await fetch(`${site.url}/notes/?page=2`)).text()).toBe('/notes/');
  expect(await (await fetch(`${site.url}/rest/v1/friends`)).text()).toBe(answer);
  expect(site.asked).toEqual(['/notes/?page=2', '/rest/v1/friends']);
  await site.stop();
});

it('does the same for the same seed', async () => {
  const run = async () => {
    const one = await startFaultProxy(backendUrl, { seed: 11 });
    one.fault = 'any';
    for (let i = 0; i < 12; i += 1) await outcome('/rest/v1/x', one);
    await one.stop();
    return one.counts;
  };
  const first = await run();
  expect(await run()).toEqual(first);
  expect(Object.keys(first).length).toBeGreaterThan(2);
});
