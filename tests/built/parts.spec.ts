import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { KeptFile } from '../../src/sw/kept-file.ts';
import { expect, sample, siteDir, readingTest as test, untilKept } from '../e2e/fixtures.ts';
import { PLANTED } from '../support/build-site.ts';
import { builtParts } from '../support/built-parts.ts';

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

test('the page of pieces is for development only: the build contains nothing of it', () => {
  const text = files.filter((name) => /\.(js|css|map|html)$/.test(name));
  const holding = text.filter((name) =>
    /Every piece of the interface|features\/pieces\/[^"]+\.tsx"/.test(read(name).toString()),
  );
  expect(holding).toEqual([]);
});

const parts = builtParts(siteDir);
const start = [
  ...read('index.html')
    .toString()
    .matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g),
].map((it) => it[1] ?? '');

/**
 * The most bytes of JavaScript, gzipped, before the first content of a page whose HTML has none: built without a backend,
 * newer than the build, or kept by the device. A page with content shows it before any script is asked for (PAGES-10).
 */
const beforeContent: Readonly<Record<string, number>> = {
  'home-page': 168_500,
  'projects-page': 162_500,
  'roadmap-page': 162_500,
  'learnings-page': 165_000,
  'learning-page': 167_000,
  'resources-page': 167_000,
  'tools-page': 164_500,
  'chatter-page': 165_000,
  'posts-page': 162_500,
  'contact-page': 162_000,
  // With DOMPurify: the project's details are HTML.
  'project-page': 181_000,
};

for (const [page, budget] of Object.entries(beforeContent)) {
  test(`what is loaded before the content of ${page} keeps to its budget`, () => {
    expect(parts.named(page)).toHaveLength(1);
    const needed = parts.needed([...start, ...parts.named(page)]);
    expect(parts.weight(needed), parts.describe(needed)).toBeLessThanOrEqual(budget);
  });
}

const forAdmins = [
  'admin-page',
  'auth-client',
  'dashboard',
  'editing-board',
  'editor',
  'outbox-page',
  'sign-in',
  'sync-details',
].flatMap(parts.named);
const forVisitors = parts.reachable(start, forAdmins);

test('what admins load beyond that keeps to its budget', () => {
  expect(forAdmins).toHaveLength(8);
  const more = [...parts.reachable(forAdmins)].filter((it) => !forVisitors.has(it));
  expect(parts.weight(more), parts.describe(more)).toBeLessThanOrEqual(82_000);
});

test('the workers keep to their budgets', () => {
  // 3 kB of it are the hashes of what it keeps.
  expect(parts.weight(['sw.js']), parts.describe(['sw.js'])).toBeLessThanOrEqual(11_000);
  const background = parts.needed(['outbox-worker.js']);
  expect(parts.weight(background), parts.describe(background)).toBeLessThanOrEqual(58_500);
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
  const early = parts.needed(start);
  const wanted = [...forVisitors].filter((it) => early.has(it) || !withoutDevice.has(it));
  expect(wanted.filter((it) => !kept.has(it))).toEqual([]);
  // Code that two of their parts share is in a file with a name of its own.
  const beyond = [...kept].filter((it) => !forVisitors.has(it));
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
    expect(all.filter((path) => forAdmins.includes(path.slice(1)))).toEqual([]);
    await page.goto(`${front.url}/projects`);
    await untilKept(page);
    expect(asked('/pictures/')).toEqual(pictures);
  });
});

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
