import type { Locator } from '@playwright/test';
import { expect, readingTest as test } from '../e2e/fixtures.ts';
import { inEveryLook, violations } from '../support/axe.ts';

test('A12: axe finds nothing in an enlarged picture, which Esc closes', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/', '/chatter']) {
    await page.goto(path);
    const button = page.getByRole('button', { name: /^Enlarge picture/ }).first();
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Picture: / });
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await inEveryLook(page, [360, 1280], async (look) => {
      await expect(dialog.getByRole('img')).toBeInViewport({ ratio: 1 });
      expect(await violations(page, look), `${path}, ${look}`).toEqual([]);
    });
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
  }
});

test('HOME-5: an enlarged picture is zoomed by fingers, double tap, buttons and keys', async ({
  browser,
  seeded,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    baseURL: seeded.url,
  });
  const page = await context.newPage();
  await page.goto('/chatter');
  await page
    .getByRole('button', { name: /^Enlarge picture/ })
    .first()
    .tap();
  const dialog = page.getByRole('dialog', { name: /^Picture: / });
  const picture = dialog.getByRole('img');
  const zoomed = (words: string) => expect(dialog.getByRole('status')).toHaveText(words);
  await zoomed('100 %');

  const { x, y, width, height } = await boxOf(picture);
  const middle = { x: x + width / 2, y: y + height / 2 };
  const touch = await context.newCDPSession(page);
  // With times of their own, as a busy machine takes too long between them.
  const tapAt = async (seconds: number) => {
    const dispatch = (type: 'touchStart' | 'touchEnd', timestamp: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchStart' ? [middle] : [],
        timestamp,
      });
    await dispatch('touchStart', seconds);
    await dispatch('touchEnd', seconds + 0.05);
  };
  const now = Date.now() / 1000;
  await tapAt(now);
  await tapAt(now + 0.4);
  await zoomed('100 %');
  await tapAt(now + 1);
  await tapAt(now + 1.2);
  await zoomed('250 %');
  expect((await boxOf(picture)).width).toBeCloseTo(width * 2.5, 0);

  // One finger moves it, as far as its edge.
  const touchAt = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })),
    });
  const left = (await boxOf(picture)).x;
  await touchAt('touchStart', [middle.x, middle.y]);
  await touchAt('touchMove', [middle.x + 60, middle.y]);
  await touchAt('touchEnd');
  expect((await boxOf(picture)).x).toBeCloseTo(left + 60, 0);

  // Two fingers that come together make it whole, and apart make it larger.
  await touchAt('touchStart', [middle.x - 150, middle.y], [middle.x + 150, middle.y]);
  await touchAt('touchMove', [middle.x - 20, middle.y], [middle.x + 20, middle.y]);
  await touchAt('touchEnd');
  await zoomed('100 %');
  await touchAt('touchStart', [middle.x - 50, middle.y], [middle.x + 50, middle.y]);
  await touchAt('touchMove', [middle.x - 100, middle.y], [middle.x + 100, middle.y]);
  await touchAt('touchEnd');
  await zoomed('200 %');

  await dialog.getByRole('button', { name: 'Zoom out' }).tap();
  await zoomed('133 %');
  await dialog.getByRole('button', { name: 'Zoom in' }).tap();
  await zoomed('200 %');
  await dialog.getByRole('region').focus();
  await page.keyboard.press('0');
  await zoomed('100 %');
  await page.keyboard.press('+');
  await zoomed('150 %');
  const before = (await boxOf(picture)).x;
  await page.keyboard.press('ArrowRight');
  expect((await boxOf(picture)).x).toBeLessThan(before);
  await context.close();
});

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error('not to be seen');
  return box;
}
