import type { Locator, Page } from '@playwright/test';
import { alertText, expect, readingTest, sample, test } from './fixtures.ts';

/**
 * Every page of ROUTE-1 in each of its states, by its words: with a backend that never answers, one that is dead, one
 * without content, and one that has come back.
 */

type Sight = string | ((page: Page) => Locator);

interface States {
  path: string;
  loading: readonly Sight[];
  error: readonly Sight[];
  empty: readonly Sight[];
  ready: readonly Sight[];
}

const skeletons = (count: number) => (page: Page) =>
  page.getByTestId('skeleton-card').nth(count - 1);
const waiting = (label: string) => (page: Page) =>
  page.getByRole('status').filter({ hasText: label });
const button = (name: string) => (page: Page) =>
  page.locator('main').getByRole('button', { name, exact: true });
const link = (name: string) => (page: Page) =>
  page.locator('main').getByRole('link', { name, exact: true });
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true });

const noLearning = 'Learning not found or error loading data. Please try again.';
const noProject = 'Error loading project details. Project might not exist.';

const pages: readonly States[] = [
  {
    path: '/',
    loading: ['Loading commentary...', waiting('Loading track'), waiting('Loading projects')],
    error: [
      alertText,
      'Unable to load commentaries',
      'There was an error connecting to the database',
      'Unable to load projects',
    ],
    empty: [
      'No commentaries yet.',
      'No track selected.',
      'No in-progress projects yet.',
      'No ideas yet.',
    ],
    ready: [sample.project, sample.tool, heading('donezo'), heading('working on it')],
  },
  {
    path: '/projects',
    loading: [skeletons(3), waiting('Loading projects')],
    error: ['Failed to load projects. Please try refreshing the page.', button('Retry')],
    empty: ['No projects yet.'],
    ready: [sample.project],
  },
  {
    path: '/projects/fieldnotes',
    loading: [waiting('Loading project')],
    error: [noProject, button('Retry'), link('Return to Projects')],
    empty: [noProject, link('Return to Projects')],
    ready: [heading('Fieldnotes'), heading('To Do'), heading('In Progress'), heading('Done')],
  },
  {
    path: '/roadmap',
    loading: [
      skeletons(9),
      (page) => page.getByTestId('skeleton-section').nth(2),
      waiting('Loading projects'),
    ],
    error: ['Error loading projects. Please try again later.', button('Retry')],
    empty: [
      'No projects found. They may still be loading or there might be a connection issue.',
      button('Refresh'),
    ],
    ready: ['donezo', 'working on it', 'just an idea at this point', 'completed'].map(heading),
  },
  {
    path: '/learnings',
    loading: [waiting('Loading learnings')],
    error: [
      'Error loading learnings data. Please try again later.',
      button('Retry'),
      waiting('Failed to load learnings. Please try again.'),
    ],
    empty: ['No learnings found.'],
    ready: ['Evals before prompts'],
  },
  {
    path: '/learnings/chunk-for-the-question-not-for-the-token-limit',
    loading: [waiting('Loading learning')],
    error: [noLearning, button('Retry'), button('Back')],
    empty: [noLearning, button('Back')],
    ready: [heading('Related Resources'), link('View all 5 resources')],
  },
  {
    path: '/resources',
    loading: [waiting('Loading resources')],
    error: ['Error loading resources.', button('Retry')],
    empty: ['No resources found matching your search.'],
    ready: ['Popular tags', 'Added on'],
  },
  {
    path: '/friends',
    loading: [waiting('Loading AI tools')],
    error: ['Unable to load AI tools', button('Retry')],
    empty: ['No AI tools yet.'],
    ready: [sample.tool],
  },
  {
    path: '/chatter',
    loading: ['Loading commentaries...'],
    error: ['Unable to load commentaries', button('Retry')],
    empty: ['No commentaries available.'],
    ready: ['Vibes are a unit of measurement'],
  },
];

const seen = (page: Page, sight: Sight): Locator =>
  (typeof sight === 'string' ? page.getByText(sight) : sight(page)).first();

/** All words of a state are visible, and none of another. */
async function expectState(page: Page, states: States, name: Exclude<keyof States, 'path'>) {
  for (const sight of states[name]) await expect(seen(page, sight)).toBeVisible();
  for (const other of ['loading', 'error', 'empty', 'ready'] as const) {
    for (const words of states[other]) {
      if (typeof words !== 'string' || states[name].includes(words)) continue;
      await expect(page.locator('main').getByText(words)).toHaveCount(0);
    }
  }
}

for (const states of pages) {
  readingTest(
    `the route ${states.path} says that it loads, that it failed, that there is nothing, and shows what there is`,
    async ({ page, seeded, blank, startFront }) => {
      const hanging = await startFront(seeded.url, 'hang');
      await page.goto(`${hanging.url}${states.path}`);
      await expectState(page, states, 'loading');

      const dead = await startFront(seeded.url, 'reset');
      await page.goto(`${dead.url}${states.path}`);
      await expectState(page, states, 'error');
      // Nobody has to reload: the content appears as soon as it can be fetched.
      dead.fault = 'none';
      await expectState(page, states, 'ready');

      await page.goto(`${blank.url}${states.path}`);
      await expectState(page, states, 'empty');
    },
  );
}

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
