import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { createLogger, createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** `npm run dev` serves the sources of the site, and no other file of the folder in which it runs. */

const root = resolve(import.meta.dirname, '../..');
const SECRET = 'the signing secret of this test';
const kept = join(root, '.data/dev-server-test.json');

let vite: ViteDevServer;
let port: number;
/** What it has printed. */
const printed: string[] = [];
const note = (line: string) => void printed.push(line);
beforeAll(async () => {
  mkdirSync(join(root, '.data'), { recursive: true });
  writeFileSync(kept, JSON.stringify({ secret: SECRET }));
  vite = await createServer({
    root,
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    customLogger: {
      ...createLogger('silent'),
      info: note,
      warn: note,
      error: note,
      warnOnce: note,
    },
  });
  await vite.listen();
  ({ port } = vite.httpServer!.address() as AddressInfo);
});
afterAll(async () => {
  await vite.close();
  rmSync(kept, { force: true });
});

/** With the path as it is: fetch would take the dots out. */
function ask(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; text: string; headers: Record<string, unknown> }>(
    (done, failed) => {
      get({ host: '127.0.0.1', port, path, headers }, async (response) => {
        const text = Buffer.concat(await response.toArray()).toString();
        done({ status: response.statusCode ?? 0, text, headers: response.headers });
      }).on('error', failed);
    },
  );
}

describe('the development server', () => {
  it.each(['/', '/projects', '/src/main.tsx', '/@vite/client', '/favicon.svg'])(
    'serves %s',
    async (path) => {
      expect((await ask(path, { accept: 'text/html' })).status).toBe(200);
    },
  );

  it('serves each source that the page imports', async () => {
    const sources = new Set(['/src/main.tsx']);
    for (const path of sources) {
      const { status, text } = await ask(path);
      expect([path, status]).toEqual([path, 200]);
      const named = text.matchAll(/(?:from|import) ?\(?"(\/src\/[^"]+)"/g);
      for (const [, source = ''] of named) sources.add(source);
    }
    expect(sources.size).toBeGreaterThan(200);
  });

  const files = [
    ['.data/dev-server-test.json', SECRET],
    ['package.json', '"dependencies"'],
    ['supabase/seed.sql', 'insert into'],
    ['tools/server/database/secrets.ts', 'export'],
    ['tests/integration/dev-server.test.ts', SECRET],
    ['.gitignore', 'test-results'],
    ['vite.config.ts', 'defineConfig'],
  ] as const;
  const ways = [
    (file: string) => `/${file}`,
    (file: string) => `//${file}`,
    (file: string) => `/src/../${file}`,
    (file: string) => `/src/%2e%2e/${file}`,
    (file: string) => `/@fs${root}/${file}`,
    (file: string) => `/@fs${root}/src/../${file}`,
    (file: string) => `/${file}?raw`,
    (file: string) => `/${file}?import&raw`,
    (file: string) => `/${file}?url`,
    (file: string) => `/${file}?inline`,
    (file: string) => `/@fs${root}/${file}?import&raw??`,
    (file: string) => `/@id/${root}/${file}?raw`,
  ];
  it.each(files)('X3: keeps %s to itself', async (file, words) => {
    for (const way of ways) {
      const { text } = await ask(way(file));
      expect(text.includes(words) && way(file)).toBe(false);
    }
  });

  // Any page that the owner has open can ask; a terminal obeys the one, and shows a line of its own for the other.
  it.each([
    '/public/%1b[2J%0aDemo admin: nobody.css',
    '/public/x.css?%1b]0;title',
    '/public/\u009b2J.css',
    '/public/%c2%9b2J.css',
    '/public/%e2%80%ae.css',
    '/src/%1b[2J.ts',
    '/%1b[2J%E0%A4%A',
  ])('X3: prints no control character of what it is asked for: %j', async (path) => {
    printed.length = 0;
    await ask(path.replaceAll(' ', '%20'));
    const harmful = printed.filter((line) => /[\p{Cc}\p{Cf}]/u.test(line.replaceAll('\n', '')));
    expect(harmful).toEqual([]);
    expect(printed.join('\n')).not.toMatch(/^Demo admin/m);
  });

  it('prints what is said of an address without any', async () => {
    printed.length = 0;
    await ask('/public/favicon.css');
    expect(printed).toHaveLength(1);
  });

  it('X3: lets no page of another origin read what it serves', async () => {
    const { headers } = await ask('/src/main.tsx', { origin: 'http://localhost:4000' });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});
