import type { Page } from '@playwright/test';
import { signIn } from '../support/admin-at-work.ts';
import { layoutShifts } from '../support/layout-shift.ts';
import { expect, test } from './fixtures.ts';

/** What is new since the last visit, from what the device knows. */

const marks = (page: Page) => page.locator('main').getByText('New', { exact: true });
const line = (page: Page) => page.getByRole('status').filter({ hasText: 'since your last visit' });

/** The visits that the device remembers. */
const remembered = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('fieldnotes.visits') ?? 'null'));

/** Half an hour later. An open page would see what happens meanwhile. */
async function comeBack(
  page: Page,
  path: string,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<void> {
  await page.goto('/robots.txt');
  await meanwhile();
  await page.evaluate(() => {
    const held = JSON.parse(localStorage.getItem('fieldnotes.visits') ?? 'null');
    const at = held.at - 31 * 60_000;
    localStorage.setItem('fieldnotes.visits', JSON.stringify({ ...held, at }));
  });
  await page.goto(path);
}

async function firstVisit(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/');
  await expect.poll(async () => (await remembered(page))?.seen).toBeGreaterThan(0);
  await expect(marks(page)).toHaveCount(0);
  await expect(line(page)).toHaveCount(0);
}

const addLearning = `insert into learnings (title, description) values ('Freshly learned', 'x')`;
const addResource = `insert into resources (title, description) values ('Freshly found', 'x')`;

test('NEWS-1: nothing is new at first; at the next visit what came is marked, told on Home, and moves nothing', async ({
  page,
  embedded,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
  await firstVisit(page);

  await comeBack(page, '/', () => embedded.sql(`${addLearning}; ${addResource}`));
  await expect(line(page)).toHaveText('New since your last visit: 1 in Learnings, 1 in Resources');
  const moved = (await layoutShifts(page)).flatMap((shift) => shift.moved);
  expect(moved.filter((it) => it.includes('since your last visit'))).toEqual([]);
  await line(page).getByRole('link', { name: 'Learnings' }).click();
  await expect(marks(page)).toHaveCount(1);
  const card = page.getByRole('listitem').filter({ hasText: 'Freshly learned' });
  await expect(card.getByText('New', { exact: true })).toBeVisible();

  // A reload is no visit. After the next visit the seen items are no longer new.
  await page.reload();
  await expect(marks(page)).toHaveCount(1);
  await comeBack(page, '/learnings');
  await expect.poll(async () => (await remembered(page)).count).toBe(3);
  await embedded.sql(addResource);
  await page.goto('/resources');
  await expect(marks(page)).toHaveCount(1);
  await page.goto('/learnings');
  await expect(page.getByText('Freshly learned')).toBeVisible();
  await expect(marks(page)).toHaveCount(0);
  // Nothing of it goes anywhere.
  const { seen, before } = await remembered(page);
  expect(asked.filter((it) => it.includes(String(seen)) || it.includes(String(before)))).toEqual(
    [],
  );
});

test('NEWS-2: it can be switched off, and on', async ({ page, embedded }) => {
  await firstVisit(page);
  await comeBack(page, '/', () => embedded.sql(addLearning));
  await expect(line(page)).toBeVisible();
  await page.goto('/offline');
  await page.getByLabel('Mark what is new since my last visit').uncheck();
  await page.goto('/learnings');
  await expect(page.getByText('Freshly learned')).toBeVisible();
  await expect(marks(page)).toHaveCount(0);
  await page.goto('/offline');
  await page.getByLabel('Mark what is new since my last visit').check();
  await page.goto('/learnings');
  await expect(marks(page)).toHaveCount(1);
});

test('NEWS-1: an admin is told nothing', async ({ page, embedded }) => {
  await firstVisit(page);
  await signIn(page, embedded.url, embedded);
  await comeBack(page, '/learnings', () => embedded.sql(addLearning));
  await expect(page.getByText('Freshly learned')).toBeVisible();
  await expect.poll(async () => (await remembered(page)).count).toBe(2);
  await page.waitForLoadState('networkidle');
  await expect(marks(page)).toHaveCount(0);
});
