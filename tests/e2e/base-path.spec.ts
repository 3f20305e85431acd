import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildInto } from '../support/build-site.ts';
import { githubPages } from '../support/hosts.ts';
import { type RepositoryHost, startRepositoryHost } from '../support/repository-host.ts';
import { expect, expectPictures, readingTest, sample, untilKept } from './fixtures.ts';

/** The site in a folder of its host, as GitHub Pages has it: a build of its own, and no headers but what every file has. */

const BASE = '/notes/';

const test = readingTest.extend<{ host: RepositoryHost }, { inFolder: string }>({
  inFolder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from its pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-in-folder-'));
      buildInto(folder, { SITE_BASE: 'notes' });
      await use(folder);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  host: async ({ inFolder, seeded }, use) => {
    const host = await startRepositoryHost(inFolder, BASE, seeded.url);
    await use(host);
    // Whatever was asked for is in the folder, or the backend's.
    expect(
      host.asked.filter((path) => !path.startsWith(BASE) && !/^\/(rest|auth)\//.test(path)),
    ).toEqual([]);
    await host.stop();
  },
});

test('HOST-3: in a folder of its host the site opens at any address, leads on, and is read offline', async ({
  page,
  context,
  host,
}) => {
  const at = (path: string) => `${host.url}${BASE}${path}`;
  const main = page.locator('main');

  await page.goto(at('learnings/chunk-for-the-question-not-for-the-token-limit'));
  await expect(main.getByText('View all 5 resources')).toBeVisible();
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click();
  await expect(page).toHaveURL(at('projects'));
  await expect(main.getByText(sample.project).first()).toBeVisible();
  await page.reload();
  await expectPictures(page);

  await page.goto(at('capture?url=https%3A%2F%2Fexample.org'));
  await expect(page).toHaveURL(at('admin'));

  await page.goto(at(''));
  await untilKept(page);
  const scope = () => page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  expect(await scope()).toBe(at(''));

  await context.setOffline(true);
  await page.goto(at('projects'));
  await expect(main.getByText(sample.project).first()).toBeVisible();
  await expectPictures(page);
  await page.goto(at('index.html'));
  await expect(page).toHaveURL(at(''));
  await page.goto(at('friends?tag=x'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('HOST-3: the files of the shell that were cleared are fetched again from the folder', async ({
  page,
  context,
  host,
}) => {
  await page.goto(`${host.url}${BASE}`);
  await untilKept(page);
  await page.evaluate(async () => {
    for (const name of await caches.keys())
      if (!name.includes('pictures')) await caches.delete(name);
  });
  const kept = () =>
    page.evaluate(
      async (address) => (await caches.match(address, { ignoreSearch: true })) !== undefined,
      `${BASE}index.html`,
    );
  expect(await kept()).toBe(false);
  await page.goto(`${host.url}${BASE}projects`);
  await expect.poll(kept).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator('main').getByText(sample.project).first()).toBeVisible();
});

test('HOST-3: the manifest, installed from the folder, leads into it', async ({ page, host }) => {
  await page.goto(`${host.url}${BASE}`);
  const address = await page
    .locator('link[rel=manifest]')
    .evaluate((it) => (it as HTMLLinkElement).href);
  const manifest = await (await fetch(address)).json();
  const pictures = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap((it: { icons: { src: string }[] }) => it.icons),
  ].map(({ src }: { src: string }) => src);
  const pages = [manifest.start_url, manifest.scope, manifest.share_target.action];
  const shortcuts = manifest.shortcuts.map(({ url }: { url: string }) => url);
  for (const url of [...pictures, ...pages, ...shortcuts])
    expect(new URL(url, address).pathname.startsWith(BASE), url).toBe(true);
  for (const picture of pictures)
    expect((await fetch(new URL(picture, address))).status, picture).toBe(200);
});

test('HOST-1 HOST-3: without any header the page itself refuses what is not the site’s', async ({
  page,
  host,
  complaints,
}) => {
  await page.goto(`${host.url}${BASE}`);
  await expect(page.locator('main').getByText(sample.project).first()).toBeVisible();
  expect(complaints).toEqual([]);
  const isRun = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.body.append(script);
    return 'injected' in window;
  });
  expect(isRun).toBe(false);
  expect(complaints.splice(0).join()).toContain('Content Security Policy');
});

test('HOST-3: 404.html is the app, and not for search engines', async ({ inFolder }) => {
  const { status, body } = await githubPages(
    inFolder,
    BASE,
  )(`${BASE}learnings/newer-than-the-build`);
  expect(status).toBe(404);
  expect(body.toString()).toContain('<meta name="robots" content="noindex"');
  expect(body.toString()).toContain(`src="${BASE}assets/`);
  expect(readFileSync(join(inFolder, '_headers'), 'utf8')).toContain(`${BASE}assets/*`);
});
