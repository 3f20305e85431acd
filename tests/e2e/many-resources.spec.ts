import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** A list of any length stays as quick, and prints to its end. */

const MANY = 2_000;
/** Far fewer than all: cards out of view cost memory, and time at every change of the list. */
const CARDS_AT_MOST = 200;

const cards = (page: Page) => page.locator('main li:has(h2)');
const count = (page: Page) => page.getByRole('status').filter({ hasText: /\d resources?$/ });

async function openResources(page: Page) {
  await page.goto('/resources');
  await expect(cards(page).first()).toBeVisible();
}

/** @returns the longest time that the page was busy without a pause, in ms; the browser reports none below 50 */
async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen = Object.assign(window, { longestTask: 50 });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        seen.longestTask = Math.max(seen.longestTask, duration);
      }
    }).observe({ type: 'longtask' });
  });
  await act();
  return page.evaluate(() => (window as unknown as { longestTask: number }).longestTask);
}

/** Types, scrolls through the results, filters, and removes the filters. */
async function searchAround(page: Page) {
  const field = page.getByRole('searchbox', { name: 'Search by tag' });
  for (const word of ['embeddings', 'evals', 'no such']) {
    await field.fill('');
    await field.pressSequentially(word);
    await expect(field).toHaveValue(word);
    await expect(count(page)).toHaveText(/^[\d,]+ of [\d,]+ resources$/);
  }
  await field.fill('');
  await page.getByRole('button', { name: 'video', exact: true }).click();
  await expect(count(page)).toHaveText(/^[\d,]+ of [\d,]+ resources$/);
  await page.getByRole('button', { name: 'Clear filter', exact: true }).click();
  await expect(count(page)).toHaveText(/^[\d,]+ resources$/);
  await page.getByRole('button', { name: 'Date: Newest First' }).click();
  await page.getByRole('button', { name: 'Date: Oldest First' }).click();
  await expect(count(page)).toHaveText(/^[\d,]+ resources$/);
}

const toTheEnd = (page: Page) =>
  page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));

test('typing, filtering and scrolling go on as before with 2,000 resources', {
  tag: '@long',
}, async ({ page, embedded }) => {
  // Two thousand rows are pulled and stored.
  test.slow();
  await openResources(page);
  const before = await longestTask(page, () => searchAround(page));

  await embedded.sql(`insert into resources (title, description, tags, type, "Source", created_at)
    select 'Resource number ' || i, repeat('One of very many. ', 12), 'number' || i || ',every' || i % 50 || ',embeddings',
      (array['audio', 'video', 'text'])[1 + i % 3], 'Source ' || i % 9, now() - i * interval '1 hour'
    from generate_series(1, ${MANY}) i`);
  const [row] = await embedded.sql('select count(*)::int as all from resources');
  const all = Number(row!.all).toLocaleString('en-GB');
  await expect(count(page)).toHaveText(`${all} resources`);
  await openResources(page);
  expect(await cards(page).count()).toBeLessThan(CARDS_AT_MOST);
  const after = await longestTask(page, async () => {
    await searchAround(page);
    expect(await cards(page).count()).toBeLessThan(CARDS_AT_MOST);
  });
  expect(after / before, `${before} ms before, ${after} ms after`).toBeLessThan(8);

  // A rare tag, and one that every card has.
  const field = page.getByRole('searchbox', { name: 'Search by tag' });
  await field.pressSequentially('number1999');
  await expect(count(page)).toHaveText(`1 of ${all} resources`);
  await expect(cards(page)).toHaveText(/Resource number 1999/);
  await field.fill('EVERY7');
  await expect(count(page)).toHaveText(`40 of ${all} resources`);
  await toTheEnd(page);
  await expect(cards(page)).toHaveCount(40);
  await field.fill('');
  await expect(count(page)).toHaveText(`${all} resources`);

  // The list grows when it is asked to, and its end leaves what is below within reach; the next search begins with few again.
  for (let stretch = 0; stretch < 6; stretch += 1) {
    const held = await cards(page).count();
    await toTheEnd(page);
    await expect(page.getByRole('navigation', { name: 'More pages' })).toBeInViewport();
    await page.getByRole('button', { name: 'Show 96 more' }).click();
    await expect(cards(page)).toHaveCount(held + 96);
  }
  await field.pressSequentially('emb');
  await expect(count(page)).toHaveText(/^[\d,]+ of/);
  await expect.poll(() => cards(page).count()).toBeLessThan(CARDS_AT_MOST);
});

test('LOOK-17: cards out of the window are measured once, and then left alone, of which nothing is seen', async ({
  page,
  embedded,
}) => {
  await embedded.sql(
    `insert into resources (title, description)
     select 'Resource number ' || i, repeat('One of many. ', 1 + i % 30) from generate_series(1, 90) i`,
  );
  const isLaidOut = (card: Locator) =>
    card.locator('h2').evaluate((it) => it.checkVisibility({ contentVisibilityAuto: true }));
  const list = page.locator('#root main ul:has(> li h2)');
  const height = () => list.evaluate((it) => it.getBoundingClientRect().height);
  /** As it is, and with every card laid out. */
  const expectNothingMoved = async () => {
    await expect.poll(() => isLaidOut(cards(page).last())).toBe(false);
    expect(await isLaidOut(cards(page).first())).toBe(true);
    const shown = await height();
    await list.evaluate((it) => it.removeAttribute('data-measured'));
    expect(await isLaidOut(cards(page).last())).toBe(true);
    expect(await height()).toBe(shown);
  };
  await openResources(page);
  await expectNothingMoved();

  // The next order and the way back bring other cards first: they are measured, too.
  await page.getByRole('button', { name: 'Date: Newest First' }).click();
  await expect(page).toHaveURL(/sort/);
  await expectNothingMoved();
  await page.goBack();
  await expectNothingMoved();
});

test('a list of any length prints to its end', async ({ page, embedded }) => {
  await embedded.sql(
    "insert into resources (title, description) select 'Resource number ' || i, 'One of many.' from generate_series(1, 250) i",
  );
  await openResources(page);
  expect(await cards(page).count()).toBeLessThan(200);
  await page.pdf();
  await expect(cards(page)).toHaveCount(
    Number((await embedded.sql('select count(*)::int from resources'))[0]!.count),
  );
});
