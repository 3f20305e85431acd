import { expect, test } from '../e2e/fixtures.ts';
import { addItems, expectPlaceKept, lists } from '../e2e/kept-place.ts';

/** Every list, on a phone and on a wide screen. */

for (const width of [390, 1280]) {
  test(`A1: back and reload keep the place in every list, at ${width} px`, async ({
    page,
    embedded,
  }) => {
    await embedded.sql(addItems(40));
    await page.setViewportSize({ width, height: 800 });
    for (const { path, shows } of lists) {
      await page.goto(path);
      await expect(page.locator('main').getByText(shows).first(), path).toBeVisible();
      await expectPlaceKept(page, path, 1_200);
    }
  });
}
