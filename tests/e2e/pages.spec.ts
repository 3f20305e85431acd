import { expect, readingTest, untilKept } from './fixtures.ts';

readingTest.use({ serviceWorkers: 'allow' });

/** The ways between the pages; the pages themselves are looked at in tests/pages. */

readingTest(
  'ROUTE-1: /commentary leads to the AI tools, moves no focus, and back does not lead to it again',
  async ({ page }) => {
    await page.goto('/projects');
    await page.goto('/commentary');
    await expect(page).toHaveURL(/\/friends$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator(':focus')).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(/\/projects$/);
  },
);

readingTest('FRAME-2: the sidebar leads to every page it names', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/');
  for (const [label, path] of [
    ['Projects', '/projects'],
    ['Learnings', '/learnings'],
    ['Resources', '/resources'],
    ['AI Tools', '/friends'],
    ['Contact', '/contact'],
    ['Home', '/'],
  ]) {
    await page.getByRole('navigation').getByRole('link', { name: label!, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }
});

readingTest(
  'FRAME-7: the links below a page and on it lead to the pages that the sidebar does not name',
  async ({ page }) => {
    const more = page.getByRole('navigation', { name: 'More pages' }).getByRole('link');
    await page.goto('/nowhere');
    await more.filter({ hasText: 'Posts' }).click();
    await expect(page).toHaveURL('/posts');
    await expect(page.getByRole('heading', { level: 1, name: 'Posts' })).toBeFocused();
    await page.locator('main').getByRole('link', { name: 'Read the chatter' }).click();
    await expect(page).toHaveURL('/chatter');
    await page.locator('main').getByRole('link', { name: 'Read the posts' }).click();
    await expect(page).toHaveURL('/posts');
    await page.goto('/projects');
    await page.locator('main').getByRole('link', { name: 'See the roadmap' }).click();
    await expect(page).toHaveURL('/roadmap');
  },
);

readingTest(
  'LEARNING-1 LEARNING-4: a learning opens from its project, reloads, and leads back, offline too',
  async ({ page, context }) => {
    await page.goto('/projects/fieldnotes');
    await untilKept(page);
    await context.setOffline(true);
    await page.getByRole('link', { name: /^Everything I Got Wrong/ }).click();
    const heading = page.getByRole('heading', { level: 1, name: /^Everything I Got Wrong/ });
    await expect(heading).toBeVisible();
    await page.reload();
    await expect(heading).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Fieldnotes' })).toBeVisible();
  },
);

readingTest(
  'LEARNING-4: opened by its address, a learning leads back one step, or to the list if it came first',
  async ({ page }) => {
    const learning = '/learnings/evals-before-prompts';
    const back = page.getByRole('button', { name: 'Back' });
    await page.goto(learning);
    await back.click();
    await expect(page).toHaveURL('/learnings');
    await page.goto('/resources');
    await page.goto(learning);
    await back.click();
    await expect(page).toHaveURL('/resources');
  },
);

readingTest(
  'RESOURCES-4: filters live in the address: they can be shared, back undoes them, and typing adds no history entry for each key',
  async ({ page }) => {
    await page.goto('/resources');
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    const length = () => page.evaluate(() => history.length);
    const before = await length();
    await page.getByRole('searchbox').pressSequentially('embed');
    await expect(page).toHaveURL(/tag=embed/);
    expect(await length()).toBe(before);
    await page.getByRole('button', { name: 'video', exact: true }).click();
    await expect(page).toHaveURL(/tag=embed&type=video/);
    await page.goBack();
    await expect(page).toHaveURL(/tag=embed$/);
    await page.getByLabel('Filter by learning').selectOption({ label: 'Evals before prompts' });
    await expect(page).toHaveURL(/learning=/);
    await page.getByLabel('Filter by learning').selectOption({ label: 'All learnings' });
    await expect(page).not.toHaveURL(/learning=/);
  },
);

readingTest(
  'LEARNINGS-4 LEARNINGS-6 LEARNINGS-7: a tag leads to its learnings without a load; Back undoes tag, year and words one by one',
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/learnings');
    const cards = page.locator('main li').filter({ has: page.locator('h2') });
    await expect(cards.first()).toBeVisible();
    const all = await cards.count();
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    const list = cards.first().getByRole('list', { name: 'Tags' }).getByRole('link');
    const tag = (await list.first().textContent()) ?? '';
    await list.first().click();
    const asked = new RegExp(`/tags/${tag}$`);
    await expect(page).toHaveURL(asked);
    await expect.poll(() => cards.count()).toBeLessThan(all);
    const tagged = await cards.count();
    const current = page.getByRole('region', { name: 'Filters' }).locator('[aria-current]');
    await expect(current).toContainText(tag);
    await page.getByRole('searchbox').pressSequentially('zzz');
    await expect(page.getByText('No learnings found.')).toBeVisible();
    await page.goBack();
    await expect(cards).toHaveCount(all);
    await page.goForward();
    await expect(page.getByText('No learnings found.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(cards).toHaveCount(all);
    await page.goBack();
    await expect(page.getByRole('searchbox')).toHaveValue('zzz');
    await page.getByRole('searchbox').fill('');
    await expect(cards).toHaveCount(tagged);
    // A learning's own page, and back to the list as it was.
    await cards.first().getByRole('heading').getByRole('link').click();
    await page.getByRole('link', { name: tag, exact: true }).click();
    await expect(page).toHaveURL(asked);
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(asked);
    await expect(cards).toHaveCount(tagged);
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
  },
);

readingTest('what only screen readers are told of links is not copied', async ({ page }) => {
  for (const address of ['/resources', '/projects/fieldnotes']) {
    await page.goto(address);
    await expect(page.locator('main a[target=_blank]').first()).toContainText('opens in a new tab');
    const selected = await page.evaluate(() => {
      getSelection()?.selectAllChildren(document.querySelector('main') ?? document.body);
      return getSelection()?.toString();
    });
    expect(selected?.length).toBeGreaterThan(100);
    expect(selected).not.toContain('new tab');
  }
});
