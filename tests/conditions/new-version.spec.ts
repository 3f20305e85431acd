import type { Page } from '@playwright/test';
import { expect, deployedTest as test, untilKept, versionOf } from '../e2e/fixtures.ts';
import { deploySecond } from '../support/deploy.ts';

test.use({ serviceWorkers: 'allow' });

/** A second version of the site is deployed while the first is open. */

const lookForUpdate = (page: Page) =>
  page.evaluate(
    async () => void (await (await navigator.serviceWorker.getRegistration())?.update()),
  );
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window);
const bar = 'There’s a newer version of this site.';

test('U5: a first visit announces nothing', async ({ page }) => {
  await page.goto('/');
  await untilKept(page);
  await expect(page.getByText(bar)).toHaveCount(0);
});

test('U1 U2 Y38: a new version is announced, taken in the tab where the visitor says so, and only announced in others', async ({
  page,
  context,
  deployed,
}) => {
  await page.goto('/');
  await untilKept(page);
  const other = await context.newPage();
  await other.goto('/projects');
  await mark(page);
  await mark(other);

  deploySecond(deployed);
  await lookForUpdate(page);
  await expect(page.getByText(bar)).toBeVisible();
  await expect(other.getByText(bar)).toBeVisible();
  expect([await isMarked(page), await versionOf(page)]).toEqual([true, 0]);

  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.locator('meta[name=version]')).toHaveCount(1);
  expect(await isMarked(page)).toBe(false);
  await expect(other.getByText('This tab still shows the old version.')).toBeVisible();
  expect(await isMarked(other)).toBe(true);

  await other.getByRole('button', { name: 'Reload' }).click();
  await expect(other.locator('meta[name=version]')).toHaveCount(1);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
});

test('P1: the offer to install gives way to the notice, and comes back after Later', async ({
  page,
  deployed,
}) => {
  await page.addInitScript(() => {
    const visits = { count: 2, at: Date.now(), seen: null, before: null };
    localStorage.setItem('fieldnotes.visits', JSON.stringify(visits));
  });
  await page.goto('/');
  await untilKept(page);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt')));
  const offer = page.getByRole('region', { name: 'Install' });
  await expect(offer).toBeVisible();
  deploySecond(deployed);
  await lookForUpdate(page);
  await expect(page.getByText(bar)).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(offer).toBeVisible();
});

test('U1 U6: coming back to a tab looks for a new version', async ({ page, deployed }) => {
  await page.goto('/');
  await untilKept(page);
  deploySecond(deployed);
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 60_000;
    window.dispatchEvent(new Event('focus'));
  });
  await expect(page.getByText(bar)).toBeVisible();
});

test('U4: Later postpones it for the session, and it stays within reach', async ({
  page,
  deployed,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  await untilKept(page);
  deploySecond(deployed);
  await lookForUpdate(page);
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByText(bar)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Update now' })).toBeVisible();
  await expect(page.getByText(bar)).toHaveCount(0);
  await page.getByRole('button', { name: 'Update now' }).click();
  await expect(page.locator('meta[name=version]')).toHaveCount(1);
});

test('U1: the choice also works in a page that was loaded past the worker', async ({
  page,
  context,
  deployed,
}) => {
  await page.goto('/');
  await untilKept(page);
  // Another tab keeps the old worker at work.
  await (await context.newPage()).goto('/projects');
  deploySecond(deployed);
  await lookForUpdate(page);
  await expect(page.getByText(bar)).toBeVisible();
  // As a reload with Shift does.
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.reload', { ignoreCache: true });
  await expect(page.getByText(bar)).toBeVisible();
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await mark(page);
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect.poll(() => isMarked(page).catch(() => true)).toBe(false);
});

test('U7: a missing file is answered with 404, not with a page', async ({ embedded }) => {
  for (const path of ['/assets/gone-12345.js', '/missing.png', '/assets/']) {
    const response = await fetch(`${embedded.url}${path}`, { headers: { accept: 'text/html' } });
    expect([path, response.status]).toEqual([path, 404]);
    expect(response.headers.get('content-type')).not.toContain('html');
  }
  const statusOf = async (path: string) => (await fetch(`${embedded.url}${path}`)).status;
  expect(await statusOf('/learnings/newer-than-the-build')).toBe(200);
  // The build has a file for every other page, so the host knows that nothing is there.
  expect(await statusOf('/some/page')).toBe(404);
});
