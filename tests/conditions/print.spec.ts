import { expect, readingTest, test } from '../e2e/fixtures.ts';
import { openPage, sitePages } from '../e2e/site-pages.ts';

readingTest(
  'LOOK-7: every page prints as black text on white paper, without what only a screen needs',
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const at of sitePages) {
      await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
      await openPage(page, at);
      await page.emulateMedia({ media: 'print' });
      await expect(page.locator('aside').first()).toBeHidden();
      await expect(page.getByRole('navigation')).toBeHidden();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const colours = await page.evaluate(() => ({
        ink: getComputedStyle(document.querySelector('h1')!).color,
        paper: getComputedStyle(document.documentElement).backgroundColor,
        edge: document.querySelector('main')!.getBoundingClientRect().left,
      }));
      const ink = at.path === '/contact' ? 'rgb(42, 15, 10)' : 'rgb(31, 27, 22)';
      expect(colours, at.path).toEqual({ ink, paper: 'rgb(255, 255, 255)', edge: 0 });
    }
  },
);

test('a list of any length prints to its end', async ({ page, embedded }) => {
  await embedded.sql(
    "insert into resources (title, description) select 'Resource number ' || i, 'One of many.' from generate_series(1, 250) i",
  );
  await page.goto('/resources');
  await expect(page.getByText('Added on').first()).toBeVisible();
  const items = page.locator('main li:has(h2)');
  expect(await items.count()).toBeLessThan(200);
  await page.pdf();
  await expect(items).toHaveCount(
    Number((await embedded.sql('select count(*)::int from resources'))[0]!.count),
  );
});
