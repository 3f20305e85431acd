import type { Page } from '@playwright/test';
import { built, snapshots, untilReplaced } from '../e2e/filled-pages.ts';
import { expect } from '../e2e/fixtures.ts';
import type { SitePage } from '../e2e/site-pages.ts';
import { expectStill } from '../support/layout-shift.ts';

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
  await expectStill(page, path);
}

/** What a reader sees of a page: its words, where they stand, and its colours. */
function look(page: Page, of: string) {
  return page.locator(`${of} main`).evaluate((main) => {
    const heading = main.querySelector('h1')?.getBoundingClientRect();
    const { color, backgroundColor } = getComputedStyle(document.body);
    const plain = (text: string) => text.replace(/\s+/g, ' ');
    let words = plain((main as HTMLElement).innerText).replace(/Loading profile ?/, '');
    // A closed box shows what is chosen. To `innerText` it has all that it offers.
    for (const { options, selectedOptions } of main.querySelectorAll('select')) {
      const offered = plain(Array.from(options, ({ text }) => text).join(' '));
      words = words.replace(offered, selectedOptions[0]?.text ?? '');
    }
    return {
      title: document.title,
      words,
      heading: [heading?.left, heading?.top, heading?.width],
      colours: [color, backgroundColor],
    };
  });
}
