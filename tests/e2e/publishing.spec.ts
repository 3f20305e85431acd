import { goOffline, signIn } from '../support/admin-at-work.ts';
import { expect, ownTest as test } from './fixtures.ts';

/** A text is kept back, published, withdrawn and published later; readers see it while it is out, and not before. */

const name = 'A thought that grows';

test('PUBLISH-1: a draft is seen by its author alone until it is published, and again when it is withdrawn', async ({
  page,
  embedded,
  browser,
}) => {
  const reader = await (await browser.newContext()).newPage();
  await reader.goto(`${embedded.url}/learnings`);
  const shown = reader.getByRole('link', { name, exact: true });
  await expect(reader.getByRole('link', { name: 'Evals before prompts' }).first()).toBeVisible();

  await signIn(page, embedded.url, embedded);
  await page.goto('/admin?tab=learnings');
  const form = page.getByRole('form', { name: 'New learning' });
  await form.getByLabel('Title').fill(name);
  await form.getByLabel('Description').fill('It begins');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Draft saved')).toBeVisible();
  const own = page.getByRole('form', { name: 'Edit learning' });
  await expect(own.getByLabel('Description')).toBeFocused();
  const row = page.locator('[data-row]').filter({ hasText: name });
  await expect(row.getByText('draft', { exact: true })).toBeVisible();
  const count = async () => {
    const [told] = await embedded.sql(
      `select count(*)::int as n from learnings where title = '${name}'`,
    );
    return told!.n;
  };
  await expect.poll(count).toBe(1);

  // Whoever asks anew is told of nothing, whoever has asked before neither.
  await reader.reload();
  await expect(reader.getByRole('link', { name: 'Evals before prompts' }).first()).toBeVisible();
  await expect(shown).toHaveCount(0);
  expect(await (await reader.request.get(`${embedded.url}/feed.xml`)).text()).not.toContain(name);

  await own.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Learning published successfully')).toBeVisible();
  await expect(shown).toBeVisible();

  await row.getByRole('button', { name: 'Edit' }).click();
  await own.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Learning withdrawn successfully')).toBeVisible();
  await expect(shown).toHaveCount(0);
});

test('PUBLISH-3: what was scheduled goes out by itself, to a page that was open before', async ({
  page,
  embedded,
}) => {
  await page.goto('/learnings');
  await expect(page.getByRole('link', { name: 'Evals before prompts' }).first()).toBeVisible();
  await embedded.sql(
    `insert into learnings (title, created_at, published_at) values ('${name}', null, now() + interval '4 s')`,
  );
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  const [row] = await embedded.sql(
    `select created_at = published_at as dated from learnings where title = '${name}'`,
  );
  expect(row).toEqual({ dated: true });
});

test('R43: a sign-out without a network takes the drafts along, on every page that is open', async ({
  page,
  context,
  embedded,
}) => {
  await embedded.sql(
    `insert into learnings (title, created_at, published_at) values ('${name}', null, null)`,
  );
  await signIn(page, embedded.url, embedded);
  const other = await context.newPage();
  await other.goto('/learnings');
  const card = other.getByRole('link', { name, exact: true });
  await expect(card).toBeVisible();
  await expect(other.getByText('draft', { exact: true })).toBeVisible();
  await page.goto('/admin');
  const out = page.getByRole('button', { name: 'Sign Out' });
  await expect(out).toBeVisible();
  await goOffline(page, embedded);
  await out.click();
  await expect(card).toHaveCount(0);
  await expect(other.getByRole('link', { name: 'Evals before prompts' }).first()).toBeVisible();
});
