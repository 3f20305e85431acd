import { POLL_SILENT_MS } from '../../src/lib/limits.ts';
import { expect, ownTest, test } from './fixtures.ts';

/** Changes on the server, made by any means, show where they are read. */

test('a row that is added, changed and deleted by plain SQL shows on an open page long before the next poll', async ({
  page,
  embedded,
}) => {
  await page.goto('/projects');
  await expect(page.locator('main').getByText('Fieldnotes').first()).toBeVisible();
  await page.evaluate(() => Object.assign(window, { untouched: true }));
  // A visitor's page asks some seconds after a poke, and by itself no sooner than after this.
  const within = { timeout: POLL_SILENT_MS * 0.7 };

  const [row] = await embedded.sql(
    "insert into projects (title, status) values ('A new idea', 'idea') returning id",
  );
  await expect(page.getByRole('link', { name: 'A new idea' })).toBeVisible(within);
  await embedded.sql('update projects set title = $2 where id = $1', [row!.id, 'A better idea']);
  await expect(page.getByRole('link', { name: 'A better idea' })).toBeVisible(within);
  await expect(page.getByText('A new idea')).toHaveCount(0);
  await embedded.sql('delete from projects where id = $1', [row!.id]);
  await expect(page.getByText('A better idea')).toHaveCount(0, within);
  expect(await page.evaluate(() => 'untouched' in window)).toBe(true);
});

test('Y7: changes made while no page was open show after the next start', async ({
  page,
  context,
  embedded,
}) => {
  await page.goto('/projects');
  await expect(page.locator('main').getByText('Fieldnotes').first()).toBeVisible();
  await embedded.sql("insert into projects (title) values ('Soon gone')");
  await expect(page.getByRole('link', { name: 'Soon gone' })).toBeVisible();
  await page.close();
  await embedded.sql("delete from projects where title = 'Soon gone'");
  await embedded.sql("insert into projects (title) values ('Made meanwhile')");
  const next = await context.newPage();
  await next.goto('/projects');
  await expect(next.getByRole('link', { name: 'Made meanwhile' })).toBeVisible();
  await expect(next.getByText('Soon gone')).toHaveCount(0);
});

test('R11: many tabs show the same, and closing one harms none', async ({ context, embedded }) => {
  const pages = await Promise.all([1, 2, 3].map(() => context.newPage()));
  for (const page of pages) await page.goto('/projects');
  await embedded.sql("insert into projects (title) values ('For every tab')");
  for (const page of pages) {
    await expect(page.getByRole('link', { name: 'For every tab' })).toBeVisible();
  }
  await pages[0]!.close();
  await embedded.sql("insert into projects (title) values ('For those that stay')");
  for (const page of pages.slice(1)) {
    await expect(page.getByRole('link', { name: 'For those that stay' })).toBeVisible();
  }
});

test('ADDRESS-2 ADDRESS-5: a learning that is renamed three times opens at each of its addresses, and Back leads before it', async ({
  page,
  embedded,
}) => {
  await embedded.sql("insert into learnings (title, description) values ('First name', 'x')");
  for (const slug of ['second-name', 'third-name', 'fourth-name'])
    await embedded.sql("update learnings set title = $1, slug = $1 where description = 'x'", [
      slug,
    ]);
  for (const address of ['first-name', 'second-name', 'third-name', 'fourth-name']) {
    await page.goto('/projects');
    await page.goto(`/learnings/${address}`);
    await expect(page.getByRole('heading', { level: 1, name: 'fourth-name' })).toBeVisible();
    await expect(page).toHaveURL('/learnings/fourth-name');
    await page.goBack();
    await expect(page).toHaveURL('/projects');
  }
  await page.goto('/learnings/the-fourths-name');
  await page
    .getByRole('navigation', { name: 'Perhaps you are looking for' })
    .getByRole('link', { name: 'fourth-name' })
    .click();
  await expect(page).toHaveURL('/learnings/fourth-name');
  await embedded.sql("delete from learnings where description = 'x'");
});

test('Y12: a new history is swapped in without an empty moment', async ({ page, embedded }) => {
  await page.goto('/projects');
  await expect(page.locator('main').getByText('Fieldnotes').first()).toBeVisible();
  await page.evaluate(() => {
    const seen = Object.assign(window, { emptyMoments: 0 });
    new MutationObserver(() => {
      if (!document.querySelector('main')?.textContent?.includes('Fieldnotes'))
        seen.emptyMoments += 1;
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await embedded.sql(
    "update projects set title = 'Of the new history' where slug <> 'fieldnotes'; select sync.reset()",
  );
  await expect(page.getByText('Of the new history').first()).toBeVisible();
  await embedded.sql(
    "truncate tasks; update projects set title = 'After the truncate' where slug <> 'fieldnotes'",
  );
  await expect(page.getByText('After the truncate').first()).toBeVisible();
  expect(
    await page.evaluate(() => (window as unknown as { emptyMoments: number }).emptyMoments),
  ).toBe(0);
});

ownTest(
  'Y14: an unreadable row is reported, and everything else arrives',
  async ({ page, embedded }) => {
    await embedded.sql(`alter table projects drop constraint projects_status_known;
    insert into projects (title, status) values ('Unreadable', 'archived'), ('Readable', 'idea')`);
    await page.goto('/projects');
    await expect(page.getByText('Readable', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('1 item needs a newer version of this site.')).toBeVisible();
    await expect(page.getByText('Unreadable')).toHaveCount(0);
  },
);
