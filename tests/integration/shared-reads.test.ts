import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUBLISHABLE_KEY } from '../../tools/server/database/secrets.ts';
import { type Serving, serve } from '../../tools/server/http/server.ts';
import { type Embedded, startEmbedded } from '../support/embedded.ts';
import { type Nginx, nginxProgram, startCache } from '../support/nginx.ts';

/** Readers behind the cache of docs/nginx-cache.conf, with a real nginx and the embedded backend. */

describe.skipIf(nginxProgram === null)('R33: a cache in front of the API', () => {
  let embedded: Embedded;
  let serving: Serving;
  let cache: Nginx;
  /** Requests that reached the backend. */
  let reached = 0;
  let lastHeaders: IncomingHttpHeaders = {};
  beforeAll(async () => {
    embedded = await startEmbedded();
    serving = await serve({ backend: embedded.backend, siteDir: null, host: '127.0.0.1', port: 0 });
    serving.server.prependListener('request', ({ headers }) => {
      reached += 1;
      lastHeaders = headers;
    });
    cache = await startCache(nginxProgram!, serving.url);
  });
  afterAll(async () => {
    await cache?.stop();
    await serving?.close();
    await embedded?.stop();
  });

  const read = async (query: string, headers: Record<string, string> = {}) => {
    const address = `${cache.url}/rest/v1/rpc/sync_read?${query}`;
    const response = await fetch(address, { headers: { apikey: PUBLISHABLE_KEY, ...headers } });
    return { status: response.status, headers: response.headers, page: await response.json() };
  };
  const caughtUp = async () => {
    const { page } = await read(`told=${reached}`);
    return {
      epoch: page.epoch,
      cursor: page.cursor,
      since: `epoch=${page.epoch}&cursor=${page.cursor}&horizon=${page.cursor}`,
    };
  };

  it('asks the backend once for all who ask the same at once', async () => {
    reached = 0;
    const pages = await Promise.all(
      Array.from({ length: 200 }, () => read('cursor=0&page_size=7')),
    );
    expect(reached).toBe(1);
    expect(new Set(pages.map(({ page }) => JSON.stringify(page))).size).toBe(1);
    expect(pages[0]!.page.changes).toHaveLength(7);
  });

  it('gives readers that a poke has told of a change nothing from before it', async () => {
    const { cursor, since } = await caughtUp();
    expect((await read(since)).page.changes).toEqual([]);
    const [row] = await embedded.sql(`insert into friends (name) values ('New') returning id`);
    reached = 0;
    const told = `${since}&told=${cursor + 1}`;
    const pages = await Promise.all(Array.from({ length: 50 }, () => read(told)));
    for (const { page } of pages) expect(page.changes).toMatchObject([{ id: row!.id }]);
    expect(reached).toBe(1);
  });

  it('keeps no refusal, and lets no session through', async () => {
    reached = 0;
    for (let i = 0; i < 2; i += 1) expect((await read('nonsense=1')).status).toBe(404);
    expect(reached).toBe(2);
    // A token that the backend would refuse does not get there.
    expect((await read('cursor=0&page_size=3', { authorization: 'Bearer x' })).status).toBe(200);
    const push = await fetch(`${cache.url}/rest/v1/rpc/sync_read`, { method: 'POST' });
    expect(push.status).toBe(403);
    const other = await fetch(`${cache.url}/rest/v1/friends`);
    expect(other.status).toBe(404);
  });

  it.each([
    ['accept', 'text/csv'],
    ['prefer', 'tx=rollback,return=minimal,count=exact'],
    ['range', '0-0'],
    ['accept-profile', 'sync'],
    ['content-profile', 'sync'],
    ['x-http-method-override', 'DELETE'],
    ['cookie', 'session=mine'],
    ['authorization', 'Bearer x'],
  ])('gives nobody an answer that %s of somebody else has changed', async (name, value) => {
    const question = `cursor=0&page_size=8&told=${reached}`;
    const got = await read(question, { [name]: value });
    expect(lastHeaders[name]).not.toBe(value);
    expect((await read(question)).page).toEqual(got.page);
  });

  it('lets browsers ask from other origins', async () => {
    const { headers } = await read('cursor=0&page_size=2', { origin: 'http://localhost:4000' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe(
      'public, max-age=0, s-maxage=2, stale-while-revalidate=3',
    );
  });
});
