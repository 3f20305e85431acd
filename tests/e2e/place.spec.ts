import { expect, test } from './fixtures.ts';
import { addItems, expectPlaceKept, lists, scrollDown, scrollOf } from './kept-place.ts';

/** Back and Reload show what was on the screen, where it was on the screen. */

for (const { path, shows } of lists) {
  test(`A1: back and reload keep the place on ${path}, on a phone and on a wide screen`, async ({
    page,
    embedded,
  }) => {
    await embedded.sql(addItems(40));
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(path);
    await expect(page.locator('main').getByText(shows).first()).toBeVisible();
    await expectPlaceKept(page, path, 1_200);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectPlaceKept(page, path, 1_200);
  });
}

test('A1: back and reload keep the place among 2,000', { tag: '@long' }, async ({
  page,
  embedded,
}) => {
  // Two thousand rows are pulled and stored.
  test.slow();
  await embedded.sql(addItems(2_000));
  await page.goto('/resources');
  await expect(page.getByRole('status').filter({ hasText: /^2,?\d+ resources$/ })).toBeVisible({
    timeout: 120_000,
  });
  for (const path of ['/learnings', '/resources']) {
    await page.goto(path);
    await expect(page.locator('main li').nth(90)).toBeAttached();
    await expectPlaceKept(page, path, 20_000);
  }
});

test('a reload does not take the page from a reader who has scrolled on', async ({
  page,
  embedded,
}) => {
  await embedded.sql(addItems(40));
  await page.goto('/learnings');
  await expect(page.locator('main li').nth(30)).toBeAttached();
  await scrollDown(page, 2_000);
  await page.reload();
  await expect.poll(() => scrollOf(page)).toBe(2_000);
  await page.evaluate(() => window.scrollTo(0, 300));
  await embedded.sql(`insert into learnings (title, description) values ('One more', 'Of them')`);
  await expect(page.getByText('One more')).toBeAttached();
  await expect.poll(() => scrollOf(page)).toBeLessThan(900);
});

test('a page opened by its address starts at the top, whatever was open before', async ({
  page,
  embedded,
}) => {
  await embedded.sql(addItems(40));
  for (const path of ['/learnings', '/projects']) {
    await page.goto(path);
    await expect(page.locator('main li').nth(30)).toBeAttached();
    expect(await scrollOf(page), path).toBe(0);
    await scrollDown(page, 1_000);
  }
  // Each has a place of its own.
  await scrollDown(page, 1_500);
  await page.goBack();
  await expect(page).toHaveURL('/learnings');
  await expect.poll(() => scrollOf(page)).toBe(1_000);
  await page.goForward();
  await expect(page).toHaveURL('/projects');
  await expect.poll(() => scrollOf(page)).toBe(1_500);
});
