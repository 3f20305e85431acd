import type { Page } from '@playwright/test';
import { expect, readingTest as test } from '../e2e/fixtures.ts';
import { openPage } from '../e2e/site-pages.ts';

/** What answers a pointer: words of a card that can be selected, and a line while a page is on its way. */

const learnings = { path: '/learnings', shows: 'Evals before prompts' };

/** A card's words, and where they stand. */
async function description(page: Page) {
  const words = page.locator('main li:has(.stretched) p').filter({ hasText: /\w+ \w+ \w+ \w+/ });
  const first = words.first();
  await first.scrollIntoViewIfNeeded();
  const box = (await first.boundingBox())!;
  return { first, at: { x: box.x + 12, y: box.y + 10 }, end: { x: box.x + 140, y: box.y + 10 } };
}

const selected = (page: Page) => page.evaluate(() => getSelection()?.toString() ?? '');

test('LOOK-14: a drag over the words of a card selects them, and nothing is followed', async ({
  page,
}) => {
  await openPage(page, learnings);
  const { at, end, first } = await description(page);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 5 });
  await page.mouse.up();
  const words = await selected(page);
  expect(words.length).toBeGreaterThan(5);
  await expect(first).toContainText(words.trim());
  await expect(page).toHaveURL(/\/learnings$/);
});

test('LOOK-8 LOOK-14: a click on the words of a card leads where the card leads, also in a new tab', async ({
  page,
  context,
}) => {
  await openPage(page, learnings);
  const { at } = await description(page);
  for (const press of [
    () => page.keyboard.down('Control').then(() => page.mouse.click(at.x, at.y)),
    () => page.mouse.click(at.x, at.y, { button: 'middle' }),
  ]) {
    const [tab] = await Promise.all([context.waitForEvent('page'), press()]);
    await page.keyboard.up('Control');
    await expect(tab).toHaveURL(/\/learnings\/[a-z-]+$/);
    await tab.close();
    await expect(page).toHaveURL(/\/learnings$/);
  }
  await page.mouse.click(at.x, at.y);
  await expect(page).toHaveURL(/\/learnings\/[a-z-]+$/);
});

test('LOOK-14: what can be pressed on a card does its own', async ({ page }) => {
  await openPage(page, learnings);
  const tag = page
    .locator('main li:has(.stretched)')
    .getByRole('link', { name: 'evals', exact: true })
    .first();
  await tag.click();
  await expect(page).toHaveURL(/\/tags\/evals$/);
});

test('LOOK-16: a line shows 150 ms after a press until the page is there, and a screen reader hears of it after a second', async ({
  page,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/resources-page-[^/]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await openPage(page, { path: '/projects', shows: 'Fieldnotes' });
  const line = page.locator('.on-its-way');
  await expect(page.locator('#root main h1')).toBeVisible();
  await page.getByRole('complementary').getByRole('link', { name: 'Resources' }).click();
  const way = line.locator('..');
  await expect(way).toHaveCSS('opacity', '1');
  await expect(page.getByRole('status').filter({ hasText: 'Loading page' })).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Loading page' })).toBeAttached();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects');
  const frame = await way.boundingBox();
  expect(frame).toMatchObject({ x: 0, y: 0, height: 2 });
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Resources');
  await expect(line).toHaveCount(0);
});

test('LOOK-16: on a phone the line lies above the menu, whose link was followed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route(/\/assets\/resources-page-[^/]+\.js$/, () => {});
  await openPage(page, { path: '/projects', shows: 'Fieldnotes' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Resources' }).click();
  const way = page.locator(':has(> .on-its-way)');
  await expect(way).toHaveCSS('opacity', '1');
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  // Of what is above the page, the latest is on top. It takes no press, so it can't be asked for by its place.
  expect(await way.evaluate((it) => it.matches(':popover-open'))).toBe(true);
});

test('LOOK-16: with reduced motion the line stands still', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.route(/\/assets\/resources-page-[^/]+\.js$/, () => {});
  await openPage(page, { path: '/projects', shows: 'Fieldnotes' });
  await page.getByRole('complementary').getByRole('link', { name: 'Resources' }).click();
  const line = page.locator('.on-its-way');
  await expect(line).toHaveCSS('animation-name', 'none');
  const [width, whole] = await line.evaluate((it) => [
    it.clientWidth,
    it.parentElement?.clientWidth,
  ]);
  expect(width).toBe(whole);
});

test('LOOK-18: a printed page says its address, keeps headings with their text, and begins long sheets where they come', async ({
  page,
}) => {
  await openPage(page, {
    path: '/learnings/chunk-for-the-question-not-for-the-token-limit',
    shows: 'View all 5 resources',
  });
  const address = page.getByText(page.url(), { exact: true });
  await expect(address).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(address).toBeVisible();
  await expect(page.locator('main .prose').first()).toBeVisible();
  const breaks = await page.evaluate(() => ({
    headings: [...document.querySelectorAll('main :is(h1, h2, h3)')].map(
      (it) => getComputedStyle(it).breakAfter,
    ),
    sheets: [...document.querySelectorAll('main .rounded-card:has(.prose)')].map(
      (it) => getComputedStyle(it).breakInside,
    ),
  }));
  expect(new Set(breaks.headings)).toEqual(new Set(['avoid']));
  expect(new Set(breaks.sheets)).toEqual(new Set(['auto']));
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(address).toHaveCount(0);
});
