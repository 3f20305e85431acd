import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { filledTest as test, untilReplaced } from '../e2e/filled-pages.ts';
import { expect, untilControlled } from '../e2e/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

/** PAGES-8: a project or a learning, to take along as Markdown. */

const items = ['/projects/fieldnotes', '/learnings/evals-before-prompts'];

const button = (page: Page) => page.getByRole('button', { name: 'Copy as Markdown' });
const message = (page: Page, words: string) => page.getByRole('status').getByText(words);

for (const path of items) {
  test(`PAGES-8: ${path} is copied as its .md file has it, also without a network, by the keyboard too`, async ({
    page,
    context,
    filled,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`${filled.url}${path}`);
    await untilReplaced(page);
    await untilControlled(page);
    await context.setOffline(true);
    const box = await button(page).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    await button(page).press('Enter');
    await expect(message(page, 'Copied as Markdown')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(readFileSync(join(filled.folder, `${path}.md`), 'utf8'));
  });
}

test('PAGES-8: a browser that does not let the page copy is not said to have copied', async ({
  page,
  filled,
}) => {
  await page.addInitScript(() => {
    navigator.clipboard.write = () => Promise.reject(new DOMException('No.', 'NotAllowedError'));
  });
  await page.goto(`${filled.url}${items[1]}`);
  await untilReplaced(page);
  await button(page).click();
  await expect(message(page, 'browser blocked copying')).toBeVisible();
  await expect(message(page, 'Copied as Markdown')).toHaveCount(0);
});
