import type { Page } from '@playwright/test';
import { SILENCE_MS } from '../../src/lib/limits.ts';
import { expectStill } from '../support/layout-shift.ts';
import {
  alertText,
  expect,
  expectPictures,
  readingTest,
  sample,
  test,
  untilKept,
} from './fixtures.ts';
import { openPage, sitePages } from './site-pages.ts';

test.use({ serviceWorkers: 'allow' });

/** When the server is gone, readers keep everything they had. */

/** Sooner than a request times out: an action that waits for one is found. */
const BEFORE_ANY_TIMEOUT_MS = SILENCE_MS - 2_000;

async function expectContent(page: Page): Promise<void> {
  const content = page.getByText(sample.project).first();
  await expect(content).toBeVisible({ timeout: BEFORE_ANY_TIMEOUT_MS });
  await expect(page.getByText(alertText)).toHaveCount(0);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
}

async function expectFreshness(
  page: Page,
  why = 'Can’t reach the server|You’re offline',
): Promise<void> {
  const words = new RegExp(`(${why})[.?] Everything here is from today \\d\\d:\\d\\d\\.`);
  await expect(page.getByText(words)).toBeVisible();
}

test('L2 O1 O2 Y53: read once, then everything gone: reload, every page and a new tab show the same, pictures too', async ({
  page,
  context,
  embedded,
}) => {
  await page.goto('/');
  await expectContent(page);
  await untilKept(page);
  const before = await page.locator('main').textContent();
  await embedded.down();

  await page.reload();
  await expectContent(page);
  await expectFreshness(page);
  expect(await page.locator('main').textContent()).toBe(before);
  await expectPictures(page);

  for (const at of sitePages.filter(({ path }) => path !== '/admin')) await openPage(page, at);
  await page.goto('/projects');
  await expectContent(page);
  await expectPictures(page);

  const second = await context.newPage();
  await second.goto('/projects');
  await expectContent(second);
  await expectFreshness(second);
  await expectPictures(second);
});

readingTest(
  'L2: a start without network moves nothing on the screen, and waits for no request',
  async ({ page, context }) => {
    await page.goto('/');
    await untilKept(page);
    await context.setOffline(true);
    for (const path of ['/', '/projects']) {
      await page.goto(path);
      await expectContent(page);
      await expectFreshness(page);
      await expectStill(page, path);
    }
  },
);

for (const width of [360, 1280]) {
  readingTest(
    `O2 L2: the strip comes and goes with the network, and a press meanwhile hits its target (${width} px)`,
    async ({ page, context }) => {
      await page.setViewportSize({ width, height: 420 });
      await page.goto('/projects');
      await expectContent(page);
      const strip = page.getByRole('paragraph').filter({ hasText: /You’re offline\./ });
      const link = page.locator('main a').first();
      // In the last line of the window, where the strip is going to be.
      await link.evaluate((it) =>
        window.scrollBy({
          top: it.getBoundingClientRect().bottom - innerHeight,
          behavior: 'instant',
        }),
      );
      const box = await link.boundingBox();
      const [x, y] = [(box?.x ?? 0) + 20, 415];
      await page.mouse.move(x, y);

      await page.mouse.down();
      await context.setOffline(true);
      await expect(strip).toBeInViewport();
      expect(await link.boundingBox()).toEqual(box);
      const under = await strip.boundingBox();
      expect((under?.y ?? 0) + (under?.height ?? 0)).toBe(420);
      await page.mouse.up();
      await expect(page).toHaveURL(/\/projects\/./);

      await page.goBack();
      await expectContent(page);
      await context.setOffline(false);
      await expect(strip).toHaveCount(0);
    },
  );
}

readingTest(
  'a first visit with a dead backend shows the alert and the errors, and recovers',
  async ({ page, embedded, startFront }) => {
    const front = await startFront(embedded.url, 'reset');
    await page.goto(front.url);
    await expect(page.getByRole('alert').filter({ hasText: alertText })).toBeVisible();
    await expect(page.getByText('Unable to load commentaries')).toBeVisible();
    await expect(
      page.getByText('There was an error connecting to the database', { exact: true }),
    ).toBeVisible();
    await expect(page.getByText('Unable to load projects')).toBeVisible();
    front.fault = 'none';
    await expect(page.getByText(sample.project).first()).toBeVisible();
    await expect(page.getByText(alertText)).toHaveCount(0);
  },
);

/** The words of each page. */
const faults = {
  hang: 'Can’t reach the server',
  reset: 'Can’t reach the server',
  'error 500': 'The server has a problem',
  HTML: 'This network is intercepting the connection. Is there a Wi-Fi sign-in page',
  'cut in the middle':
    'Can’t reach the server|This network is intercepting the connection. Is there a Wi-Fi sign-in page',
  'an empty list': 'This network is intercepting the connection. Is there a Wi-Fi sign-in page',
  'an empty object': 'This network is intercepting the connection. Is there a Wi-Fi sign-in page',
  'an empty fresh start': 'The server isn’t responding properly',
} as const;
for (const [fault, words] of Object.entries(faults) as [keyof typeof faults, string][]) {
  readingTest(
    `O3 Y21: a server that answers with '${fault}' removes nothing from the screen`,
    async ({ page, embedded, startFront }) => {
      const front = await startFront(embedded.url, 'none');
      await page.goto(front.url);
      await expectContent(page);
      await page.evaluate(() => navigator.serviceWorker.ready);
      const before = await page.locator('main').textContent();
      front.fault = fault;
      await page.reload();
      await expectContent(page);
      await expectFreshness(page, words);
      expect(await page.locator('main').textContent()).toBe(before);
    },
  );
}
