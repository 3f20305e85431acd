import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compressAll } from '../../tools/build/plugins/compress-files.ts';
import { fixedHeaders } from '../../tools/build/plugins/content-policy.ts';
import { type Embedded, startEmbedded } from '../support/embedded.ts';
import { makeSmallSite } from '../support/small-site.ts';

describe('the site beside it', () => {
  const largeScript = 'export const words = "again";\n'.repeat(100);
  const built = makeSmallSite({ 'sw.js': '', 'assets/large-1a2b.js': largeScript });
  let site: Embedded;
  beforeAll(async () => {
    compressAll(built.folder);
    site = await startEmbedded({ seed: false, siteDir: built.folder });
  });
  afterAll(async () => {
    await site.stop();
    built.remove();
  });
  const get = async (path: string) => {
    const response = await fetch(site.url + path);
    const type = response.headers.get('content-type')?.split(';')[0];
    return [response.status, type, response.headers.get('cache-control')];
  };

  it('is one page at every address of the app, revalidated each time', async () => {
    for (const path of ['/', '/projects', '/learnings/a-slug?tag=x', '/index.html'])
      expect(await get(path)).toEqual([200, 'text/html', 'no-cache']);
  });

  it('is cached for ever only in files whose names change with their contents', async () => {
    expect((await get('/assets/main-1a2b.js'))[2]).toBe('public, max-age=31536000, immutable');
    expect((await get('/sw.js'))[2]).toBe('no-cache');
  });

  it('is sent compressed to clients that accept it, and tells caches so', async () => {
    const ask = async (headers: Record<string, string>, method = 'GET') => {
      const response = await fetch(`${site.url}/assets/large-1a2b.js`, { method, headers });
      const { status } = response;
      const type = response.headers.get('content-type');
      expect([type, response.headers.get('vary')]).toEqual([
        'text/javascript; charset=utf-8',
        'accept-encoding',
      ]);
      const size = Number(response.headers.get('content-length'));
      return {
        status,
        coding: response.headers.get('content-encoding'),
        isSmaller: size < largeScript.length,
        // Decoded by fetch.
        text: await response.text(),
      };
    };
    const whole = { status: 200, text: largeScript };
    for (const [accepted, coding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['identity', null],
      ['brand, x-gzip', null],
    ] as const)
      expect(await ask({ 'accept-encoding': accepted })).toEqual({
        ...whole,
        coding,
        isSmaller: coding !== null,
      });
    const br = { 'accept-encoding': 'br' };
    expect(await ask(br, 'HEAD')).toEqual({ status: 200, coding: 'br', isSmaller: true, text: '' });
    const part = { status: 206, coding: null, isSmaller: true, text: 'export' };
    expect(await ask({ ...br, range: 'bytes=0-5' })).toEqual(part);
  });

  it('HOST-1: says with every answer what the page may do, a missing file’s too', async () => {
    for (const path of ['/', '/projects', '/assets/main-1a2b.js', '/assets/none.js']) {
      const { headers } = await fetch(site.url + path);
      for (const [name, value] of Object.entries(fixedHeaders))
        expect(headers.get(name), `${name} of ${path}`).toBe(value);
    }
  });

  it('HOST-1: leaves out the opener policy where browsers ignore it, and complain of it', async () => {
    const { hostname, port } = new URL(site.url);
    const policyAt = (name: string) =>
      new Promise<string | undefined>((resolve, reject) => {
        const asked = request(
          { host: hostname, port, headers: { host: `${name}:${port}` } },
          (it) => {
            it.resume();
            resolve(it.headers['cross-origin-opener-policy'] as string | undefined);
          },
        );
        asked.on('error', reject).end();
      });
    expect(await policyAt('localhost')).toBe('same-origin');
    expect(await policyAt('[::1]')).toBe('same-origin');
    expect(await policyAt('192.168.1.5')).toBeUndefined();
  });

  it('answers 404, never a page, for a missing file or service', async () => {
    for (const path of [
      '/assets/main-0000.js',
      '/assets/none',
      '/missing.png',
      '/storage/v1/bucket',
    ])
      expect((await get(path)).slice(0, 2)).toEqual([404, 'text/plain']);
  });
});
