import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { fixedHeaders, headersFor } from '../../tools/build/plugins/content-policy.ts';
import { fitCloudflare } from '../../tools/build/plugins/host-files.ts';
import { siteDir } from '../support/backend-fixtures.ts';
import { cloudflare, type Host, netlify, vercel } from '../support/hosts.ts';
import { nginxProgram, startHost } from '../support/nginx.ts';

/** The settings for hosts, applied to the built site: by nginx itself, and by what the others document. */

const page = readFileSync(join(siteDir, 'index.html'), 'utf8');
const script = /\/assets\/(index-[\w-]+\.js)/.exec(page)?.[1];
const isApp = (body: Buffer) =>
  body.includes('<div id="root">') &&
  /<script type="module"[^>]* src="\/assets\//.test(body.toString());

const hosts: Readonly<Record<string, (use: (host: Host) => Promise<void>) => Promise<void>>> = {
  Vercel: (use) => use(vercel(siteDir)),
  Netlify: (use) => use(netlify(siteDir)),
  async 'Cloudflare Pages'(use) {
    const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-cloudflare-'));
    cpSync(siteDir, folder, { recursive: true });
    fitCloudflare(folder);
    await use(cloudflare(folder));
    rmSync(folder, { recursive: true });
  },
  async nginx(use) {
    test.skip(nginxProgram === null, 'no nginx');
    const nginx = await startHost(nginxProgram!, siteDir);
    await use(async (path) => {
      const response = await fetch(nginx.url + path);
      const body = Buffer.from(await response.arrayBuffer());
      return { status: response.status, headers: response.headers, body };
    });
    await nginx.stop();
  },
};

for (const [name, on] of Object.entries(hosts)) {
  test(`HOST-2: ${name} answers every page, also one that is newer than the build`, () =>
    on(async (host) => {
      const paths = ['/', '/projects', '/learnings/newer-than-the-build', '/projects/llama.cpp'];
      for (const path of [...paths, '/admin/outbox', '/capture']) {
        const { status, body } = await host(path);
        expect([path, status, isApp(body)]).toEqual([path, 200, true]);
      }
    }));

  test(`HOST-2: ${name} answers 404 for a file of another build, and never the page`, () =>
    on(async (host) => {
      for (const path of ['/assets/index-00000000.js', '/assets/none', '/pictures/none.svg'])
        expect([path, (await host(path)).status]).toEqual([path, 404]);
    }));

  test(`HOST-2: ${name} lets only files whose names change with their contents be kept unasked`, () =>
    on(async (host) => {
      const { status, headers } = await host(`/assets/${script}`);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      for (const path of ['/', '/projects', '/sw.js', '/outbox-worker.js', '/icons/icon.svg']) {
        const { headers: told, status: found } = await host(path);
        expect([path, found]).toEqual([path, 200]);
        expect(told.get('cache-control'), path).toMatch(/no-cache|max-age=0, must-revalidate/);
      }
    }));

  test(`HOST-1: ${name} sends the headers that \`npm start\` sends`, () =>
    on(async (host) => {
      // vercel.json is read before the build, so it cannot name the page's scripts. The page does.
      const wanted = name === 'Vercel' ? fixedHeaders : headersFor(page);
      for (const path of ['/', '/projects', '/sw.js']) {
        const { headers } = await host(path);
        for (const [header, value] of Object.entries(wanted))
          expect(headers.get(header), `${header} of ${path}`).toBe(value);
      }
    }));
}

test('HOST-2: nginx sends the compressed files of the build, and compresses others', async () => {
  test.skip(nginxProgram === null, 'no nginx');
  const nginx = await startHost(nginxProgram!, siteDir);
  const ask = (path: string) => fetch(nginx.url + path, { headers: { 'accept-encoding': 'gzip' } });
  const answer = await ask(`/assets/${script}`);
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
  expect(Number(answer.headers.get('content-length'))).toBe(
    readFileSync(join(siteDir, 'assets', `${script}.gz`)).length,
  );
  const manifest = await ask('/manifest.webmanifest');
  expect(manifest.headers.get('content-type')).toContain('application/manifest+json');
  for (const path of ['/_headers', '/nginx-headers.conf'])
    expect((await ask(path)).status).toBe(404);
  await nginx.stop();
});

test('HOST-2: the lines of _headers are no longer than Cloudflare reads', () => {
  const lines = readFileSync(join(siteDir, '_headers'), 'utf8').split('\n');
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) expect(line.length).toBeLessThan(2000);
});

test('HOST-2: the Dockerfile copies what there is, and takes every setting of a build', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  const copied = [...dockerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, from]) =>
    (from ?? '').split(' '),
  );
  const here = readdirSync('.', { recursive: false });
  for (const name of copied.filter((it) => it !== '.'))
    expect([...here, 'hosting/nginx.conf']).toContain(name);
  const args = [...dockerfile.matchAll(/^ARG (\w+)$/gm)].map((it) => it[1]);
  const settings = [
    ...readFileSync('.env.example', 'utf8').matchAll(/^(VITE_\w+|SITE_URL)=/gm),
  ].map((it) => it[1]);
  expect(args).toEqual(settings);
});
