import type { Page } from '@playwright/test';
import { longMarkdown } from '../support/long-markdown.ts';
import { expect, test } from './fixtures.ts';

/** A text that the browser renders piece by piece is whole in the end, and its places are found. */

const addLong = `insert into learnings (title, slug, content) values ('A long text', 'a-long-text', $long$${longMarkdown(12_000, 60)}$long$)`;
const isWhole = (page: Page) =>
  page.waitForFunction(
    () =>
      document.querySelector('main [role=doc-endnotes]') &&
      !document.querySelector('main [data-loading]'),
  );
const topOf = (page: Page, id: string) =>
  page.evaluate((it) => document.getElementById(it)?.getBoundingClientRect().top ?? Number.NaN, id);

test.beforeEach(async ({ embedded, page }) => {
  await embedded.sql(addLong);
  await page.setViewportSize({ width: 390, height: 800 });
});

test('LEARNING-2: a fragment leads to its heading far down in a long text, and Back to where one was', async ({
  page,
}) => {
  await page.goto('/learnings/a-long-text#h-part-55');
  await isWhole(page);
  await expect.poll(() => topOf(page, 'h-part-55')).toBeLessThan(200);
  expect(await topOf(page, 'h-part-55')).toBeGreaterThanOrEqual(0);
  await page.evaluate(() => document.getElementById('h-part-40')?.scrollIntoView());
  const before = await page.evaluate(() => window.scrollY);
  // On a phone the menu is closed.
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/projects"]')?.click());
  await expect(page).toHaveURL('/projects');
  await page.goBack();
  await isWhole(page);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
});

test('LEARNING-2: nothing that is read moves while the rest of a long text comes', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const seen = Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.moved += (entry as never as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/learnings/a-long-text');
  await isWhole(page);
  expect(await page.evaluate(() => (window as never as { moved: number }).moved)).toBeLessThan(
    0.01,
  );
  const words = await page.evaluate(() => document.querySelector('main .prose')?.textContent ?? '');
  expect(words).toContain('Part 60');
  expect(words).toContain('The last note.');
});
