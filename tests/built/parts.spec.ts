import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { KeptFile } from '../../src/sw/kept-file.ts';
import { filledTest as test, untilReplaced } from '../e2e/filled-pages.ts';
import { expect, sample, siteDir, untilKept } from '../e2e/fixtures.ts';
import { budgetsOf, readersOf } from '../support/budgets.ts';
import { PLANTED } from '../support/build-site.ts';
import { builtParts } from '../support/built-parts.ts';
import { toldInScale } from './told-in-scale.ts';

/** The contents of the build. */

const files = readdirSync(siteDir, { recursive: true, encoding: 'utf8' });
const read = (name: string) => readFileSync(join(siteDir, name));

test('the build holds the variables that the site uses and no others', () => {
  const telling = files.filter((name) => /\.(js|html|map)$/.test(name));
  expect(telling.length).toBeGreaterThan(10);
  expect(telling.filter((name) => read(name).includes(PLANTED))).toEqual([]);
});

test('every text file of the build has compressed copies, also the finished service worker', () => {
  for (const name of ['index.html', 'sw.js']) {
    expect(files).toContain(`${name}.br`);
    expect(brotliDecompressSync(read(`${name}.br`)).equals(read(name))).toBe(true);
    expect(gunzipSync(read(`${name}.gz`)).equals(read(name))).toBe(true);
  }
  const sizeOf = (ending: string) =>
    files
      .filter((name) => name.startsWith('assets/') && name.endsWith(ending))
      .reduce((sum, name) => sum + read(name).length, 0);
  expect(sizeOf('.js.br')).toBeLessThan(sizeOf('.js') / 2);
});

test('each file that the app starts with is evaluated in a task of its own, the app last', () => {
  const start = parts.needed(parts.named('index')).size;
  for (const name of ['index.html', 'learnings.html', 'shell.html', '404.html', 'admin.html']) {
    const scripts = [
      ...read(name)
        .toString()
        .matchAll(/<script type="module" crossorigin src="\/([^"]+)">/g),
    ];
    const names = scripts.map(([, script = '']) => script);
    expect(new Set(names), name).toEqual(parts.needed(parts.named('index')));
    expect(names, name).toHaveLength(start);
    expect(names.at(-1), name).toMatch(/\/index-/);
    expect(read(name).toString(), name).not.toContain('modulepreload');
  }
});

test('there is one Dexie, in its form for the browsers that the site is for', () => {
  const sources = files
    .filter((name) => name.endsWith('.js.map'))
    .flatMap((name): string[] => JSON.parse(read(name).toString()).sources)
    .filter((source) => source.includes('node_modules/dexie/'));
  expect(sources.map((source) => source.replace(/.*node_modules\//, ''))).toEqual([
    'dexie/dist/modern/dexie.mjs',
  ]);
});

test('the licences of all packages in scripts, workers and styles are beside them', () => {
  const sources = files
    .filter((name) => name.endsWith('.js.map'))
    .flatMap((name): string[] => JSON.parse(read(name).toString()).sources);
  const packages = new Set(
    sources.flatMap((source) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []),
  );
  expect(packages.size).toBeGreaterThan(20);
  const fonts = ['@fontsource-variable/figtree', '@fontsource-variable/bricolage-grotesque'];
  const licenses = read('licenses.txt').toString();
  const untold = [...packages, ...fonts, 'tailwindcss'].filter(
    (name) => !licenses.includes(`## ${name} - `),
  );
  expect(untold).toEqual([]);
  expect(licenses.match(/Copyright/g)?.length).toBeGreaterThanOrEqual(packages.size);
});

test('the page of pieces is for development only: the build contains nothing of it', () => {
  const text = files.filter((name) => /\.(js|css|map|html)$/.test(name));
  const holding = text.filter((name) =>
    /Every piece of the interface|features\/pieces\/[^"]+\.tsx"/.test(read(name).toString()),
  );
  expect(holding).toEqual([]);
});

const parts = builtParts(siteDir);
const readers = readersOf(siteDir, parts);

for (const { what, bytes, scripts } of budgetsOf(parts, readers)) {
  test(`${what} keeps to its budget`, () => {
    expect(parts.weight(scripts), parts.describe(scripts)).toBeLessThanOrEqual(bytes);
  });
}

test('what every page loads is in few files, and none of the build waits for itself', () => {
  expect([...parts.needed(readers.start)].length).toBeLessThanOrEqual(5);
  const scripts = [...parts.reachable([...readers.start, ...readers.admins, 'outbox-worker.js'])];
  const imported = (script: string) => [...parts.needed([script])].filter((it) => it !== script);
  const inCircles = scripts.filter((it) =>
    imported(it).some((other) => parts.needed([other]).has(it)),
  );
  expect(inCircles).toEqual([]);
});

/** The worker's list of files, as the build has put it in. */
function workerFiles(): KeptFile[] {
  const entries =
    read('sw.js')
      .toString()
      .match(/\{[^{}]*"url":"[^{}]*\}/g) ?? [];
  return entries.map((entry) => JSON.parse(entry));
}

test('the worker knows the hash of each script, style and font that it may keep', () => {
  const inFolder = files.filter((name) => /^assets\/.*\.(js|css|woff2)$/.test(name)).sort();
  const hashed = workerFiles().filter(({ integrity }) => integrity !== undefined);
  expect(hashed.map(({ url }) => url).sort()).toEqual(inFolder);
  for (const { url, integrity } of hashed) {
    const hash = createHash('sha256').update(read(url)).digest('base64');
    expect(integrity).toBe(`sha256-${hash}`);
  }
});

test('the worker keeps every part that a visitor may need, and next to nothing for admins only', () => {
  const kept = new Set(
    workerFiles()
      .filter(({ isForAdmins }) => !isForAdmins)
      .map(({ url }) => url)
      .filter((url) => url.endsWith('.js')),
  );
  // Needed only where the device stores nothing, and such a device has no worker either.
  const withoutDevice = parts.needed(parts.named('in-memory'));
  const early = parts.needed(readers.start);
  const wanted = [...readers.visitors].filter((it) => early.has(it) || !withoutDevice.has(it));
  expect(wanted.filter((it) => !kept.has(it))).toEqual([]);
  // Code that two of their parts share is in a file with a name of its own.
  const beyond = [...kept].filter((it) => !readers.visitors.has(it));
  expect(parts.weight(beyond), parts.describe(beyond)).toBeLessThanOrEqual(1_000);
});

test.describe('with a worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a first visit asks for each file of the build and for each picture once, page and worker together', async ({
    page,
    seeded,
    startFront,
  }) => {
    const front = await startFront(seeded.url, 'none');
    await page.goto(front.url);
    await untilKept(page);
    await expect(page.locator('main').getByText(sample.project)).toBeVisible();
    const asked = (folder: string) => front.asked.filter((path) => path.startsWith(folder));
    const pictures = asked('/pictures/');
    expect(pictures.length).toBeGreaterThan(20);
    const all = [...asked('/assets/'), ...pictures];
    expect(all).toEqual([...new Set(all)]);
    expect(all).toContain(`/${parts.named('project-page')[0]}`);
    expect(all.filter((path) => readers.admins.includes(path.slice(1)))).toEqual([]);
    await page.goto(`${front.url}/projects`);
    await untilKept(page);
    expect(asked('/pictures/')).toEqual(pictures);
  });
});

/** The rows of the table in docs/scale.md. */
const sorts = {
  'the page': /^\/$/,
  scripts: /^\/assets\/.*\.js$/,
  'style and fonts': /\.(css|woff2)$/,
  'the snapshot': /\/snapshot-.*\.json$/,
  pictures: /^\/pictures\//,
  'the worker, and files of its own': /^\/(sw\.js|shell\.html|favicon\.\w+|manifest\.webmanifest)/,
  pulls: /\/rpc\/sync_pull$/,
};

/** How much of each sort was asked for. Who stays long asks for worker and news again: each address counts once. */
function counted(asked: readonly string[]): (readonly [sort: string, count: number])[] {
  const all = [...new Set(asked)];
  const other = all.filter((path) => !Object.values(sorts).some((it) => it.test(path)));
  const counts = Object.entries(sorts).map(
    ([sort, pattern]) => [sort, all.filter((path) => pattern.test(path)).length] as const,
  );
  return [...counts, ...other.map((path) => [path, 1] as const), ['together', all.length]];
}

/** A column of that table. */
const told = (column: string) => toldInScale(column, [...Object.keys(sorts), 'together']);

for (const [serviceWorkers, first, second] of [
  ['allow', 'first visit', 'second visit'],
  ['block', 'first visit, no worker', 'second visit, no worker'],
] as const) {
  test.describe(`${first}, and ${second}`, () => {
    test.use({ serviceWorkers, viewport: { width: 1280, height: 800 } });

    test('Home asks for what docs/scale.md says', async ({ page, filled, startFront }) => {
      const front = await startFront(filled.url, 'none');
      await page.goto(front.url);
      await untilReplaced(page);
      if (serviceWorkers === 'allow') await untilKept(page);
      await expect.poll(() => counted(front.asked)).toEqual(told(first));
      const before = front.asked.length;
      await page.goto(front.url);
      await untilReplaced(page);
      await expect.poll(() => counted(front.asked.slice(before))).toEqual(told(second));
    });
  });
}

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 } });

  test('a page that was never opened can be opened when the network has gone', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    const toCome = () =>
      page.evaluate(
        (paths) => {
          const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
          return paths.filter((path) => !loaded.some((name) => name.endsWith(path)));
        },
        [...parts.needed(parts.named('tools-page'))],
      );
    await expect.poll(toCome).toEqual([]);
    await expect(page.locator('main').getByText(sample.project)).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'AI Tools', exact: true }).click();
    await expect(page.locator('main').getByText(sample.tool).first()).toBeVisible();
  });
});
