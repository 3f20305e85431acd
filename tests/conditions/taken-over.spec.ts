import {
  expectTakenOver,
  filledPages,
  filledTest as test,
  untilReplaced,
} from '../e2e/filled-pages.ts';
import { expect } from '../e2e/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

/** Every page that the build has filled, on a phone and on a wide screen, light and dark, when the app takes over. */

for (const at of filledPages) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`L6 PAGES-3: the app takes over from ${at.path}, chosen ${scheme}, and nothing moves or changes`, async ({
      page,
      filled,
      startFront,
    }) => {
      await page.addInitScript((theme) => localStorage.setItem('fieldnotes.theme', theme), scheme);
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await expectTakenOver(page, at, (await startFront(filled.url, 'error 500')).url);
      }
    });
  }
}

for (const { path, shows } of filledPages) {
  test(`L3 SNAPSHOT-3: with the backend dead before the first visit ${path} has its content, its pictures and its date`, async ({
    page,
    filled,
    startFront,
  }) => {
    const front = await startFront(filled.url, 'error 500');
    await page.goto(`${front.url}${path}`);
    await untilReplaced(page);
    await expect(page.locator('#root main').getByText(shows).first()).toBeVisible();
    await expect(page.getByText(/Everything here is from today \d/)).toBeVisible();
    const pictures = page.locator('#root main img').filter({ visible: true });
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth))
        .toBeGreaterThan(0);
    }
    // All of it is on the device, not only what was opened.
    await page
      .getByRole('button', { name: /^Search/ })
      .first()
      .click();
    const search = page.getByRole('dialog', { name: 'Search' });
    await search.getByRole('combobox').fill('evals before');
    await search.getByRole('option', { name: /Evals before prompts/ }).click();
    await expect(page.getByRole('heading', { name: 'Evals before prompts' })).toBeVisible();
  });
}
