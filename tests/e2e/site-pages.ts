import { expect, type Page } from '@playwright/test';
import { sample } from './fixtures.ts';

/** A page of ROUTE-1: its heading, and words that are on it with its sample content. */
export interface SitePage {
  path: string;
  heading: string;
  shows: string;
}

/** All pages that a visitor can reach. */
export const sitePages: readonly SitePage[] = [
  { path: '/', heading: 'I build things', shows: sample.project },
  { path: '/projects', heading: 'Projects', shows: sample.project },
  { path: '/projects/fieldnotes', heading: 'Fieldnotes', shows: 'To Do' },
  { path: '/roadmap', heading: 'Project Roadmap', shows: 'completed' },
  { path: '/posts', heading: 'Posts', shows: 'by Robin Fielding' },
  { path: '/resources', heading: 'Resources', shows: 'Added on' },
  { path: '/friends', heading: 'My AI friends', shows: sample.tool },
  { path: '/contact', heading: 'Say hello', shows: 'Send Message' },
  { path: '/chatter', heading: 'Chatter', shows: 'Vibes are a unit of measurement' },
  { path: '/learnings', heading: 'Learnings', shows: 'Evals before prompts' },
  {
    path: '/learnings/chunk-for-the-question-not-for-the-token-limit',
    heading: 'Chunk for the question, not for the token limit',
    shows: 'View all 5 resources',
  },
  { path: '/tags/evals', heading: 'Learnings tagged “evals”', shows: 'Evals before prompts' },
  { path: '/admin', heading: 'Admin Login', shows: 'Sign In' },
  { path: '/nowhere', heading: 'Oops! Page not found', shows: 'Oops! Page not found' },
];

/** Opens the page and waits for the content. */
export async function openPage(
  page: Page,
  { path, shows }: Pick<SitePage, 'path' | 'shows'>,
): Promise<void> {
  await page.goto(path);
  await expect(page.locator('main').getByText(shows).first()).toBeVisible();
}
