import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { goOffline, signIn } from '../support/admin-at-work.ts';
import type { Embedded } from '../support/embedded.ts';
import { expect, untilKept } from './fixtures.ts';

/** The outbox page, and a file with the edits of another device. */

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
export async function exportOf({ sql }: Embedded) {
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
export async function openOutboxOffline(page: Page, embedded: Embedded) {
  await signIn(page, embedded.url, embedded);
  await untilKept(page);
  await goOffline(page, embedded);
  await page.goto('/admin/outbox');
  await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible();
}

export const importing = async (page: Page, file: unknown) =>
  page.getByLabel('File to import edits from').setInputFiles({
    name: 'edits.json',
    mimeType: 'application/json',
    buffer: Buffer.from(typeof file === 'string' ? file : JSON.stringify(file)),
  });

export const titles = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 });
