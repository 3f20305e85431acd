import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { fixedHeaders, headersFor } from '../../tools/build/plugins/content-policy.ts';
import { fitCloudflare, writeHostFiles } from '../../tools/build/plugins/host-files.ts';
import { serve } from '../../tools/server/http/server.ts';
import { siteDir } from '../support/backend-fixtures.ts';
import { BUILD_MS, buildNamed } from '../support/builds.ts';
import { startEmbedded } from '../support/embedded.ts';
import { fill } from '../support/filled-site.ts';
import { cloudflare, type Host, netlify, vercel } from '../support/hosts.ts';
import { nginxProgram, startHost } from '../support/nginx.ts';

/** The settings for hosts, applied to the built site: by nginx itself, and by what the others document. */

const page = readFileSync(join(siteDir, 'index.html'), 'utf8');
const script = /\/assets\/(index-[\w-]+\.js)/.exec(page)?.[1];
const isApp = (body: Buffer) =>
  body.includes('<div id="root">') &&
  /<script type="module"[^>]* src="\/assets\//.test(body.toString());

type On = (use: (host: Host) => Promise<void>, siteDir: string) => Promise<void>;

/** Asks a running server. */
const asked =
  (url: string): Host =>
  async (path) => {
    const response = await fetch(url + path, { redirect: 'manual' });
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, body };
  };

const hosts: Readonly<Record<string, On>> = {
  Vercel: (use, siteDir) => use(vercel(siteDir)),
  Netlify: (use, siteDir) => use(netlify(siteDir)),
  async 'Cloudflare Pages'(use, siteDir) {
    const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-cloudflare-'));
    cpSync(siteDir, folder, { recursive: true });
    fitCloudflare(folder);
    await use(cloudflare(folder));
    rmSync(folder, { recursive: true });
  },
  async nginx(use, siteDir) {
    test.skip(nginxProgram === null, 'no nginx');
    const nginx = await startHost(nginxProgram!, siteDir);
    await use(asked(nginx.url));
    await nginx.stop();
  },
};

/** What runs on an owner's machine. */
const servers: Readonly<Record<string, On>> = {
  async 'npm start'(use, siteDir) {
    const serving = await serve({ backend: null, siteDir, host: '127.0.0.1', port: 0 });
    await use(asked(serving.url));
    await serving.close();
  },
};

/** What says something of one address, and none of it may be another's. */
const ofAnAddress = /id="built"|<meta name="built-for"|property="og:|name="(description|twitter)/;

for (const [name, on] of Object.entries({ ...hosts, ...servers })) {
  for (const build of ['with', 'without'] as const) {
    test(`HOST-2 PAGES-4: ${name} answers an address that a build ${build} content does not know with nobody’s page`, async () => {
      test.setTimeout(BUILD_MS);
      const look = async (host: Host) => {
        for (const [path, isMissing] of [
          ['/learnings/newer-than-the-build', false],
          ['/tags/newer-than-the-build', false],
          ['/projects/new/', false],
          ['/projects/new.cpp', false],
          ['/projects/.net', false],
          ['/projects/index', false],
          ['/learnings/404', false],
          ['/nope', true],
          ['/nope/', true],
          ['/home', true],
          ['/projects/a/b', true],
          ['/admin/nope', true],
        ] as const) {
          const { status, headers, body } = await host(path);
          // Vercel first takes the slash away.
          if (status === 308) {
            expect(headers.get('location')).toBe(path.slice(0, -1));
            continue;
          }
          const wanted = isMissing ? 404 : 200;
          expect([path, status, isApp(body)]).toEqual([path, wanted, true]);
          expect(body.toString()).toContain('<meta name="robots" content="noindex"');
          expect(body.toString()).not.toMatch(ofAnAddress);
          expect(headers.get('cache-control')).toMatch(/no-cache|max-age=0, must-revalidate/);
        }
      };
      await on(look, build === 'with' ? await buildNamed('filled') : siteDir);
    });
  }

  test(`HOST-2: ${name} answers a page at its address, with and without a slash, with its own file`, async () => {
    test.setTimeout(BUILD_MS);
    const look = async (host: Host) => {
      for (const path of [
        '/',
        '/learnings/evals-before-prompts',
        '/projects',
        '/projects/fieldnotes',
        '/tags/evals',
      ]) {
        for (const slash of path === '/' ? [''] : ['', '/']) {
          const { status, headers, body } = await host(path + slash);
          const isThere = body.includes(`<meta name="built-for" content="${path}"`);
          const isSentThere = status === 308 && headers.get('location') === path;
          expect([path, slash, isThere || isSentThere]).toEqual([path, slash, true]);
        }
      }
      // Of the device, or of admins alone.
      for (const path of ['/admin', '/admin/outbox', '/capture', '/offline', '/commentary']) {
        const { status, body } = await host(path);
        expect([path, status]).toEqual([path, 200]);
        expect(body.toString()).not.toMatch(ofAnAddress);
      }
    };
    await on(look, await buildNamed('filled'));
  });

  test(`ADDRESS-2 ADDRESS-4: ${name} leads from each former address of a project or learning to the present one`, async () => {
    test.setTimeout(BUILD_MS);
    const look = async (host: Host) => {
      for (const table of ['projects', 'learnings']) {
        for (const former of ['first', 'second', 'third', 'caf\u00e9']) {
          for (const slash of ['', '/']) {
            const path = `/${table}/${encodeURIComponent(former)}`;
            const { status, headers, body } = await host(path + slash);
            // Vercel first takes the slash away.
            if (status === 308 && headers.get('location') === path) continue;
            const there = `/${table}/fourth`;
            if (status === 301) expect([path, headers.get('location')]).toEqual([path, there]);
            else {
              expect([path, status]).toEqual([path, 200]);
              expect(body.toString()).toContain(`http-equiv="refresh" content="0; url=${there}"`);
              expect(body.toString()).toContain(`rel="canonical" href="${ADDRESS}${there}"`);
            }
            // These read rules that the build writes.
            const hasRules = ['nginx', 'Netlify', 'Cloudflare Pages'].includes(name);
            expect([name, path, status]).toEqual([name, path, hasRules ? 301 : 200]);
          }
        }
        const { status, body } = await host(`/${table}/fourth`);
        expect([status, body.includes(`content="/${table}/fourth"`)]).toEqual([200, true]);
      }
    };
    await on(look, await renamedSite());
  });

  test(`ADDRESS-6: ${name} leads from the whole path that an item had on another site to the item`, async () => {
    test.setTimeout(BUILD_MS);
    const look = async (host: Host) => {
      for (const path of ['/2024/03/name', '/2024/03/name/', '/2024/03/14/name.html', '/name/']) {
        let answer = await host(path);
        // Vercel first takes a slash or an ending away.
        if (answer.status === 308) answer = await host(answer.headers.get('location') ?? '');
        const { status, headers, body } = answer;
        const there = '/learnings/imported';
        if (status === 301) expect([path, headers.get('location')]).toEqual([path, there]);
        else {
          expect([path, status]).toEqual([path, 200]);
          expect(body.toString()).toContain(`http-equiv="refresh" content="0; url=${there}"`);
        }
        const hasRules = ['nginx', 'Netlify', 'Cloudflare Pages'].includes(name);
        expect([name, path, status]).toEqual([name, path, hasRules ? 301 : 200]);
      }
      const own = await host('/projects');
      expect([own.status, own.body.includes('content="/projects"')]).toEqual([200, true]);
    };
    await on(look, await renamedSite());
  });
}

const ADDRESS = 'https://renamed.example';
let renamed: string | null = null;
test.afterAll(() => {
  if (renamed !== null) rmSync(renamed, { recursive: true });
  // A worker that plays more of this file later makes it anew.
  renamed = null;
});

/** The built site with a project and a learning that have had four addresses before the present one. */
async function renamedSite(): Promise<string> {
  if (renamed !== null) return renamed;
  const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-renamed-'));
  cpSync(siteDir, folder, { recursive: true });
  const embedded = await startEmbedded({ seed: false });
  try {
    for (const table of ['projects', 'learnings']) {
      await embedded.sql(`insert into public.${table} (title, description) values ('First', 'x')`);
      for (const slug of ['second', 'third', 'caf\u00e9', 'fourth'])
        await embedded.sql(`update public.${table} set title = $1, slug = $1`, [slug]);
    }
    await embedded.sql(
      `insert into public.learnings (title, description, former_slugs)
       values ('Imported', 'x', '{/2024/03/name,/2024/03/14/name.html,/name,/projects}')`,
    );
    await fill(folder, embedded.url, { address: ADDRESS, home: '/' });
  } finally {
    await embedded.stop();
  }
  writeHostFiles(folder);
  renamed = folder;
  return folder;
}

for (const [name, on] of Object.entries(hosts)) {
  test(`HOST-2: ${name} answers every page, also one that is newer than the build`, () =>
    on(async (host) => {
      const paths = [
        '/',
        '/projects',
        '/learnings/newer-than-the-build',
        '/tags/new',
        '/projects/llama.cpp',
      ];
      for (const path of [...paths, '/admin/outbox', '/capture']) {
        const { status, body } = await host(path);
        expect([path, status, isApp(body)]).toEqual([path, 200, true]);
      }
    }, siteDir));

  test(`HOST-2: ${name} answers 404 for a file of another build, and never the page`, () =>
    on(async (host) => {
      for (const path of ['/assets/index-00000000.js', '/assets/none', '/pictures/none.svg'])
        expect([path, (await host(path)).status]).toEqual([path, 404]);
    }, siteDir));

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
    }, siteDir));

  test(`HOST-1: ${name} sends the headers that \`npm start\` sends`, () =>
    on(async (host) => {
      // vercel.json is read before the build, so it cannot name the page's scripts. The page does.
      const wanted = name === 'Vercel' ? fixedHeaders : headersFor(page);
      for (const path of ['/', '/projects', '/projects/of-nothing', '/sw.js']) {
        const { headers } = await host(path);
        for (const [header, value] of Object.entries(wanted))
          expect(headers.get(header), `${header} of ${path}`).toBe(value);
      }
    }, siteDir));
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
  for (const path of ['/_headers', '/_redirects', '/nginx-headers.conf', '/nginx-moved.conf'])
    expect((await ask(path)).status).toBe(404);
  await nginx.stop();
});

test('HOST-2: nginx says how text is written, and keeps files whose names begin with a dot to itself', async () => {
  test.skip(nginxProgram === null, 'no nginx');
  test.setTimeout(BUILD_MS);
  const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-dots-'));
  cpSync(await buildNamed('filled'), folder, { recursive: true });
  const hidden = [
    '.env',
    '.env.local',
    '.git/config',
    'projects/.env',
    'assets/.htpasswd',
    'x/.y/z',
  ];
  for (const name of [...hidden, '.well-known/security.txt']) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), 'secret');
  }
  const nginx = await startHost(nginxProgram!, folder);
  for (const name of hidden) {
    for (const path of [name, name.replace('.', '%2e')])
      expect(await (await fetch(`${nginx.url}/${path}`)).text(), path).not.toContain('secret');
  }
  expect((await fetch(`${nginx.url}/.well-known/security.txt`)).status).toBe(200);
  for (const path of [
    ...['/learnings/evals-before-prompts.md', '/llms.txt', '/robots.txt', '/sw.js', '/feed.xml'],
    ...['/rss.xml', '/sitemap.xml', '/favicon.svg', '/manifest.webmanifest', '/', '/nope'],
  ])
    expect((await fetch(nginx.url + path)).headers.get('content-type'), path).toMatch(
      /; charset=utf-8$/,
    );
  await nginx.stop();
  rmSync(folder, { recursive: true });
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
