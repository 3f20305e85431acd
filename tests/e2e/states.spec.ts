import { expect, readingTest, sample, test } from './fixtures.ts';

/** What pages say when they have little or nothing to show, or not yet. */

test('PROJECT-1: a project with a title and nothing else says what it does not have', async ({
  page,
  embedded,
}) => {
  await embedded.sql(`truncate projects, learnings cascade;
    insert into projects (title, slug) values ('A bare project', 'bare')`);
  await page.goto('/projects/bare');
  await expect(page.getByRole('heading', { level: 1, name: 'A bare project' })).toBeVisible();
  await expect(page.getByText('No details provided for this project yet.')).toBeVisible();
  await expect(page.getByText('No tasks in this column')).toHaveCount(3);
  await expect(page.getByText('No learnings documented for this project yet.')).toBeVisible();
});

test('HOME-7: the donezo group of Home is hidden when it is empty; the others say so', async ({
  page,
  embedded,
}) => {
  await embedded.sql("delete from projects where status <> 'idea'");
  await page.goto('/');
  await expect(page.getByText('No in-progress projects yet.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'just an idea at this point' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'donezo' })).toHaveCount(0);
});

readingTest(
  'HOME-3: Home shows a spinner in the place of the portrait until it has loaded',
  async ({ page }) => {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/pictures/profile.svg', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    const spinner = page.getByRole('status').filter({ hasText: 'Loading profile' });
    await expect(spinner).toBeVisible();
    answer();
    await expect(spinner).toHaveCount(0);
  },
);

readingTest(
  'the route /admin says that it loads until the auth check is through',
  async ({ page }) => {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/assets/admin-page-*.js', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto('/admin', { waitUntil: 'domcontentloaded' });
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
    answer();
    await expect(page.getByRole('heading', { level: 1, name: 'Admin Login' })).toBeVisible();
  },
);

readingTest('Posts and Contact need no server', async ({ page, startFront, seeded }) => {
  const dead = await startFront(seeded.url, 'reset');
  await page.goto(`${dead.url}/posts`);
  await expect(page.getByText(/^Posted on .+ by .+$/)).toHaveCount(3);
  await page.goto(`${dead.url}/contact`);
  for (const label of ['Name', 'Email', 'Subject', 'Message']) {
    await expect(page.getByLabel(label, { exact: true })).toBeVisible();
  }
  await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('type', 'email');
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeVisible();
  await expect(page.getByText(/inbox isn’t built yet/)).toBeVisible();
});

readingTest('filters that match nothing say so, and lead back to everything', async ({ page }) => {
  await page.goto('/friends?q=no-such-tool');
  await expect(page.getByText('No AI tools match your filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText(sample.tool).first()).toBeVisible();
  await page.goto('/resources?tag=no-such-tag');
  await expect(page.getByText('No resources found matching your search.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('Added on').first()).toBeVisible();
});
