import type { Page } from '@playwright/test';
import { expect, readingTest as test, untilControlled } from '../e2e/fixtures.ts';

/** A network that answers 200 with a page of its own, whatever is asked: a device keeps nothing but what was built. */

test.use({ serviceWorkers: 'allow', viewport: { width: 1280, height: 800 } });

const search = (page: Page) => page.getByRole('dialog', { name: 'Search' });

/** Searches without a network, with a part of the site that nothing has loaded before. */
async function searchOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('/');
  await search(page).getByRole('combobox').fill('evals');
  await expect(search(page).getByRole('option').first()).toBeVisible();
  await page.context().setOffline(false);
}

/** What the device keeps of such a network. */
const foreign = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        const text = await (await cache.match(url))?.text();
        if (text?.includes('Sign in to the Wi-Fi')) found.push(url);
      }
    }
    return found;
  });

/** Puts the page of such a network in the place of what the device keeps: what earlier versions of the site may have stored. */
const spoil = (page: Page, part: string) =>
  page.evaluate(async (name) => {
    let spoilt = 0;
    for (const cacheName of await caches.keys()) {
      const cache = await caches.open(cacheName);
      for (const { url } of await cache.keys()) {
        if (!url.includes(name)) continue;
        spoilt += 1;
        const headers = { 'content-type': 'text/html' };
        await cache.put(url, new Response('<html>Sign in to the Wi-Fi</html>', { headers }));
      }
    }
    return spoilt;
  }, part);

const evict = (page: Page, part: string) =>
  page.evaluate(async (name) => {
    for (const cacheName of await caches.keys()) {
      const cache = await caches.open(cacheName);
      for (const { url } of await cache.keys()) if (url.includes(name)) await cache.delete(url);
    }
  }, part);

for (const [what, meant, headers] of [
  ['a script', /search-dialog-/, {}],
  [
    'a script, which the browser may keep for long',
    /search-dialog-/,
    { 'cache-control': 'max-age=86400' },
  ],
  ['an icon', /favicon\.svg/, {}],
  ['the page', /shell\.html/, {}],
] as const) {
  test(`U8: no worker is installed with another page in the place of ${what}, and the next visit has one`, async ({
    page,
    seeded,
    startFront,
    complaints,
  }) => {
    const front = await startFront(seeded.url, 'HTML');
    front.meant = meant;
    front.headers = headers;
    await page.goto(front.url);
    await expect.poll(() => front.counts.HTML ?? 0).toBeGreaterThan(0);
    front.fault = 'none';
    await page.reload();
    await untilControlled(page);
    expect(await foreign(page)).toEqual([]);
    await searchOffline(page);
    complaints.length = 0;
  });
}

for (const [what, part] of [
  ['a script', 'search-dialog-'],
  ['the page', 'shell.html'],
] as const) {
  test(`U8: ${what} that was cleared away is not kept again as another page`, async ({
    page,
    seeded,
    startFront,
    complaints,
  }) => {
    const front = await startFront(seeded.url, 'none');
    front.meant = /assets|shell\.html/;
    await page.goto(front.url);
    await untilControlled(page);
    await evict(page, part);
    const tools = await page.context().newCDPSession(page);
    await tools.send('Network.clearBrowserCache');
    front.fault = 'HTML';
    const before = front.counts.HTML ?? 0;
    await page.goto(`${front.url}/learnings`);
    await expect.poll(() => front.counts.HTML ?? 0).toBeGreaterThan(before);
    front.fault = 'none';
    await page.goto(`${front.url}/projects`);
    const isKept = () =>
      page.evaluate(async (name) => {
        for (const cacheName of await caches.keys()) {
          const kept = await (await caches.open(cacheName)).keys();
          if (kept.some(({ url }) => url.includes(name))) return true;
        }
        return false;
      }, part);
    await expect.poll(isKept).toBe(true);
    expect(await foreign(page)).toEqual([]);
    await searchOffline(page);
    complaints.length = 0;
  });
}

test('U8: another page is not shown as the Markdown of an item', async ({
  page,
  seeded,
  startFront,
  complaints,
}) => {
  const front = await startFront(seeded.url, 'none');
  front.meant = /\.md$/;
  await page.goto(front.url);
  await untilControlled(page);
  front.fault = 'HTML';
  await page.goto(`${front.url}/learnings/an-address.md`);
  expect(front.counts.HTML).toBeGreaterThan(0);
  await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.locator('body').textContent()).not.toContain('Sign in to the Wi-Fi');
  complaints.length = 0;
});

test('U8: a part for admins is not kept as another page', async ({
  page,
  seeded,
  startFront,
  complaints,
}) => {
  const front = await startFront(seeded.url, 'none');
  front.meant = /admin-page/;
  await page.goto(front.url);
  await untilControlled(page);
  front.fault = 'HTML';
  await page.goto(`${front.url}/admin`);
  await expect(page.getByRole('heading', { name: 'This part could not be loaded' })).toBeVisible();
  expect(await foreign(page)).toEqual([]);
  front.fault = 'none';
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Password')).toBeVisible();
  expect(await foreign(page)).toEqual([]);
  complaints.length = 0;
});

test('U3 U8: such a network is no newer version of the site: a part that is missing is said to be missing', async ({
  page,
  seeded,
  startFront,
  complaints,
}) => {
  const front = await startFront(seeded.url, 'none');
  front.meant = /./;
  await page.goto(front.url);
  await untilControlled(page);
  front.fault = 'HTML';
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.goto(`${front.url}/admin`);
  await expect(page.getByRole('heading', { name: 'Not on this device yet' })).toBeVisible();
  expect(loads).toBe(1);
  complaints.length = 0;
});

test('U8: a kept part for admins that is not what was built is fetched again', async ({
  page,
  seeded,
  startFront,
  complaints,
}) => {
  const front = await startFront(seeded.url, 'none');
  await page.goto(front.url);
  await untilControlled(page);
  await page.goto(`${front.url}/admin`);
  await expect(page.getByLabel('Password')).toBeVisible();
  expect(await spoil(page, 'assets/admin-page-')).toBe(1);
  // A page that opens may have it in its own memory, without the worker.
  const [part = ''] = await foreign(page);
  const text = await page.evaluate((url) => fetch(url).then((answer) => answer.text()), part);
  expect(text).toContain('import');
  expect(await foreign(page)).toEqual([]);
  complaints.length = 0;
});

test('U8: a kept part that is not what was built is found when it does not load, and fetched again', async ({
  page,
  seeded,
  startFront,
  complaints,
}) => {
  const front = await startFront(seeded.url, 'none');
  await page.goto(front.url);
  await untilControlled(page);
  expect(await spoil(page, 'learnings-page-')).toBe(1);
  await page.goto(`${front.url}/learnings`);
  await expect(page.getByRole('heading', { name: 'This part could not be loaded' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Learnings' })).toBeVisible();
  complaints.length = 0;
});

test('U8: a spoilt start is mended from the host, and not by the page of a network that answers in its place', async ({
  page,
  seeded,
  startFront,
  complaints,
}) => {
  const front = await startFront(seeded.url, 'none');
  front.meant = /./;
  await page.goto(front.url);
  await untilControlled(page);
  const kept = () =>
    page.evaluate(async () => {
      // Pictures are kept a little later.
      const ofSite = (await caches.keys()).filter((name) => name.includes('precache'));
      const all = await Promise.all(
        ofSite.map(async (name) => (await (await caches.open(name)).keys()).length),
      );
      return all.reduce((sum, count) => sum + count, 0);
    });
  const whole = await kept();
  // Its script and its style.
  expect(await spoil(page, 'assets/index-')).toBe(2);
  front.fault = 'HTML';
  await page.goto(`${front.url}/projects`);
  await expect(page.getByRole('alert')).toContainText('there is no connection to fetch it');
  expect(await kept()).toBe(whole);
  front.fault = 'none';
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  complaints.length = 0;
});
