import { expect, type Page } from '@playwright/test';
import { sample } from './fixtures.ts';

/** A page of ROUTE-1, and words that are on it with its sample content. */
export interface SitePage {
  path: string;
  shows: string;
}

/** All pages that a visitor can reach. */
export const sitePages: readonly SitePage[] = [
  { path: '/', shows: sample.project },
  { path: '/projects', shows: sample.project },
  { path: '/projects/fieldnotes', shows: 'To Do' },
  { path: '/roadmap', shows: 'completed' },
  { path: '/posts', shows: 'by Robin Fielding' },
  { path: '/resources', shows: 'Added on' },
  { path: '/friends', shows: sample.tool },
  { path: '/contact', shows: 'Send Message' },
  { path: '/chatter', shows: 'Vibes are a unit of measurement' },
  { path: '/learnings', shows: 'Evals before prompts' },
  {
    path: '/learnings/chunk-for-the-question-not-for-the-token-limit',
    shows: 'View all 5 resources',
  },
  { path: '/admin', shows: 'Sign In' },
  { path: '/nowhere', shows: 'Oops! Page not found' },
];

/** Opens the page and waits for the content. */
export async function openPage(page: Page, { path, shows }: SitePage): Promise<void> {
  await page.goto(path);
  await expect(page.locator('main').getByText(shows).first()).toBeVisible();
}
