import type { Locator, Page } from '@playwright/test';
import { alertText, expect, readingTest, sample } from '../e2e/fixtures.ts';

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
