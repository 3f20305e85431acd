import { historyOf } from '../../src/content/past/past-addresses.ts';
import { smallTargets } from '../pages/looked-at.ts';
import { goOffline, signIn } from '../support/admin-at-work.ts';
import { inEveryLook, violations } from '../support/axe.ts';
import type { Embedded } from '../support/embedded.ts';
import { sidewaysScroll } from '../support/sideways-scroll.ts';
import { expect, test } from './fixtures.ts';
import { reach } from './hands.ts';

test.use({ serviceWorkers: 'allow' });

/** What rows were, in a browser and on a database: looked at, restored, offline, and gone with the account. */

const LEARNING = 'evals-before-prompts';

/** A learning that has been changed twice since. */
async function changed({ sql }: Embedded): Promise<string> {
  const [row] = await sql(`select id from learnings where slug = '${LEARNING}'`);
  const id = String(row?.id);
  await sql(`update learnings set content = 'Yesterday’s sentence.' where id = '${id}'`);
  await sql(`update learnings set content = 'Today’s sentence.' where id = '${id}'`);
  return id;
}

test('yesterday’s version is looked at and restored by keyboard, and that is a version in turn', async ({
  page,
  embedded,
}) => {
  const id = await changed(embedded);
  await signIn(page, embedded.url, embedded);
  await page.goto('/admin?tab=learnings');
  await reach(page, /^More for Evals before prompts$/);
  await page.keyboard.press('Enter');
  await reach(page, /^History$/, 'ArrowDown');
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('heading', { level: 1, name: 'History of “Evals before prompts”' }),
  ).toBeVisible();
  await expect(page.locator('dl ins')).toContainText('Yesterday');
  await expect(page.locator('dl del')).toContainText('Today');
  await reach(page, /^Restore this version$/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('It is like this now.')).toBeVisible();
  await expect(page.locator(':focus')).toContainText('Until');
  await expect
    .poll(async () => embedded.sql(`select content from learnings where id = '${id}'`), {
      timeout: 60_000,
    })
    .toEqual([{ content: 'Yesterday’s sentence.' }]);
  await page.reload();
  const versions = page.getByRole('button', { name: /^Until/ });
  await expect(versions).toHaveCount(3);
  await expect(versions.first()).toContainText('by you');
});

test('a version that was looked at is there offline, is restored there, and leaves with the account', async ({
  page,
  embedded,
}) => {
  const id = await changed(embedded);
  await signIn(page, embedded.url, embedded);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(historyOf('learnings', id));
  await expect(page.locator('dl ins')).toContainText('Yesterday');
  const shelves = () =>
    page.evaluate(async () => (await caches.keys()).filter((it) => / kept /.test(it)));
  expect(await shelves()).toHaveLength(1);
  await goOffline(page, embedded);
  await page.reload();
  await expect(
    page.getByText('The server can’t be reached. This is what it said last.').first(),
  ).toBeVisible();
  await expect(page.locator('dl ins')).toContainText('Yesterday');
  await page
    .getByRole('button', { name: /^Until/ })
    .nth(1)
    .click();
  await expect(
    page.getByText(/^The server can’t be reached, and this wasn’t looked at/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Restore this version' }).first().click();
  await expect(page.getByText('It is like this now.')).toBeVisible();

  await page.goto('/admin');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('button', { name: 'Keep on this device' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  expect(await shelves()).toEqual([]);
});

test('a deleted project comes back with its tasks and its learnings, on another device too', async ({
  page,
  embedded,
  browser,
}) => {
  const [row] = await embedded.sql(
    `select p.id, p.slug, count(t.id)::int as tasks from projects p join tasks t on t.project_id = p.id
     where p.slug = 'ask-my-notes' group by p.id`,
  );
  const { id, slug, tasks } = row as { id: string; slug: string; tasks: number };
  await embedded.sql(`update learnings set project_id = '${id}' where slug = '${LEARNING}'`);
  const other = await browser.newPage();
  await other.goto(`${embedded.url}/projects/${slug}`);
  await expect(other.getByRole('heading', { level: 1, name: 'Ask My Notes' })).toBeVisible();
  await embedded.sql(`delete from projects where id = '${id}'`);

  await signIn(page, embedded.url, embedded);
  await page.getByRole('link', { name: 'Recently deleted' }).click();
  const line = page.getByRole('button', { name: /^Project “Ask My Notes”/ });
  await expect(line).toContainText(`with ${tasks} tasks`);
  await line.click();
  await page.getByRole('button', { name: 'Restore Ask My Notes' }).click();
  await expect(page.getByText('“Ask My Notes” is restored')).toBeVisible();
  await expect(line).toHaveCount(0);
  await expect
    .poll(
      async () =>
        embedded.sql(`select p.slug, (select count(*)::int from tasks t where t.project_id = p.id) as tasks,
          (select count(*)::int from learnings l where l.project_id = p.id and l.slug = '${LEARNING}') as learnings
          from projects p where p.id = '${id}'`),
      { timeout: 60_000 },
    )
    .toEqual([{ slug, tasks, learnings: 1 }]);
  await other.reload();
  await expect(other.getByRole('heading', { level: 1, name: 'Ask My Notes' })).toBeVisible();
  await other.close();
});

test('these pages and that of tags have no fault that axe finds and do not scroll sideways, on a phone and on a wide screen', async ({
  page,
  embedded,
}) => {
  const id = await changed(embedded);
  await embedded.sql(
    `update learnings set title = repeat('long', 60), tags = array['one', 'two'] where id = '${id}'`,
  );
  await embedded.sql(`delete from projects where slug = 'ask-my-notes'`);
  await signIn(page, embedded.url, embedded);
  for (const [path, opened, shown] of [
    [historyOf('learnings', id), /^Until/, 'Restore this version'],
    ['/admin/deleted', /^Project/, 'Restore Ask My Notes'],
    ['/admin/tags', /^Rename/, 'Cancel'],
  ] as const) {
    await page.goto(path);
    const lines = page.getByRole('button', { name: opened });
    await expect(lines.first()).toBeVisible();
    await lines.last().click();
    await expect(page.getByRole('button', { name: shown }).last()).toBeVisible();
    await inEveryLook(page, [320, 390, 1280], async (look) => {
      expect.soft(await violations(page, look), look).toEqual([]);
      expect.soft(await sidewaysScroll(page), look).toBeLessThanOrEqual(0);
      if (!look.includes('1280')) expect.soft(await smallTargets(page), look).toEqual([]);
    });
  }
});
