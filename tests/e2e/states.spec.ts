import { alertText, expect, readingTest, sample } from './fixtures.ts';

/** What pages say when they have little or nothing to show, or not yet. */

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
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeVisible();
});

// The words of each page in each of its states: tests/unit/ui/states.test.tsx.
for (const { path, loading, error, empty, ready } of [
  {
    path: '/',
    loading: 'Loading commentary...',
    error: alertText,
    empty: 'No commentaries yet.',
    ready: sample.project,
  },
  {
    path: '/projects',
    loading: 'Loading projects',
    error: 'Failed to load projects. Please try refreshing the page.',
    empty: 'No projects yet.',
    ready: sample.project,
  },
]) {
  readingTest(
    `${path} says that it loads, that it failed, that there is nothing, and shows what there is once the server is back`,
    async ({ page, seeded, blank, startFront }) => {
      const says = async (words: string) => {
        await expect(page.getByText(words).first()).toBeVisible();
        for (const others of [loading, error, empty, ready].filter((it) => it !== words))
          await expect(page.locator('main').getByText(others)).toHaveCount(0);
      };
      const hanging = await startFront(seeded.url, 'hang');
      await page.goto(`${hanging.url}${path}`);
      await says(loading);
      const dead = await startFront(seeded.url, 'reset');
      await page.goto(`${dead.url}${path}`);
      await says(error);
      // Nobody has to reload: the content appears as soon as it can be fetched.
      dead.fault = 'none';
      await says(ready);
      await page.goto(`${blank.url}${path}`);
      await says(empty);
    },
  );
}
