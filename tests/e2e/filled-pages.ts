import type { Page } from '@playwright/test';
import { BUILD_MS, buildNamed } from '../support/builds.ts';
import { type FilledSite, withFilledSite } from '../support/filled-site.ts';
import { cumulative, layoutShifts } from '../support/layout-shift.ts';
import { readingTest as base, expect } from './fixtures.ts';
import { type SitePage, sitePages } from './site-pages.ts';

/** For tests of the pages that the build has filled: a site that has them, for all tests of a worker. */

export const filledTest = base.extend<object, { filled: FilledSite }>({
  filled: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from its pattern
    async ({}, use) => withFilledSite(await buildNamed('filled'), use),
    { scope: 'worker', timeout: BUILD_MS },
  ],
});

/** The pages that are filled. */
export const filledPages = sitePages.filter(({ path }) => !['/admin', '/nowhere'].includes(path));

/** What the build has put in. */
export const built = (page: Page) => page.locator('#built');

/** The addresses of the build's snapshot. */
export const snapshots = /\/assets\/snapshot-/;

/** Waits until the app has replaced what the build has put in. */
export async function untilReplaced(page: Page): Promise<void> {
  await expect(built(page)).toHaveCount(0);
  await expect(page.locator('#root h1')).toBeVisible();
}

/**
 * Opens the page on a new device. The app takes over once it has the snapshot, and nothing moves or changes.
 *
 * @param home where the site is, without a slash at its end. Its backend fails, so all comes from the snapshot. Nobody has been
 *   at its origin, so the device has neither content nor worker
 */
export async function expectTakenOver(
  page: Page,
  { path, shows }: SitePage,
  home: string,
): Promise<void> {
  let goOn = () => {};
  const looked = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(snapshots, async (route) => {
    await looked;
    await route.continue();
  });
  await page.goto(`${home}${path}`);
  await expect(built(page).locator('main').getByText(shows).first()).toBeVisible();
  await expect(page.locator('#root h1')).toHaveCount(1);
  const before = await look(page, '#built');
  goOn();
  await untilReplaced(page);
  await page.unroute(snapshots);
  expect.soft(await look(page, '#root'), path).toEqual(before);
  const shifts = await layoutShifts(page);
  const moved = shifts.map((shift) => [shift.score.toFixed(3), ...shift.moved].join('\n'));
  const width = page.viewportSize()?.width;
  expect.soft(cumulative(shifts), `${path}, ${width} px:\n${moved.join('\n')}`).toBeLessThan(0.02);
}

/** What a reader sees of a page: its words, where they stand, and its colours. */
function look(page: Page, of: string) {
  return page.locator(`${of} main`).evaluate((main) => {
    const heading = main.querySelector('h1')?.getBoundingClientRect();
    const { color, backgroundColor } = getComputedStyle(document.body);
    return {
      title: document.title,
      words: (main as HTMLElement).innerText.replace(/\s+/g, ' ').replace(/Loading profile ?/, ''),
      heading: [heading?.left, heading?.top, heading?.width],
      colours: [color, backgroundColor],
    };
  });
}
