import { expectTakenOver, filledPages, filledTest as test } from '../e2e/filled-pages.ts';

/** Every page that the build has filled, on a phone and on a wide screen, light and dark, when the app takes over. */

for (const scheme of ['light', 'dark'] as const) {
  test(`L6 PAGES-3: the app takes over from every page, chosen ${scheme}, and nothing moves or changes`, async ({
    page,
    filled,
    startFront,
  }) => {
    await page.addInitScript((theme) => localStorage.setItem('fieldnotes.theme', theme), scheme);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      for (const at of filledPages)
        await expectTakenOver(page, at, await startFront(filled.url, 'error 500'));
    }
  });
}
