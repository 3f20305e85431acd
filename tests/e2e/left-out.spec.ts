import { signIn } from '../support/admin-at-work.ts';
import { violations } from '../support/axe.ts';
import { expect, test } from './fixtures.ts';

/** Rows of an earlier site that cannot be read are mended in the dashboard, drafts too. */

test('MOVE-34: all rows of a value are shown by one press, and the server has it when the time for Undo is over', async ({
  page,
  embedded,
}) => {
  test.slow();
  await embedded.sql('alter table projects drop constraint projects_status_known');
  await embedded.sql(`insert into projects (title, status, published_at) values
    ('A weather station', 'paused', now()), ('A kept draft', 'paused', null)`);
  await signIn(page, embedded.url, embedded);
  const card = page.getByRole('region', { name: 'Left out' });
  await expect(card).toContainText('2 projects have “paused” as “Status”.');
  expect(await violations(page)).toEqual([]);
  await card.getByRole('button', { name: 'Show 2 projects as completed' }).click();
  await expect(page.getByText('Showing 2 projects as completed')).toBeVisible();
  await expect(card).toHaveCount(0);

  // Both are there before the server has heard of it.
  await page.getByRole('tab', { name: 'Projects' }).click();
  for (const title of ['A weather station', 'A kept draft'])
    await expect(page.getByRole('listitem').filter({ hasText: title })).toBeVisible();
  const statuses = async () =>
    (await embedded.sql(`select status, published_at is null as is_draft from projects
      where title in ('A weather station', 'A kept draft') order by 2`)) as unknown;
  await expect.poll(statuses).toEqual([
    { status: 'done', is_draft: false },
    { status: 'done', is_draft: true },
  ]);
});
