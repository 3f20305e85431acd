import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Back and Reload show what was on the screen, where it was on the screen. */

/** Each with the words of an added item. Those of one moment have no order of their own, and some lists are folded. */
const lists = [
  { path: '/', shows: /Project \d/ },
  { path: '/projects', shows: /Project \d/ },
  { path: '/roadmap', shows: /Project \d/ },
  { path: '/learnings', shows: /Learning \d/ },
  { path: '/resources', shows: /Resource \d/ },
  { path: '/friends', shows: /Tool \d/ },
  { path: '/chatter', shows: /Commentary \d/ },
] as const;

const widths = [390, 1280];

/** As many items of each kind, on top of the samples. */
const addItems = (count: number) => `
  insert into learnings (title, description, content)
    select 'Learning ' || i, repeat('What came of it. ', 1 + i % 9), repeat('More of it. ', i % 40) from generate_series(1, ${count}) i;
  insert into projects (title, description, status)
    select 'Project ' || i, repeat('What it is. ', 1 + i % 9), (array['idea', 'in-progress', 'donezo'])[1 + i % 3] from generate_series(1, ${count}) i;
  insert into resources (title, description, type)
    select 'Resource ' || i, repeat('What it says. ', 1 + i % 30), 'text' from generate_series(1, ${count}) i;
  insert into ai_tools (name, bio, hyperlink, tag)
    select 'Tool ' || i, repeat('What it does. ', 1 + i % 9), 'https://example.com/', 'tag' from generate_series(1, ${count}) i;
  insert into commentaries (title, content)
    select 'Commentary ' || i, repeat('What there is to say. ', 1 + i % 30) from generate_series(1, ${count}) i;`;

interface Seen {
  title: string;
  at: number;
}

/** Scrolls down in steps as a reader does, so that lists grow on the way. @returns where that led */
async function scrollDown(page: Page, to: number): Promise<number> {
  return page.evaluate(async (goal) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let stuck = 0;
    while (window.scrollY < goal && stuck < 30) {
      const before = window.scrollY;
      window.scrollTo(0, Math.min(goal, before + 400));
      await frame();
      stuck = window.scrollY === before ? stuck + 1 : 0;
    }
    return window.scrollY;
  }, to);
}

/** What the frames show from now on, until a second after the page with this title is there. */
const watchFrames = (page: Page) =>
  page.evaluate(() => {
    const seen: Seen[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const title = document.querySelector('main h1')?.textContent ?? '';
      seen.push({ title, at: Math.round(window.scrollY) });
      if (seen.length < 1_000) requestAnimationFrame(look);
    };
    look();
  });

const framesOf = async (page: Page, title: string): Promise<number[]> => {
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen[] }).seen);
  return seen.filter((frame) => frame.title === title).map(({ at }) => at);
};

const scrollOf = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
/** The element in the middle of the window. */
const inView = (page: Page) =>
  page.evaluate(() => {
    const x = (document.querySelector('main')?.getBoundingClientRect().left ?? 0) + 60;
    for (let y = window.innerHeight / 2; y < window.innerHeight; y += 8) {
      // Not the list's item itself: far down its box has a margin for the focus ring.
      const item = document.elementFromPoint(x, y)?.closest('main li > *, main section > *');
      if (item) return `${item.textContent} at ${Math.round(item.getBoundingClientRect().top)}`;
    }
    return 'nothing';
  });

async function leave(page: Page) {
  await page.evaluate(() =>
    document.querySelector<HTMLAnchorElement>('aside a[href="/contact"]')?.click(),
  );
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page).toHaveURL('/contact');
  await expect.poll(() => scrollOf(page)).toBe(0);
}

const headingOf = (page: Page) =>
  page.evaluate(() => document.querySelector('main h1')?.textContent ?? '');

/** Scrolls down a list, leaves it, comes back, and reloads: each time it stands where it stood, from the first frame. */
async function expectPlaceKept(page: Page, path: string, depth: number) {
  const heading = await headingOf(page);
  // All of it is here: nothing arrives that would move it.
  await expect(page.getByText(/^as of/).first()).toBeAttached({ timeout: 120_000 });
  const at = Math.round(await scrollDown(page, depth));
  expect(at, path).toBeGreaterThan(depth / 2);
  const view = await inView(page);
  expect(view, path).not.toBe('nothing');

  await leave(page);
  await watchFrames(page);
  await page.goBack();
  await expect(page, path).toHaveURL(path);
  await expect.poll(async () => (await framesOf(page, heading)).length, path).toBeGreaterThan(5);
  await expect.poll(() => inView(page), path).toBe(view);
  expect([...new Set(await framesOf(page, heading))], path).toEqual([at]);

  await page.reload();
  await expect.poll(() => inView(page), path).toBe(view);
  expect(await scrollOf(page), path).toBe(at);
}

for (const width of widths) {
  test(`A1: back and reload keep the place in every list, at ${width} px`, async ({
    page,
    embedded,
  }) => {
    test.setTimeout(180_000);
    await embedded.sql(addItems(40));
    await page.setViewportSize({ width, height: 800 });
    for (const { path, shows } of lists) {
      await page.goto(path);
      await expect(page.locator('main').getByText(shows).first(), path).toBeVisible();
      await expectPlaceKept(page, path, 1_200);
    }
  });
}

test('A1: back and reload keep the place among 2,000', { tag: '@long' }, async ({
  page,
  embedded,
}) => {
  test.setTimeout(300_000);
  await embedded.sql(addItems(2_000));
  await page.goto('/resources');
  await expect(page.getByRole('status').filter({ hasText: /^2,?\d+ resources$/ })).toBeVisible({
    timeout: 120_000,
  });
  for (const path of ['/learnings', '/resources']) {
    await page.goto(path);
    await expect(page.locator('main li').nth(90)).toBeAttached();
    await expectPlaceKept(page, path, 20_000);
  }
});

test('a reload does not take the page from a reader who has scrolled on', async ({
  page,
  embedded,
}) => {
  await embedded.sql(addItems(40));
  await page.goto('/learnings');
  await expect(page.locator('main li').nth(30)).toBeAttached();
  await scrollDown(page, 2_000);
  await page.reload();
  await expect.poll(() => scrollOf(page)).toBe(2_000);
  await page.evaluate(() => window.scrollTo(0, 300));
  await embedded.sql(`insert into learnings (title, description) values ('One more', 'Of them')`);
  await expect(page.getByText('One more')).toBeAttached();
  await expect.poll(() => scrollOf(page)).toBeLessThan(900);
});

test('a page opened by its address starts at the top, whatever was open before', async ({
  page,
  embedded,
}) => {
  await embedded.sql(addItems(40));
  for (const path of ['/learnings', '/projects']) {
    await page.goto(path);
    await expect(page.locator('main li').nth(30)).toBeAttached();
    expect(await scrollOf(page), path).toBe(0);
    await scrollDown(page, 1_000);
  }
  // Each has a place of its own.
  await scrollDown(page, 1_500);
  await page.goBack();
  await expect(page).toHaveURL('/learnings');
  await expect.poll(() => scrollOf(page)).toBe(1_000);
  await page.goForward();
  await expect(page).toHaveURL('/projects');
  await expect.poll(() => scrollOf(page)).toBe(1_500);
});
