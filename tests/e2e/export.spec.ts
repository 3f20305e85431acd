import { readFileSync } from 'node:fs';
import { writeContentFile } from '../../src/content/write-content-file.ts';
import { readTables, signIn as tokenOf } from '../../tools/owner/transfer.ts';
import { PUBLISHABLE_KEY } from '../../tools/server/database/backend.ts';
import { signIn } from '../support/admin-at-work.ts';
import { expect, test, untilControlled } from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

/** The site's content as a file, from the dashboard. */

test('TAKE-4: an admin exports what the command exports, without a network and without what was not sent', async ({
  page,
  context,
  embedded,
}) => {
  const backend = { url: embedded.url, key: PUBLISHABLE_KEY };
  const token = await tokenOf(
    backend,
    embedded.backend.demoAdmin.email,
    embedded.backend.demoAdmin.password,
  );
  const { content } = await readTables(backend, token);
  await signIn(page, embedded.url, embedded);
  await page.goto(`${embedded.url}/admin?tab=ai-tools`);
  await expect(page.getByText(/^as of/).first()).toBeAttached();
  await untilControlled(page);
  await context.setOffline(true);
  const form = page.getByRole('form', { name: 'New AI tool' });
  await form.getByLabel('Name').fill('Not sent');
  await form.getByLabel('Tag').fill('x');
  await form.getByLabel('Hyperlink').fill('https://example.com/');
  await form.getByRole('button', { name: /^Add/ }).click();
  await expect(page.getByText('Unsent edits are not included.')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export content' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^fieldnotes-content-\d{4}-\d\d-\d\d\.json$/);
  expect(readFileSync(await download.path(), 'utf8')).toBe(writeContentFile(content));
});
