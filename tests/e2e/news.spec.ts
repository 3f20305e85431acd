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
  await expect(line(page).getByRole('link')).toHaveCount(2);
  await expect(line(page).getByRole('link', { name: 'Freshly found' })).toBeVisible();
  const moved = (await layoutShifts(page)).flatMap((shift) => shift.moved);
  expect(moved.filter((it) => it.includes('since your last visit'))).toEqual([]);
  await page.goto('/learnings');
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

const addTool = `insert into ai_tools (name, bio, tag) values ('Freshly tried', 'x', 'x')`;
const addChatter = `insert into commentaries (title, content) values ('Freshly thought', 'x')`;

test('NEWS-3: the line leads to the items themselves: to the page of a learning, or to the card in its list', async ({
  page,
  embedded,
}) => {
  await firstVisit(page);
  // One after the other: the newest is told first.
  await comeBack(page, '/', async () => {
    for (const add of [addChatter, addTool, addResource, addLearning]) await embedded.sql(add);
  });
  const titles = line(page).getByRole('link');
  await expect(titles).toHaveText(['Freshly learned', 'Freshly found', 'Freshly tried']);
  await titles.filter({ hasText: 'learned' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Freshly learned' })).toBeVisible();
  await page.goBack();
  await titles.filter({ hasText: 'found' }).click();
  await expect(page).toHaveURL(/\/resources/);
  const place = page.locator(':focus');
  await expect(place).toContainText('Freshly found');
  await expect(place).toBeInViewport({ ratio: 1 });
  await page.goBack();
  await line(page).getByRole('button', { name: 'and 1 more' }).click();
  const dialog = page.getByRole('dialog', { name: 'New since your last visit' });
  await expect(dialog.getByRole('listitem')).toHaveCount(4);
  await dialog.getByRole('link', { name: 'Freshly thought' }).click();
  await expect(page).toHaveURL(/\/chatter/);
  await expect(place).toContainText('Freshly thought');
  await expect(dialog).toBeHidden();
});

test('NEWS-3: on a phone nothing of the line is cut, and a finger meets each part of it', async ({
  page,
  embedded,
}) => {
  await firstVisit(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await comeBack(page, '/', async () => {
    await embedded.sql(addResource);
    await embedded.sql(
      `insert into learnings (title, description) values ('${'A title that has many words '.repeat(4)}', 'x')`,
    );
  });
  const title = line(page).getByRole('link');
  await expect(title).toHaveText(['A title that has many words A…']);
  for (const part of [title, line(page).getByRole('button', { name: 'and 1 more' })]) {
    const box = await part.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(24);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(360);
    const cut = await part.evaluate((it) =>
      [it, ...it.querySelectorAll('*')].some(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth && clientWidth > 0,
      ),
    );
    expect(cut).toBe(false);
  }
});

test('NEWS-4: a chip of a list shows what is new alone, over Back, and moves nothing when it appears', async ({
  page,
  embedded,
}) => {
  await firstVisit(page);
  await comeBack(page, '/learnings', () => embedded.sql(addLearning));
  const chip = page.getByRole('button', { name: 'New (1)' });
  const cards = page.locator('main').getByRole('heading', { level: 2 });
  await expect(chip).toHaveAttribute('aria-pressed', 'false');
  const moved = (await layoutShifts(page)).flatMap((shift) => shift.moved);
  expect(moved.filter((it) => it.includes('learnings'))).toEqual([]);
  const box = await chip.boundingBox();
  expect(box?.height).toBe(44);
  const count = page.getByRole('status').filter({ hasText: /^\d+ learnings$/ });
  expect((box?.x ?? 0) - ((await count.boundingBox())?.x ?? 0)).toBeLessThan(160);
  await chip.click();
  await expect(cards).toHaveText(['Freshly learned']);
  expect(await chip.boundingBox()).toEqual(box);
  await expect(page.getByRole('status').filter({ hasText: /^1 of \d+ learnings$/ })).toBeVisible();
  await cards.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Freshly learned' })).toBeVisible();
  await page.goBack();
  await expect(cards).toHaveText(['Freshly learned']);
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  // What is new becomes known late: a list that was filtered then would jump.
  await page.reload();
  await expect(chip).toHaveAttribute('aria-pressed', 'false');
  expect(await cards.count()).toBeGreaterThan(5);
  await chip.click();
  await expect(cards).toHaveText(['Freshly learned']);
  await chip.click();
  await expect(page).toHaveURL(/\/learnings$/);
  // A long list follows in slices.
  await expect.poll(() => cards.count()).toBeGreaterThan(5);
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
