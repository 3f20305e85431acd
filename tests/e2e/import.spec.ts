import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { zipSync } from 'fflate';
import { goOffline, signIn, widthOf } from '../support/admin-at-work.ts';
import { corners } from '../support/made-pictures.ts';
import { expect, test, untilControlled } from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

/** MOVE-13, MOVE-14: notes come in from the dashboard. */

const learningsOf = async (sql: (query: string) => Promise<unknown>) =>
  (await sql(
    `select title from learnings where content like '%brought in%' order by title`,
  )) as readonly { title: string }[];

const openImport = async (page: Page) => {
  await page.getByRole('link', { name: 'Import notes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import notes' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose a folder' })).toBeVisible();
};

test('MOVE-13: a folder comes in without a network, with its pictures, and reaches the server once', async ({
  page,
  embedded,
  browser,
}, testInfo) => {
  const folder = testInfo.outputPath('notes');
  mkdirSync(join(folder, 'sub'), { recursive: true });
  writeFileSync(
    join(folder, 'one.md'),
    '# Note one\n\nIt is brought in, and <b>leads</b> to [[two]].\n\n<div>\n[[two]]\n</div>\n\n![Four corners](sub/corners.png)\n',
  );
  writeFileSync(
    join(folder, 'sub', 'two.md'),
    '---\ntitle: Note two\ntags: [sql]\n---\nAlso brought in.\n\n![[corners.png]]\n',
  );
  writeFileSync(join(folder, 'sub', 'corners.png'), corners(900, 600).toBuffer('image/png'));

  await signIn(page, embedded.url, embedded);
  await untilControlled(page);
  await openImport(page);
  await goOffline(page, embedded);
  await page.getByLabel('Choose a folder').setInputFiles(folder);
  await expect(page.getByText('2 new, 0 changed, 0 gone, 0 as they were.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 items' }).click();
  await expect(page.getByText(/^2 items added, 0 changed\./)).toBeVisible();
  await page.goto('/learnings/note-one');
  await page.reload();
  await expect.poll(widthOf(page, 'Four corners')).toBe(900);
  await expect(page.getByRole('link', { name: 'Note two' }).first()).toBeVisible();

  await embedded.up();
  await page.context().setOffline(false);
  await expect
    .poll(() => learningsOf(embedded.sql))
    .toEqual([{ title: 'Note one' }, { title: 'Note two' }]);
  // HTML is left as it is: visitors' parser knows none, and this page has it back.
  expect(
    await embedded.sql(`select 1 from learnings where content like '%<div>\n[[two]]%'`),
  ).toHaveLength(1);
  const stored = await embedded.sql(
    `select name from storage.objects where bucket_id = 'pictures'`,
  );
  // The picture that both show, and its file for cards.
  expect(stored).toHaveLength(2);
  const visitor = await browser.newPage({ baseURL: embedded.url });
  await visitor.goto('/learnings/note-one');
  await expect.poll(widthOf(visitor, 'Four corners')).toBe(900);
  await visitor.close();

  // The same folder again, with one file changed.
  await page.goto('/admin');
  await openImport(page);
  await page.getByLabel('Choose a folder').setInputFiles(folder);
  await expect(page.getByText('0 new, 0 changed, 0 gone, 2 as they were.')).toBeVisible();
});

test('MOVE-14: a zip that is dropped on the dashboard is read', async ({ page, embedded }) => {
  const note = new TextEncoder().encode('# Zipped\n\nIt is brought in.\n');
  const zip = zipSync({ 'notes/zipped.md': note, 'notes/.trash/old.md': note });
  await signIn(page, embedded.url, embedded);
  await expect(page.getByRole('link', { name: 'Import notes' })).toBeVisible();
  await page.evaluate(
    (bytes) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], 'notes.zip'));
      const given = { dataTransfer, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new DragEvent('dragover', given));
      document.body.dispatchEvent(new DragEvent('drop', given));
    },
    [...zip],
  );
  await expect(page.getByText('1 new, 0 changed, 0 gone, 0 as they were.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 item' }).click();
  await expect.poll(() => learningsOf(embedded.sql)).toEqual([{ title: 'Zipped' }]);
});

test('MOVE-13: a tab that is closed in the middle of an import doubles nothing, and the import goes on', async ({
  page,
  context,
  embedded,
}, testInfo) => {
  const count = 200;
  const folder = testInfo.outputPath('many');
  mkdirSync(folder, { recursive: true });
  for (let n = 0; n < count; n += 1)
    writeFileSync(join(folder, `${n}.md`), `# Note ${n}\n\nIt is brought in.\n`);
  await signIn(page, embedded.url, embedded);
  await openImport(page);
  await page.getByLabel('Choose a folder').setInputFiles(folder);
  await page.getByRole('button', { name: `Import ${count} items` }).click();
  await expect(page.getByText(/^[1-9]\d* of 200 /)).toBeVisible();
  await page.close();

  const again = await context.newPage();
  await again.goto(`${embedded.url}/admin`);
  await openImport(again);
  await again.getByLabel('Choose a folder').setInputFiles(folder);
  const summary = again.getByText(/^\d+ new, 0 changed, 0 gone, \d+ as they were\.$/);
  const [added = 0, same = 0] = ((await summary.textContent()) ?? '')
    .split(/ new, 0 changed, 0 gone, | as they were/)
    .map(Number);
  expect([added > 0, same > 0, added + same]).toEqual([true, true, count]);
  await again.getByRole('button', { name: `Import ${added} item` }).click();
  await expect(again.getByText(`${added} items added, 0 changed.`)).toBeVisible();
  await expect
    .poll(async () => (await learningsOf(embedded.sql)).length, { timeout: 60_000 })
    .toBe(count);
  const titles = (await learningsOf(embedded.sql)).map(({ title }) => title);
  expect(new Set(titles).size).toBe(count);
});
