import type { Locator, Page } from '@playwright/test';
import { expect, readingTest, test } from '../e2e/fixtures.ts';
import { openPage, sitePages } from '../e2e/site-pages.ts';

/** How pages look, where it can be measured. */

const lists = ['/', '/projects', '/roadmap', '/learnings', '/resources', '/friends', '/chatter'];
const widths = [360, 768, 1280, 1440];

for (const path of lists) {
  test(`LOOK-8: no cut text on ${path} ends in a line with nothing but the ellipsis`, async ({
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
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await expect(page.locator('main li').first()).toBeVisible();
      expect(await emptyLastLines(page), `${width} px`).toEqual([]);
    }
  });
}

/** The cut texts whose last visible line has no letters. */
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

/** The cards that have more than 130 px between two of the things on them. */
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
      return gap <= 130 ? [] : [`${Math.round(gap)} px: ${card.innerText.slice(0, 40)}`];
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

readingTest('LOOK-7: long text lies on a sheet, not on the dots', async ({ page }) => {
  const learning = '/learnings/chunk-for-the-question-not-for-the-token-limit';
  for (const path of [learning, '/projects/fieldnotes', '/chatter', '/posts']) {
    await page.goto(path);
    const prose = page.locator('main .prose').first();
    await expect(prose).toBeVisible();
    const isOnSheet = await prose.evaluate((it) => it.closest('.bg-surface') !== null);
    expect(isOnSheet, path).toBe(true);
  }
});

readingTest('LOOK-13: at 1440 px what is to be read fills the column', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const at of sitePages.filter(({ path }) => /^\/(chatter|posts|learnings\/)/.test(path))) {
    await openPage(page, at);
    const empty = await page.evaluate(() => {
      const cards = [...document.querySelectorAll('main .bg-surface.rounded-card')];
      const right = Math.max(...cards.map((it) => it.getBoundingClientRect().right));
      return document.documentElement.clientWidth - right;
    });
    expect(empty, at.path).toBeLessThan(120);
  }
});

readingTest(
  'FRAME-4: shapes fall behind text and fields, and by night the page is dark',
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/contact');
      await expect(page.getByRole('button', { name: 'Pause animation' })).toBeVisible();
      const found = await page.evaluate(() => {
        const ground = document.querySelector('.falling')?.parentElement;
        if (!ground) throw new Error('Nothing falls');
        const isOpaque = (it: Element) =>
          !/, 0\)|transparent/.test(getComputedStyle(it).backgroundColor);
        const crossed = [
          ...ground.querySelectorAll('label, input, textarea, h1, h2, dt, dd, button'),
        ]
          .filter((it) => {
            let on: Element | null = it;
            while (on !== null && on !== ground && !isOpaque(on)) on = on.parentElement;
            return on === ground;
          })
          .map((it) => it.outerHTML.slice(0, 80));
        return { crossed, colour: getComputedStyle(ground).backgroundColor };
      });
      expect(found.crossed).toEqual([]);
      const [red = 255, green = 255] = (found.colour.match(/\d+/g) ?? []).map(Number);
      expect(red + green, found.colour).toBeLessThan(200);
    }
  },
);

readingTest('A7: an edge of the board behind which there is a column fades', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/projects/fieldnotes');
  const board = page.getByRole('group', { name: 'Board' });
  await expect(board).toHaveAttribute('data-more', 'after');
  const mask = () => board.evaluate((it) => getComputedStyle(it).maskImage);
  expect(await mask()).toContain('gradient');
  const scrollTo = (left: number) => board.evaluate((it, to) => it.scrollTo({ left: to }), left);
  await scrollTo(9_999);
  await expect(board).toHaveAttribute('data-more', 'before');
  await scrollTo(200);
  await expect(board).toHaveAttribute('data-more', 'before after');
  await page.setViewportSize({ width: 1440, height: 844 });
  await expect(page.locator('[data-more=""]')).toBeVisible();
});

readingTest(
  'HOME-5: an enlarged picture is zoomed by fingers, double tap, buttons and keys',
  async ({ browser, seeded }) => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      baseURL: seeded.url,
    });
    const page = await context.newPage();
    await page.goto('/chatter');
    await page
      .getByRole('button', { name: /^Enlarge picture/ })
      .first()
      .tap();
    const dialog = page.getByRole('dialog', { name: /^Picture: / });
    const picture = dialog.getByRole('img');
    const zoomed = (words: string) => expect(dialog.getByRole('status')).toHaveText(words);
    await zoomed('100 %');

    const { x, y, width, height } = await boxOf(picture);
    const middle = { x: x + width / 2, y: y + height / 2 };
    const touch = await context.newCDPSession(page);
    // With times of their own, as a busy machine takes too long between them.
    const tapAt = async (seconds: number) => {
      const dispatch = (type: 'touchStart' | 'touchEnd', timestamp: number) =>
        touch.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchStart' ? [middle] : [],
          timestamp,
        });
      await dispatch('touchStart', seconds);
      await dispatch('touchEnd', seconds + 0.05);
    };
    const now = Date.now() / 1000;
    await tapAt(now);
    await tapAt(now + 0.4);
    await zoomed('100 %');
    await tapAt(now + 1);
    await tapAt(now + 1.2);
    await zoomed('250 %');
    expect((await boxOf(picture)).width).toBeCloseTo(width * 2.5, 0);

    // One finger moves it, as far as its edge.
    const touchAt = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...points: [number, number][]
    ) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })),
      });
    const left = (await boxOf(picture)).x;
    await touchAt('touchStart', [middle.x, middle.y]);
    await touchAt('touchMove', [middle.x + 60, middle.y]);
    await touchAt('touchEnd');
    expect((await boxOf(picture)).x).toBeCloseTo(left + 60, 0);

    // Two fingers that come together make it whole, and apart make it larger.
    await touchAt('touchStart', [middle.x - 150, middle.y], [middle.x + 150, middle.y]);
    await touchAt('touchMove', [middle.x - 20, middle.y], [middle.x + 20, middle.y]);
    await touchAt('touchEnd');
    await zoomed('100 %');
    await touchAt('touchStart', [middle.x - 50, middle.y], [middle.x + 50, middle.y]);
    await touchAt('touchMove', [middle.x - 100, middle.y], [middle.x + 100, middle.y]);
    await touchAt('touchEnd');
    await zoomed('200 %');

    await dialog.getByRole('button', { name: 'Zoom out' }).tap();
    await zoomed('133 %');
    await dialog.getByRole('button', { name: 'Zoom in' }).tap();
    await zoomed('200 %');
    await dialog.getByRole('region').focus();
    await page.keyboard.press('0');
    await zoomed('100 %');
    await page.keyboard.press('+');
    await zoomed('150 %');
    const before = (await boxOf(picture)).x;
    await page.keyboard.press('ArrowRight');
    expect((await boxOf(picture)).x).toBeLessThan(before);
    await context.close();
  },
);

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error('not to be seen');
  return box;
}
