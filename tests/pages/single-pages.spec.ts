import type { Locator, Page } from '@playwright/test';
import { expect, readingTest, sample, test } from '../e2e/fixtures.ts';
import { openPage } from '../e2e/site-pages.ts';
import { expectStill } from '../support/layout-shift.ts';
import { looksSame, printed } from '../support/printed.ts';
import { running } from './looked-at.ts';

/** How single pages look and behave, where it can be measured. */

test('HOME-7 DIFF-9: on a phone Home is at most six and a half screens long, with 82 projects too', async ({
  page,
  embedded,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const ofScreens = () => page.evaluate(() => document.documentElement.scrollHeight / innerHeight);
  await openPage(page, { path: '/', shows: sample.project });
  expect(await ofScreens()).toBeLessThan(6.5);
  await embedded.sql(
    `insert into projects (title, description, status) select 'Project ' || i, 'One of many, with a description that takes more than one line of a phone.',
     (array['idea', 'in-progress', 'donezo'])[1 + i % 3] from generate_series(1, 72) i`,
  );
  const donezo = page.getByRole('button', { name: /^Show 2\d more$/ }).first();
  await expect(donezo).toBeVisible();
  expect(await ofScreens()).toBeLessThan(6.5);
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
  'LOOK-13: of AI tools none stands alone in a last row of three, however many there are',
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await openPage(page, { path: '/friends', shows: sample.tool });
    const rows = await page.locator('main ul:has(h2)').evaluate((list) => {
      const shown: Record<number, string> = {};
      for (; list.children.length > 0; list.lastElementChild?.remove()) {
        const tops = [...list.children].map((it) => it.getBoundingClientRect().top);
        const counts = [...new Set(tops)].map((top) => tops.filter((it) => it === top).length);
        const right = Math.round(list.lastElementChild?.getBoundingClientRect().right ?? 0);
        const isFilled = right === Math.round(list.getBoundingClientRect().right);
        shown[tops.length] = `${counts.join(' + ')}${isFilled ? '' : ', with room'}`;
      }
      return shown;
    });
    expect(rows).toEqual({
      10: '3 + 3 + 2 + 2',
      9: '3 + 3 + 3',
      8: '3 + 3 + 2',
      7: '3 + 2 + 2',
      6: '3 + 3',
      5: '3 + 2',
      4: '2 + 2',
      3: '3',
      2: '2',
      1: '1, with room',
    });
  },
);

test('HOME-8 HOME-9: the first screen of a phone says who speaks, and leads on in one line, however long', async ({
  page,
  embedded,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, { path: '/', shows: sample.project });
  const main = page.locator('main');
  const portrait = main.locator('img').first();
  const name = main.getByText('Robin Fielding');
  const line = main.getByText(/^the project of the day/).locator('..');
  await expect(line).toHaveText(/^the project of the day: Fieldnotes, 5 of 15 done$/);
  const shown = [
    portrait,
    name,
    main.getByText('Learning AI'),
    main.getByRole('heading', { level: 1 }),
  ];
  const ways = ['LFG', 'Write to me', 'GitHub'].map((it) => main.getByRole('link', { name: it }));
  const tops: number[] = [];
  for (const it of [...shown, ...ways, line]) {
    const { y = 0, height = 0 } = (await it.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(844);
    tops.push(Math.round(y + height / 2));
  }
  const [at, ...besides] = tops;
  for (const other of besides.slice(0, 2)) expect(Math.abs(other - (at ?? 0))).toBeLessThan(2);
  expect(besides[2]).toBeGreaterThan(at ?? 0);
  for (const way of ways) expect((await way.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const { height } = (await line.boundingBox()) ?? {};
  await embedded.sql(
    "update projects set title = repeat('Fieldnotes and more ', 9) where slug = 'fieldnotes'",
  );
  await expect(line).toContainText('and more');
  expect((await line.boundingBox())?.height).toBe(height);
  await expect(line.getByText('5 of 15 done')).toBeInViewport({ ratio: 1 });
});

readingTest(
  'HOME-12 DIFF-9: AI friends are one row where there is room, and latest learnings a line each',
  async ({ page }) => {
    await openPage(page, { path: '/', shows: sample.project });
    const items = (name: string) => page.getByRole('region', { name }).getByRole('listitem');
    for (const [width, rows, least] of [
      [1280, 1, 44],
      [390, 4, 44],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      const boxes = (name: string) =>
        items(name).evaluateAll((all) => all.map((it) => it.getBoundingClientRect().toJSON()));
      const friends = await boxes('AI friends');
      expect(friends).toHaveLength(8);
      expect(new Set(friends.map(({ y }) => y)).size).toBe(rows);
      const latest = await boxes('Latest learnings');
      expect(latest).toHaveLength(5);
      for (const { height } of [...friends, ...latest])
        expect(height).toBeGreaterThanOrEqual(least);
      // The first of the samples takes two lines.
      for (const { height } of latest.slice(1))
        expect(height).toBeLessThan(width === 1280 ? 46 : 90);
    }
  },
);

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
    await expect(page.getByText('Popular tags')).toBeVisible();
  },
);

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

/** In the page: the fades that have run, and how many elements they named. */
declare const fades: { moves: boolean; named: number }[];

readingTest(
  'PROJECT-7: the picture of the pressed card travels to its page, and back, but not for those who asked for less motion',
  async ({ page }) => {
    await page.addInitScript(() => {
      const start = Document.prototype.startViewTransition;
      const seen: typeof fades = [];
      Object.assign(window, { fades: seen });
      Document.prototype.startViewTransition = function (update) {
        const fade = start.call(this, update);
        void fade.ready.then(() => {
          const moves = document.getAnimations().some(({ effect }) => {
            const { pseudoElement } = effect as KeyframeEffect;
            return pseudoElement === '::view-transition-group(carried-picture)';
          });
          const named = document.querySelectorAll('[style*="view-transition-name"]').length;
          seen.push({ moves, named });
        });
        return fade;
      };
    });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/projects');
    await expect(page.locator('[data-loading]')).toHaveCount(0);
    const ran = () => page.evaluate(() => fades);
    const left = page.locator('[style*="view-transition-name: c"]');
    const there: (typeof fades)[number][] = [];
    const step = async (act: () => Promise<unknown>, fade: (typeof fades)[number]) => {
      await act();
      there.push(fade);
      await expect.poll(ran).toEqual(there);
      await expect(left).toHaveCount(0);
    };
    const open = (name: string) => () => page.locator('main').getByRole('link', { name }).click();
    const travelled = { moves: true, named: 1 };
    await step(open('Fieldnotes'), travelled);
    await step(() => page.goBack(), travelled);
    await page.getByRole('heading', { name: 'Project' }).first().waitFor();
    // Its page has no picture.
    await step(open('Tool Shed'), { moves: false, named: 0 });
    await step(() => page.goBack(), { moves: false, named: 0 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await step(open('Fieldnotes'), { moves: false, named: 0 });
  },
);

readingTest(
  'PROJECT-5: picture and facts stay in sight while the details are read',
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/projects/fieldnotes');
    const aside = page.getByRole('region', { name: 'About this project' });
    await expect(page.locator('[data-loading]')).toHaveCount(0);
    const details = page.locator('.prose');
    const beside = async () => {
      const [one, other] = [await aside.boundingBox(), await details.boundingBox()];
      return (one?.x ?? 0) > (other?.x ?? 0) + (other?.width ?? 0);
    };
    expect(await beside()).toBe(true);
    await page.mouse.wheel(0, 700);
    await expect(page.getByRole('heading', { level: 1 })).not.toBeInViewport();
    await expect(aside).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 390, height: 800 });
    const [facts, text] = [await aside.boundingBox(), await details.boundingBox()];
    expect((facts?.y ?? 0) + (facts?.height ?? 0)).toBeLessThan(text?.y ?? 0);
  },
);

for (const width of [390, 1280]) {
  readingTest(
    `DIFF-15 L2: nothing moves on the page of a bare project: ${width} px`,
    async ({ page, seeded, startFront }) => {
      const { url } = await startFront(seeded.url, 'late');
      await page.setViewportSize({ width, height: 844 });
      for (const visit of ['first', 'next']) {
        await page.goto(`${url}/projects/the-six-o-clock-birds`);
        await expect(page.getByText(/^as of today/).filter({ visible: true })).toHaveCount(1);
        await expect(page.locator('[data-loading]')).toHaveCount(0);
        await expect(page.getByText('Nothing on the board and nothing learned yet.')).toBeVisible();
        await expect(page.getByRole('navigation', { name: 'Next project' })).toBeVisible();
        await page.evaluate(() => document.fonts.ready);
        await expectStill(page, `${visit} visit`);
      }
    },
  );
}

readingTest('A7: an edge of the board behind which there is a column fades', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/projects/fieldnotes');
  const board = page.getByRole('group', { name: 'Board' });
  await expect(board).toHaveAttribute('data-more', 'after');
  const mask = () => board.evaluate((it) => getComputedStyle(it).maskImage);
  await expect.poll(mask).toContain('gradient');
  const scrollTo = (left: number) => board.evaluate((it, to) => it.scrollTo({ left: to }), left);
  await scrollTo(9_999);
  await expect(board).toHaveAttribute('data-more', 'before');
  await scrollTo(200);
  await expect(board).toHaveAttribute('data-more', 'before after');
  await page.setViewportSize({ width: 1440, height: 844 });
  await expect(page.locator('[data-more=""]')).toBeVisible();
});

readingTest('A9 LOOK-9: the falling shapes can be stopped, and go on', async ({ page }) => {
  await page.goto('/contact');
  await expect.poll(() => running(page)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Pause animation' }).click();
  await expect.poll(() => running(page)).toBe(0);
  await page.getByRole('button', { name: 'Resume animation' }).click();
  await expect.poll(() => running(page)).toBeGreaterThan(0);
});

readingTest('A9: with forced colours selected items keep a mark', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/resources?type=video');
  const ground = (of: Locator) => of.evaluate((it) => getComputedStyle(it).backgroundColor);
  const video = page.getByRole('button', { name: 'video', exact: true });
  expect(await ground(video)).not.toBe(
    await ground(page.getByRole('button', { name: 'audio', exact: true })),
  );
  const navigation = page.getByRole('navigation');
  expect(await ground(navigation.getByRole('link', { name: 'Resources' }))).not.toBe(
    await ground(navigation.getByRole('link', { name: 'Home' })),
  );
});

/** What someone may be in the midst of when they print. */
const doings: readonly [doing: string, path: string, act: (page: Page) => Promise<void>][] = [
  ['focus on a heading', '/learnings', (page) => focus(page.getByRole('heading', { level: 1 }))],
  ['focus on a card', '/learnings', (page) => focus(page.locator('main a.stretched').first())],
  ['focus on a picture', '/chatter', (page) => focus(enlarge(page))],
  ['focus on a field', '/contact', (page) => focus(page.getByLabel('Name'))],
  ['a pointer on a card', '/learnings', (page) => point(page.locator('main li').first())],
  ['a pointer on a picture', '/chatter', (page) => point(enlarge(page))],
  ['a pointer on a tag', '/resources', (page) => point(tagOf(page))],
  ['selected text', '/learnings', (page) => select(page.locator('main'))],
  ['the search', '/learnings', (page) => opened(page, () => page.keyboard.press('/'))],
  ['an enlarged picture', '/chatter', (page) => opened(page, () => enlarge(page).click())],
  [
    'an open menu',
    '/learnings',
    (page) => opened(page, () => page.getByRole('button', { name: 'Open menu' }).click()),
  ],
  [
    'a search for tools',
    '/friends',
    async (page) => {
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await expect(page.getByPlaceholder('Search tools...')).toBeFocused();
    },
  ],
];

const enlarge = (page: Page) => page.getByRole('button', { name: /^Enlarge/ }).first();
const tagOf = (page: Page) => page.getByRole('list', { name: 'Tags' }).getByRole('button').first();

/** As with the keyboard: with a ring. */
async function focus(it: Locator): Promise<void> {
  await it.page().keyboard.press('Tab');
  await it.evaluate((element) => {
    if (element instanceof HTMLElement) element.focus({ preventScroll: true });
  });
  await expect(it).toBeFocused();
}

/** Where it is on paper. */
async function point(it: Locator): Promise<void> {
  await it.page().emulateMedia({ media: 'print' });
  await it.hover();
}

const select = (it: Locator) =>
  it.evaluate((element) => getSelection()?.selectAllChildren(element));

async function opened(page: Page, act: () => Promise<void>): Promise<void> {
  await act();
  await expect(page.getByRole('dialog')).toBeVisible();
}

for (const [doing, path, act] of doings) {
  readingTest(`LOOK-7: on paper there is no trace of ${doing}`, async ({ page }) => {
    // With a menu, and room for a card beside another one.
    await page.setViewportSize({ width: 760, height: 844 });
    await page.goto(path);
    await expect(page.locator('main h1')).toBeVisible();
    await expect(page.locator('[data-loading]')).toHaveCount(0);
    const before = await printed(page);
    await act(page);
    expect(await looksSame(before, await printed(page))).toBe(true);
  });
}
