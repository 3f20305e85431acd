import type { BrowserContext, Page } from '@playwright/test';
import { expect, sample, test, untilKept } from '../e2e/fixtures.ts';
import { addItem, signIn } from '../support/admin-at-work.ts';
import type { Embedded } from '../support/embedded.ts';

test.use({ serviceWorkers: 'allow' });

/** /offline: what is on the device, and what can be done with it. */

const fact = (page: Page, name: string) =>
  page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');

async function countOf(embedded: Embedded, table: string): Promise<number> {
  const [row] = (await embedded.sql(`select count(*) as n from ${table}`)) as unknown as {
    n: number | string;
  }[];
  return Number(row?.n);
}

const pictures = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('fieldnotes-pictures')).keys()).length);

test('OFFLINE-1: a visitor finds it in the menu, with what is here by kind, pictures, freshness, room and version', async ({
  page,
  embedded,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/');
  await untilKept(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('link', { name: 'On this device' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'On this device' })).toBeFocused();
  for (const [name, table] of [
    ['Projects', 'projects'],
    ['AI tools', 'ai_tools'],
    ['Tracks', 'current_listening'],
  ] as const) {
    const row = page.getByRole('row', {
      name: new RegExp(`^${name} ${await countOf(embedded, table)} `),
    });
    await expect(row).toContainText(/\d (bytes|kB)$/);
  }
  const kept = await pictures(page);
  await expect(fact(page, 'Pictures')).toHaveText(new RegExp(`^${kept} of ${kept} kept, .*[kM]B$`));
  await expect(fact(page, 'Up to date')).toHaveText(/^as of today \d\d:\d\d$/);
  await expect(fact(page, 'Without a network')).toHaveText('The site opens.');
  await expect(fact(page, 'Room')).toHaveText(/B used of .*B granted$/);
  await expect(fact(page, 'Version')).toHaveText(/^\d+\.\d+\.\d+, build [\w-]{8}$/);
  // Visitors have no edits, and are not told of any.
  await expect(page.getByText('not on the server yet')).toHaveCount(0);
});

test('OFFLINE-1 O2: it opens offline at a cold start, by the strip too', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await untilKept(page);
  await context.setOffline(true);
  await page.goto('/projects');
  await page.getByRole('status').getByRole('link', { name: 'What is here' }).click();
  await expect(page.getByRole('row', { name: /^Projects [1-9]/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('row', { name: /^Projects [1-9]/ })).toBeVisible();
});

test('OFFLINE-1: before the service worker is there it does not say that the site opens without a network', async ({
  page,
  context,
}) => {
  let install = () => {};
  const held = new Promise<void>((resolve) => {
    install = resolve;
  });
  await context.route('**/sw.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/offline');
  await expect(fact(page, 'Without a network')).toHaveText('The site doesn’t open yet.');
  install();
  await expect(fact(page, 'Without a network')).toHaveText('The site opens.');
});

test('OFFLINE-2: Keep all pictures fetches those that are not here', async ({ page }) => {
  await page.goto('/');
  await untilKept(page);
  await page.goto('/offline');
  const all = await pictures(page);
  // The site itself looks once for what is missing when it has caught up.
  await expect(async () => {
    await page.evaluate(() => caches.delete('fieldnotes-pictures'));
    await expect(fact(page, 'Pictures')).toHaveText(new RegExp(`^0 of ${all} kept`), {
      timeout: 3_000,
    });
  }).toPass();
  await page.getByRole('button', { name: 'Keep all pictures' }).click();
  await expect(page.getByText('All pictures are on this device.')).toBeVisible();
  expect(await pictures(page)).toBe(all);
});

/** Signs in, loses the network, and adds a project. */
async function editInTunnel(
  { page, context }: { page: Page; context: BrowserContext },
  embedded: Embedded,
): Promise<void> {
  await page.goto('/');
  await untilKept(page);
  await signIn(page, embedded.url, embedded);
  await page.goto('/offline');
  await expect(fact(page, 'Edits')).toHaveText('All are on the server.');
  await context.setOffline(true);
  await page.goto('/admin');
  await addItem(page, embedded.url, 'projects', 'Tunnel Lamp');
  await page.goto('/offline');
  await expect(fact(page, 'Edits')).toHaveText(/^1 not on the server yet/);
}

async function clear(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear the offline copy' }).click();
  const question = page.getByRole('dialog', { name: 'Clear the offline copy' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(question).toContainText('The edit that is not on the server yet is kept');
  await expect(question).toContainText('There is no connection now');
  await question.getByRole('button', { name: 'Clear', exact: true }).click();
}

const tunnelLamps = (embedded: Embedded) =>
  embedded.sql(`select title from projects where title = 'Tunnel Lamp'`);

test('OFFLINE-3: clearing keeps the edits that wait, and says so; with the network all is here again, and the edit there once', async ({
  page,
  context,
  embedded,
}) => {
  await editInTunnel({ page, context }, embedded);
  await clear(page);
  await expect(page.getByText('The offline copy was cleared.')).toBeVisible();
  // Only the items that were made here are left.
  await expect(page.getByRole('row', { name: /^Projects 1 / })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Learnings 0 / })).toBeVisible();
  await expect(fact(page, 'Edits')).toHaveText(/^1 not on the server yet/);
  await expect(fact(page, 'Up to date')).toHaveText('Not everything is here yet.');

  await context.setOffline(false);
  await expect.poll(() => tunnelLamps(embedded)).toEqual([{ title: 'Tunnel Lamp' }]);
  const projects = await countOf(embedded, 'projects');
  await expect(page.getByRole('row', { name: new RegExp(`^Projects ${projects} `) })).toBeVisible();
  await expect(fact(page, 'Edits')).toHaveText('All are on the server.');
  await page.goto('/projects');
  await expect(page.getByText(sample.project).first()).toBeVisible();
});

test('OFFLINE-3: on a full disk too, nothing that was not sent is lost', async ({
  page,
  context,
  embedded,
}) => {
  await editInTunnel({ page, context }, embedded);
  const tools = await context.newCDPSession(page);
  const { origin } = new URL(embedded.url);
  await tools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 100 });
  await clear(page);
  // Whether such a disk takes the deletion is up to the browser; the answer is given, and the edit is there.
  await expect(
    page.getByText(/The offline copy was cleared|This device could not clear it/),
  ).toBeVisible();
  await tools.send('Storage.overrideQuotaForOrigin', { origin });
  await page.goto('/admin/outbox');
  await expect(page.getByText('Tunnel Lamp').first()).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => tunnelLamps(embedded)).toEqual([{ title: 'Tunnel Lamp' }]);
  await page.goto('/projects');
  await expect(page.getByText(sample.project).first()).toBeVisible();
});

test('Y35: the browser is asked to protect what is kept after installing and after signing in, and never before', async ({
  page,
  embedded,
}) => {
  await page.addInitScript(() => {
    const { persist } = StorageManager.prototype;
    StorageManager.prototype.persist = function (this: StorageManager) {
      localStorage.setItem('asked', String(Number(localStorage.getItem('asked')) + 1));
      return persist.call(this);
    };
  });
  const asked = () => page.evaluate(() => Number(localStorage.getItem('asked')));
  for (const path of ['/', '/offline', '/admin']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  expect(await asked()).toBe(0);
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
  expect(await asked()).toBe(1);
  await signIn(page, embedded.url, embedded);
  await expect.poll(asked).toBe(2);
  await page.goto('/offline');
  await expect(fact(page, 'Protection')).toHaveText(/^The browser (keeps|may delete)/);
});
