import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** A reader's place in a long list. */

/** Each with the words of an added item. Those of one moment have no order of their own, and some lists are folded. */
export const lists = [
  { path: '/', shows: /Project \d/ },
  { path: '/projects', shows: /Project \d/ },
  { path: '/roadmap', shows: /Project \d/ },
  { path: '/learnings', shows: /Learning \d/ },
  { path: '/resources', shows: /Resource \d/ },
  { path: '/friends', shows: /Tool \d/ },
  { path: '/chatter', shows: /Commentary \d/ },
] as const;

/** As many items of each kind, on top of the samples. */
export const addItems = (count: number) => `
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

/** Scrolls down in steps as a reader does, and lets a list grow where it ends. @returns where that led */
export async function scrollDown(page: Page, to: number): Promise<number> {
  return page.evaluate(async (goal) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let stuck = 0;
    while (window.scrollY < goal && stuck < 30) {
      const before = window.scrollY;
      window.scrollTo(0, Math.min(goal, before + 400));
      await frame();
      stuck = window.scrollY === before ? stuck + 1 : 0;
      const more = document.querySelector<HTMLElement>('main ul + button');
      if (stuck === 1 && /^Show \d+ more$/.test(more?.textContent ?? '')) more?.click();
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

export const scrollOf = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
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
export async function expectPlaceKept(page: Page, path: string, depth: number) {
  const heading = await headingOf(page);
  // All of it is here: nothing arrives that would move it.
  await expect(page.getByText(/^as of/).first()).toBeAttached({ timeout: 120_000 });
  await page.evaluate(() => document.fonts.ready);
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
