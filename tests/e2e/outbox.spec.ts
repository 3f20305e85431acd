import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { signIn } from '../support/admin-at-work.ts';
import { inEveryLook, violations } from '../support/axe.ts';
import type { Embedded } from '../support/embedded.ts';
import { sidewaysScroll } from '../support/sideways-scroll.ts';
import { expect, test, untilKept } from './fixtures.ts';

/** The outbox page with a real file: waiting and refused edits go from one device to another. */

const edit = (account: string, label: string, change: Record<string, unknown>, place: number) => ({
  place,
  id: randomUUID(),
  account,
  label,
  at: Date.now() - place * 5_000_000,
  changes: [change],
  after: [],
  attempts: 0,
  sent: false,
});

/** An export of another device: two edits that wait, one that was refused, one refused because of it. */
async function exportOf({ sql }: Embedded) {
  const [user] = await sql('select id from auth.users');
  const [learning] = await sql('select to_jsonb(l) as row from learnings l order by title limit 1');
  const before = learning!.row as { id: string; title: string };
  const account = String(user!.id);
  const blank = { details: null, image_url: null, slug: null, created_at: null };
  const added = { op: 'insert', table: 'projects', id: randomUUID(), blank };
  const values = { title: 'A kite that films', description: 'Wind permitting.', status: 'idea' };
  const changed = { op: 'update', table: 'learnings', id: before.id, before };
  const refused = edit(
    account,
    'Edit learning “Kites”',
    {
      ...changed,
      values: { title: `Kites ${'and strings '.repeat(12)}`, tags: ['wind', 'paper'] },
    },
    1,
  );
  const dependent = edit(
    account,
    'Add task “Buy string”',
    {
      op: 'insert',
      table: 'tasks',
      id: randomUUID(),
      blank: {},
      values: { content: 'Buy string' },
    },
    2,
  );
  return {
    fieldnotes: 'outbox',
    version: 1,
    waiting: [
      edit(account, 'Add project “A kite that films”', { ...added, values }, 3),
      edit(
        account,
        `Edit learning “${before.title}”`,
        { ...changed, values: { link: 'https://kites.example' } },
        4,
      ),
    ],
    rejected: [
      {
        id: refused.id,
        mutation: refused,
        code: '23514',
        reason:
          'new row for relation "learnings" violates check constraint "learnings_title_length"',
        cause: null,
        at: Date.now(),
      },
      {
        id: dependent.id,
        mutation: dependent,
        code: null,
        reason: '',
        cause: refused.id,
        at: Date.now(),
      },
    ],
  };
}

/** Signs in and goes offline, so that edits keep waiting. */
async function open(page: Page, embedded: Embedded) {
  await signIn(page, embedded.url, embedded);
  await untilKept(page);
  await embedded.down();
  await page.context().setOffline(true);
  await page.goto('/admin/outbox');
  await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible();
}

const importing = async (page: Page, file: unknown) =>
  page.getByLabel('File to import edits from').setInputFiles({
    name: 'edits.json',
    mimeType: 'application/json',
    buffer: Buffer.from(typeof file === 'string' ? file : JSON.stringify(file)),
  });

const titles = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 });

test('edits are imported from a file and exported to one, without duplicates, and survive a reload without a network', async ({
  page,
  embedded,
}) => {
  const file = await exportOf(embedded);
  const labels = [...file.rejected.map((it) => it.mutation), ...file.waiting].map((it) => it.label);
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, embedded);
  await expect(page.getByText('Everything is on the server.')).toBeVisible();

  await importing(page, 'PK\u0003\u0004');
  await expect(page.getByRole('alert')).toHaveText(
    'This is no export of an outbox. Nothing was changed.',
  );
  await importing(page, file);
  await expect(page.getByText('4 edits came in.')).toBeVisible();
  await expect(titles(page)).toHaveText(labels);
  await expect(page.getByText('Waiting for a network')).toHaveCount(2);
  await importing(page, file);
  await expect(page.getByText('every edit of this file is here already')).toBeVisible();
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
  await expect(page.getByText('4 edits came in.')).toBeVisible();

  await page.reload();
  await expect(titles(page)).toHaveText(labels);
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
  await open(page, embedded);
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

test('axe finds nothing on the outbox page, empty or full', async ({ page, embedded }) => {
  const file = await exportOf(embedded);
  const nothing = () =>
    inEveryLook(page, [320, 360, 1280], async (look) => {
      expect(await violations(page), look).toEqual([]);
      expect(await sidewaysScroll(page), look).toBeLessThanOrEqual(0);
    });
  await open(page, embedded);
  await nothing();
  await importing(page, file);
  await expect(titles(page)).toHaveCount(4);
  await page.getByText('What the server said').click();
  await nothing();
  await page.getByRole('button', { name: /^Discard Add project/ }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
