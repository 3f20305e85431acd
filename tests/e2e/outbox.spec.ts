import { readFile } from 'node:fs/promises';
import { violations } from '../support/axe.ts';
import { expect, test } from './fixtures.ts';
import { exportOf, importing, openOutboxOffline, titles } from './outbox-of-another.ts';

test.use({ serviceWorkers: 'allow' });

test.describe.configure({ retries: 0 });

/** The outbox page with a real file: waiting and refused edits go from one device to another. */

test('edits are imported from a file and exported to one, without duplicates, and survive a reload without a network', async ({
  page,
  embedded,
}) => {
  const file = await exportOf(embedded);
  const labels = [...file.rejected.map((it) => it.mutation), ...file.waiting].map((it) => it.label);
  await page.setViewportSize({ width: 1280, height: 900 });
  await openOutboxOffline(page, embedded);
  await expect(page.getByText('Everything is on the server.')).toBeVisible();

  await importing(page, 'PK\u0003\u0004');
  await expect(page.getByRole('alert')).toHaveText(
    'This is no export of an outbox. Nothing was changed.',
  );
  await importing(page, file);
  await expect(page.getByText('4 edits imported.')).toBeVisible();
  await expect(titles(page)).toHaveText(labels);
  await expect(page.getByText('Waiting for a network')).toHaveCount(2);
  await importing(page, file);
  await expect(page.getByText('every edit in this file is here already')).toBeVisible();
  await expect(titles(page)).toHaveText(labels);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as JSON' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^fieldnotes-outbox-\d{4}-\d\d-\d\d\.json$/);
  const exported = await readFile(await download.path(), 'utf8');

  await page.getByRole('button', { name: `Discard ${labels[2]}` }).click();
  await expect(titles(page)).toHaveText([labels[0]!, labels[1]!, labels[3]!]);
  await expect(titles(page).last()).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(titles(page)).toHaveText(labels);

  for (const label of [labels[0], labels[2], labels[3]]) {
    await page.getByRole('button', { name: `Discard ${label}` }).click();
  }
  await expect(page.getByText('Everything is on the server.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await importing(page, exported);
  await expect(page.getByText('4 edits imported.')).toBeVisible();

  await page.reload();
  await expect(titles(page)).toHaveText(labels);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Projects', exact: true }).click();
  await expect(page.getByText('A kite that films').first()).toBeVisible();
  await page.getByRole('link', { name: '2 edits waiting, 2 need you' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeFocused();
});

test('on a phone the menu leads to the outbox, and going back leads back', async ({
  page,
  embedded,
}) => {
  const file = await exportOf(embedded);
  await page.setViewportSize({ width: 360, height: 780 });
  await openOutboxOffline(page, embedded);
  await importing(page, file);
  await expect(titles(page)).toHaveCount(4);
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const way = page.getByRole('dialog').getByRole('link', { name: '2 edits waiting, 2 need you' });
  await way.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible();
  await expect(page.locator('main:focus, h1:focus')).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL(/\/contact$/);
});
