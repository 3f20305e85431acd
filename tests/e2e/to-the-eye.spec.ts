import type { Page } from '@playwright/test';
import { expect, readingTest, test } from './fixtures.ts';
import { openPage, sitePages } from './site-pages.ts';

/** How pages look, where it can be measured. */

const lists = ['/', '/projects', '/roadmap', '/learnings', '/resources', '/friends', '/chatter'];
const widths = [360, 768, 1280, 1440];

test('LOOK-8: no cut text ends in a line with nothing but the ellipsis', async ({
  page,
  embedded,
}) => {
  // Wherever the cut falls in one of these, a blank line lies there.
  const text = (lines: number) =>
    `${Array(lines).fill('a').join('\n')}\n\n${'more\n\n'.repeat(20)}`;
  for (const lines of [1, 2, 3]) {
    await embedded.sql(
      `insert into commentaries (title, content) values ('Of ${lines} lines', '${text(lines)}')`,
    );
    await embedded.sql(
      `insert into learnings (title, description, content) values ('Of ${lines} lines', 'Lines', '${text(lines)}')`,
    );
    await embedded.sql(
      `insert into projects (title, description) values ('Of ${lines} lines', '${text(lines)}')`,
    );
    await embedded.sql(
      `insert into resources (title, description) values ('Of ${lines} lines', '${text(lines)}')`,
    );
  }
  for (const path of lists) {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await expect(page.locator('main li').first()).toBeVisible();
      expect(await emptyLastLines(page), `${path} at ${width} px`).toEqual([]);
    }
  }
});

/** The cut texts of which the last line that is to be seen has no letters on it. */
function emptyLastLines(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const clamped = [...document.querySelectorAll<HTMLElement>('main *')].filter(
      (it) =>
        getComputedStyle(it).webkitLineClamp !== 'none' && it.scrollHeight > it.clientHeight + 1,
    );
    return clamped.flatMap((it) => {
      const { bottom } = it.getBoundingClientRect();
      const lineHeight = Number.parseFloat(getComputedStyle(it).lineHeight);
      const range = document.createRange();
      range.selectNodeContents(it);
      const onLastLine = [...range.getClientRects()].filter(
        (box) => box.width > 4 && box.bottom <= bottom + 1 && box.bottom > bottom - lineHeight,
      );
      return onLastLine.length > 0 ? [] : [it.textContent.slice(0, 40)];
    });
  });
}

readingTest('LOOK-8: no card is stretched until most of it is empty', async ({ page }) => {
  for (const path of ['/', '/projects', '/resources', '/chatter']) {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await expect(page.locator('main li').first()).toBeVisible();
      expect(await emptyMiddles(page), `${path} at ${width} px`).toEqual([]);
    }
  }
});

/** The cards that have more than 120 px between two of the things on them. */
function emptyMiddles(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cards = [...document.querySelectorAll<HTMLElement>('main .bg-surface.rounded-card')];
    return cards.flatMap((card) => {
      const things = [...card.querySelectorAll('*')]
        .filter((it) => it.childElementCount === 0)
        .map((it) => it.getBoundingClientRect())
        .filter((box) => box.height > 0 && box.width > 0)
        .sort((a, b) => a.top - b.top);
      let reached = things[0]?.bottom ?? 0;
      let gap = 0;
      for (const { top, bottom } of things) {
        gap = Math.max(gap, top - reached);
        reached = Math.max(reached, bottom);
      }
      return gap <= 120 ? [] : [`${Math.round(gap)} px: ${card.innerText.slice(0, 40)}`];
    });
  });
}

test('HOME-7: on a phone Home is at most six screens long, with 82 projects too', async ({
  page,
  embedded,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const ofScreens = () => page.evaluate(() => document.documentElement.scrollHeight / innerHeight);
  await openPage(page, sitePages[0] ?? { path: '/', shows: '' });
  expect(await ofScreens()).toBeLessThan(6);
  await embedded.sql(
    `insert into projects (title, description, status) select 'Project ' || i, 'One of many, with a description that takes more than one line of a phone.',
     (array['idea', 'in-progress', 'donezo'])[1 + i % 3] from generate_series(1, 72) i`,
  );
  const donezo = page.getByRole('button', { name: /^Show 2\d more$/ }).first();
  await expect(donezo).toBeVisible();
  expect(await ofScreens()).toBeLessThan(6);
  const cards = page.locator('main h4');
  await expect(cards).toHaveCount(9);
  await donezo.click();
  expect(await cards.count()).toBeGreaterThan(30);
  await page.getByRole('link', { name: 'See the roadmap' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Project Roadmap' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Show less' })).toBeVisible();
  expect(await cards.count()).toBeGreaterThan(30);
});

readingTest(
  'RESOURCES-8: on a phone the filters are folded, and say how many are in use',
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/resources');
    const first = page.locator('main li h2').first();
    await expect(first).toBeInViewport();
    expect((await first.boundingBox())?.y).toBeLessThan(400);
    const video = page.getByRole('button', { name: 'video', exact: true });
    await expect(video).toBeHidden();
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await video.click();
    const filters = page.getByRole('button', { name: 'Filters (1)' });
    await expect(filters).toHaveAttribute('aria-expanded', 'true');
    await filters.click();
    await expect(video).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 844 });
    await expect(filters).toBeHidden();
    await expect(video).toBeVisible();
  },
);
