import type { Page } from '@playwright/test';
import { expect, readingTest as test } from '../e2e/fixtures.ts';
import { sitePages } from '../e2e/site-pages.ts';
import { cumulative, layoutShifts } from '../support/layout-shift.ts';

test.use({ serviceWorkers: 'allow' });

/** Nothing on the screen moves by itself, neither on the first visit nor on the next. */

const windows = [
  { width: 360, height: 740 },
  { width: 768, height: 1000 },
  { width: 1280, height: 1400 },
];

for (const { path, shows } of sitePages) {
  test(`L2 L6: nothing moves on ${path}, the first time or the next, in any window`, async ({
    page,
    seeded,
    startFront,
  }) => {
    for (const size of windows) {
      const { url } = await startFront(seeded.url, 'late');
      await page.setViewportSize(size);
      for (const visit of ['first', 'next']) {
        await page.goto(`${url}${path}`);
        await untilSettled(page, shows);
        const shifts = await layoutShifts(page);
        const moved = shifts.map((shift) => [shift.score.toFixed(3), ...shift.moved].join('\n'));
        const when = `${visit} visit, ${size.width} × ${size.height} px:\n${moved.join('\n')}`;
        expect.soft(cumulative(shifts), when).toBeLessThan(0.02);
      }
    }
  });
}

/** Waits for content, fonts and pictures, and for the results of a sync. */
async function untilSettled(page: Page, shows: string) {
  await expect(page.locator('main').getByText(shows).first()).toBeVisible();
  await expect(page.getByText(/^as of today/).filter({ visible: true })).toHaveCount(1);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const near = [...document.images].filter(
      (image) => image.loading !== 'lazy' || image.getBoundingClientRect().top < innerHeight,
    );
    await Promise.allSettled(near.map((image) => image.decode()));
  });
}

test('L2: nothing moves on a slow phone either', async ({ page, seeded, startFront }) => {
  const { url } = await startFront(seeded.url, 'late');
  await page.setViewportSize({ width: 360, height: 740 });
  const tools = await page.context().newCDPSession(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  for (const { path, shows } of sitePages.filter((it) =>
    ['/friends', '/resources'].includes(it.path),
  )) {
    await page.goto(`${url}${path}`);
    await untilSettled(page, shows);
    const shifts = await layoutShifts(page);
    expect(cumulative(shifts), JSON.stringify(shifts)).toBeLessThan(0.02);
  }
});
