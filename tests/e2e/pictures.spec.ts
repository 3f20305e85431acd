import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ADMIN_PARTS_CACHE, PICTURE_CACHE } from '../../src/lib/storage-keys.ts';
import {
  alterSession,
  goOffline,
  openTab,
  pastePictures,
  signIn,
  widthOf,
} from '../support/admin-at-work.ts';
import type { Embedded } from '../support/embedded.ts';
import { expectStill } from '../support/layout-shift.ts';
import { heic } from '../support/made-pictures.ts';
import { expect, siteDir, test, untilControlled } from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

/** PICTURE-3, PICTURE-4: pictures of the device, in texts and in fields, with and without a network. */

const box = (page: Page) => page.getByRole('textbox', { name: 'Content (Optional)' });

const stored = async (sql: (query: string) => Promise<unknown>) =>
  (await sql(
    `select name from storage.objects where bucket_id = 'pictures' order by created_at`,
  )) as readonly { name: string }[];

test('PICTURE-3 PICTURE-4: pictures pasted without a network are there after a reload, arrive once, and visitors see them', async ({
  page,
  embedded,
  browser,
}) => {
  await signIn(page, embedded.url, embedded);
  await untilControlled(page);
  await page.goto('/admin/learnings/new');
  await expect(box(page)).toBeVisible();
  await goOffline(page, embedded);
  await page.getByRole('textbox', { name: 'Title' }).fill('With pictures');
  await page.getByRole('textbox', { name: 'Description' }).fill('Two of them');
  await box(page).fill('Before\n\n');
  await box(page).focus();
  await page.keyboard.press('Control+End');
  await pastePictures(page, ['#c04020', '#2040c0']);
  const dialog = page.getByRole('dialog', { name: 'Insert pictures' });
  await dialog.getByRole('textbox', { name: 'What picture 1 of 2 shows' }).fill('A red [wall]');
  // Nothing goes in without words, unless their owner says so.
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await expect(dialog.getByText('Say what it shows')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'What picture 2 of 2 shows' }).fill('A blue wall');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(box(page)).toBeFocused();
  const name = String.raw`/pictures/[0-9a-f]{32}-800x600-[0-9a-f]{6}\.\w+`;
  await expect(box(page)).toHaveValue(
    new RegExp(
      String.raw`^Before\n\n!\[A red \\\[wall\\\]\]\(${name}\)\n\n!\[A blue wall\]\(${name}\)$`,
    ),
  );
  await page.getByRole('button', { name: 'Add Learning' }).click();
  await expect(page).toHaveURL(/\/admin\/learnings\/[\da-f-]{36}$/);
  await page.goto('/learnings/with-pictures');
  await page.reload();
  await expect.poll(widthOf(page, 'A red [wall]')).toBe(800);
  await expect.poll(widthOf(page, 'A blue wall')).toBe(800);
  expect(await stored(embedded.sql)).toEqual([]);

  // An hour later the session has to be renewed first.
  await alterSession(page, { access_token: 'of an hour ago', expires_at: 1_000_000_000 });
  await page.reload();
  await expect.poll(widthOf(page, 'A red [wall]')).toBe(800);
  await embedded.up();
  await page.context().setOffline(false);
  // Each with its file for cards.
  await expect.poll(async () => (await stored(embedded.sql)).length).toBe(4);
  await expect
    .poll(() => embedded.sql(`select 1 from learnings where title = 'With pictures'`))
    .toHaveLength(1);
  await expect.poll(widthOf(page, 'A red [wall]')).toBe(800);
  const visitor = await browser.newPage({ baseURL: embedded.url });
  await visitor.goto('/learnings/with-pictures');
  await expect.poll(widthOf(visitor, 'A red [wall]')).toBe(800);
  await expect.poll(widthOf(visitor, 'A blue wall')).toBe(800);
  await expectStill(visitor, 'while the pictures of a text come');
  await visitor.close();
  expect(await stored(embedded.sql)).toHaveLength(4);
});

/** The scripts that the build found to be for admins alone, as its worker lists them. */
function forAdmins(): readonly string[] {
  const worker = readFileSync(join(siteDir, 'sw.js'), 'utf8');
  const entries: { url: string; isForAdmins?: boolean }[] = (
    worker.match(/\{[^{}]*"url":"[^{}]*\}/g) ?? []
  ).map((entry) => JSON.parse(entry));
  return entries.filter((it) => it.isForAdmins).map(({ url }) => url);
}

test('PICTURE-3 WRITE-1: without a network an admin has every part, also the thread that makes pictures, before it was ever used', async ({
  page,
  embedded,
}) => {
  const all = forAdmins();
  expect(all.filter((it) => it.includes('picture-worker'))).toHaveLength(1);
  await signIn(page, embedded.url, embedded);
  await untilControlled(page);
  const kept = () =>
    page.evaluate(async (name) => {
      const requests = await (await caches.open(name)).keys();
      return requests.map(({ url }) => new URL(url).pathname.slice(1));
    }, ADMIN_PARTS_CACHE);
  await expect.poll(async () => (await kept()).sort()).toEqual([...all].sort());
  await page.goto('/admin/learnings/new');
  await expect(box(page)).toBeVisible();
  await goOffline(page, embedded);
  const thread = page.waitForEvent('worker');
  await box(page).focus();
  await pastePictures(page, ['#c04020']);
  expect((await thread).url()).toContain('picture-worker');
  await expect(page.getByRole('dialog', { name: 'Insert picture' })).toBeVisible();
});

/** The field of a new commentary's picture, and its form. */
async function pictureField(page: Page, embedded: Embedded) {
  await signIn(page, embedded.url, embedded);
  await openTab(page, embedded.url, 'Commentaries');
  const form = page.getByRole('form', { name: 'New commentary' });
  const field = form.getByRole('textbox', { name: 'Image URL (Optional)' });
  return { form, field };
}

test('PICTURE-3: a field takes a picture that is chosen or pasted, and says why it takes no other file', async ({
  page,
  embedded,
}) => {
  const { form, field } = await pictureField(page, embedded);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    form.getByRole('button', { name: 'Choose a picture' }).click(),
  ]);
  await chooser.setFiles({
    name: 'words.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture at all'),
  });
  await expect(form.getByText(/isn’t a picture/)).toBeVisible();
  await expect(field).toHaveValue('');
  await field.focus();
  await pastePictures(page, ['#20c040'], { width: 300, height: 200 });
  await expect(field).toHaveValue(/^\/pictures\/[0-9a-f]{32}-300x200-[0-9a-f]{6}\.png$/);
  await expect(form.getByText(/isn’t a picture/)).toHaveCount(0);
  await form.getByRole('textbox', { name: 'Title' }).fill('Pictured');
  await form.getByRole('textbox', { name: 'Content' }).fill('Green');
  await form.getByRole('button', { name: 'Add Commentary' }).click();
  await expect.poll(async () => (await stored(embedded.sql)).length).toBe(1);
  await page.goto('/chatter');
  const picture = page.getByRole('button', { name: 'Enlarge picture: Pictured' }).locator('img');
  await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(300);
});

test('PICTURE-3 PICTURE-4: a photo in HEIC is told why it is not taken, by a field and by a text, whatever it is called', async ({
  page,
  embedded,
}) => {
  const { form, field } = await pictureField(page, embedded);
  await field.fill('https://x.example/before.png');
  const buffer = Buffer.from(heic);
  for (const [name, mimeType] of [
    ['IMG_0001.HEIC', 'image/heic'],
    ['IMG_0002.HEIC', ''],
    ['IMG_0003.jpg', 'image/jpeg'],
  ] as const) {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      form.getByRole('button', { name: 'Choose a picture' }).click(),
    ]);
    await chooser.setFiles({ name, mimeType, buffer });
    await expect(form.getByText(/can’t open HEIC/)).toBeVisible();
    await expect(field).toHaveValue('https://x.example/before.png');
    // Another one says nothing of it.
    await field.focus();
    await pastePictures(page, ['#20c040'], { width: 300, height: 200 });
    // It comes only when it has been made ready, in the place of whatever is there by then.
    await expect(field).toHaveValue(/^\/pictures\//);
    await expect(form.getByText(/can’t open HEIC/)).toHaveCount(0);
    await field.fill('https://x.example/before.png');
  }

  await page.goto('/admin/learnings/new');
  await box(page).fill('Before');
  for (const [name, type] of [
    ['IMG_0001.HEIC', 'image/heic'],
    ['IMG_0002.HEIC', ''],
    ['IMG_0003.HEIC', 'application/octet-stream'],
    ['IMG_0004.jpg', 'image/jpeg'],
  ] as const) {
    await dropOn(page, heic, name, type);
    const dialog = page.getByRole('dialog', { name: 'Insert pictures' });
    await expect(dialog.getByText(/can’t open HEIC/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(box(page)).toHaveValue('Before');
  }
  await box(page).focus();
  await pastePictures(page, ['#20c040']);
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible();
});

/** Drops a file on the page, beside every field. */
const dropOn = (page: Page, bytes: Uint8Array, name: string, type: string) =>
  page.evaluate(
    ({ bytes, name, type }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name, { type }));
      const how = { dataTransfer, bubbles: true, cancelable: true };
      document.querySelector('main')?.dispatchEvent(new DragEvent('drop', how));
    },
    { bytes: [...bytes], name, type },
  );

test('PICTURE-3: once the server has a picture its author still sees it without a network', async ({
  page,
  embedded,
}) => {
  await signIn(page, embedded.url, embedded);
  await untilControlled(page);
  await openTab(page, embedded.url, 'Commentaries');
  const form = page.getByRole('form', { name: 'New commentary' });
  const field = form.getByRole('textbox', { name: 'Image URL (Optional)' });
  await field.focus();
  await pastePictures(page, ['#20c040'], { width: 300, height: 200 });
  await expect(field).toHaveValue(/^\/pictures\/[0-9a-f]{32}-300x200-/);
  // The pictures of the content are brought in line, in which no item names it yet.
  const path = await field.inputValue();
  await page.evaluate(async ([cache, path]) => (await caches.open(cache)).delete(path), [
    PICTURE_CACHE,
    path,
  ] as const);
  await form.getByRole('textbox', { name: 'Title' }).fill('Pictured');
  await form.getByRole('textbox', { name: 'Content' }).fill('Green');
  await form.getByRole('button', { name: 'Add Commentary' }).click();
  await expect
    .poll(() => embedded.sql(`select 1 from commentaries where title = 'Pictured'`))
    .toHaveLength(1);
  await goOffline(page, embedded);
  await page.goto('/chatter');
  const picture = page.getByRole('button', { name: 'Enlarge picture: Pictured' }).locator('img');
  await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(300);
});
