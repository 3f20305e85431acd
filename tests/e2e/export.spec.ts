import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Download, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { isAsNamed } from '../../src/content/pictures/is-as-named.ts';
import { writeContentFile } from '../../src/content/write-content-file.ts';
import { readTables, signIn as tokenOf } from '../../tools/owner/transfer.ts';
import { PUBLISHABLE_KEY } from '../../tools/server/database/secrets.ts';
import { openTab, signIn } from '../support/admin-at-work.ts';
import { startCommand } from '../support/command.ts';
import { corners } from '../support/made-pictures.ts';
import { root } from '../support/supabase-command.ts';
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

async function exportedFrom(page: Page, name = 'Export content'): Promise<Download> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  return downloading;
}

test('MOVE-16: an admin exports a folder of Markdown, whose part is loaded when it is asked for', async ({
  page,
  embedded,
}) => {
  await signIn(page, embedded.url, embedded);
  await expect(page.getByText(/^as of/).first()).toBeAttached();
  const scripts: string[] = [];
  page.on('request', (it) => void scripts.push(it.url()));
  const isLoaded = () => scripts.some((it) => it.includes('/assets/markdown-folder-'));
  expect(isLoaded()).toBe(false);
  const download = await exportedFrom(page, 'Export as Markdown');
  expect(isLoaded()).toBe(true);
  expect(download.suggestedFilename()).toMatch(/^fieldnotes-markdown-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(readFileSync(await download.path()));
  const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-markdown-'));
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  const command = startCommand(
    'node',
    ['--import', 'tsx', join(root, 'tools/owner/import.ts'), folder, '--dry-run'],
    { VITE_SUPABASE_URL: embedded.url, VITE_SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE_KEY },
  );
  const { email, password } = embedded.backend.demoAdmin;
  command.process.stdin?.end(`${email}\n${password}\n`);
  await command.ended;
  expect(command.printed()).toMatch(/0 new, 0 changed, 0 gone, \d+ as they were\./);
  rmSync(folder, { recursive: true });
});

test('PICTURE-6: the export has the pictures: without a network those of this device, and it says which are not there', async ({
  page,
  context,
  embedded,
}) => {
  await signIn(page, embedded.url, embedded);
  await untilControlled(page);
  await openTab(page, embedded.url, 'Commentaries');
  const form = page.getByRole('form', { name: 'New commentary' });
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    form.getByRole('button', { name: 'Choose a picture' }).click(),
  ]);
  const buffer = await corners(1000, 800).encode('png');
  await chooser.setFiles({ name: 'wide.png', mimeType: 'image/png', buffer });
  const address = form.getByRole('textbox', { name: 'Image URL (Optional)' });
  await expect(address).toHaveValue(/^\/pictures\/[0-9a-f]{32}-1000x800-/);
  const picture = (await address.inputValue()).slice(1);
  const card = picture.replace(/(?=\.\w+$)/, '-card');
  await form.getByRole('textbox', { name: 'Title' }).fill('Pictured');
  await form.getByRole('textbox', { name: 'Content' }).fill('Wide');
  await form.getByRole('button', { name: 'Add Commentary' }).click();
  await expect
    .poll(() => embedded.sql(`select 1 from commentaries where title = 'Pictured'`))
    .toHaveLength(1);
  await page.reload();
  await expect(page.getByText(/^as of/).first()).toBeAttached();

  let online = await exportedFrom(page);
  // What is not back from the server yet is left out, and its pictures with it.
  await expect(async () => {
    if (online.suggestedFilename().endsWith('.json')) online = await exportedFrom(page);
    expect(online.suggestedFilename()).toMatch(/^fieldnotes-content-\d{4}-\d\d-\d\d\.zip$/);
  }).toPass();
  const all = unzipSync(readFileSync(await online.path()));
  expect(Object.keys(all)).toEqual(['content.json', picture, card]);
  for (const name of [picture, card])
    expect(await isAsNamed(name, new Uint8Array(all[name] ?? []))).toBe(true);
  await expect(page.getByText('Which ones')).toHaveCount(0);

  await context.setOffline(true);
  const offline = unzipSync(readFileSync(await (await exportedFrom(page)).path()));
  expect(Object.keys(offline)).toEqual(['content.json', picture]);
  expect(offline[picture]).toEqual(all[picture]);
  await expect(page.getByText(/^All pictures are in the file\. 1 smaller copy/)).toBeVisible();
  await page.getByText('Which ones').click();
  await expect(page.getByText(card)).toBeVisible();
});
