import type { Locator, Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { looksSame, printed } from '../support/printed.ts';
import { busy, expect, first, second, boardTest as test } from './admin-board.ts';
import { untilControlled } from './fixtures.ts';
import { Finger, middleOf } from './hands.ts';

/** The admin's board in a real browser: keys, menu, mouse and fingers. Nothing here needs the server. */

test.describe('with a keyboard alone', () => {
  test('A5: a card is lifted, moved, dropped or returned; a column off the screen comes into view', async ({
    page,
    board,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await board.grip(first).focus();
    for (const key of ['Space', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await expect(board.column('Done').locator('li[aria-hidden]')).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Space');
    await expect(board.grip(first)).toBeFocused();
    await expect(board.card(first)).toBeInViewport();
    expect((await board.texts('Done'))[0]).toBe(first);

    for (const key of ['Space', 'ArrowLeft', 'Escape']) await page.keyboard.press(key);
    await expect(board.grip(first)).toBeFocused();
    expect((await board.texts('Done'))[0]).toBe(first);
  });

  test('LOOK-7: on paper a lifted card is where it was', async ({ page, board }) => {
    const before = await printed(page);
    await board.grip(first).focus();
    for (const key of ['Space', 'ArrowRight']) await page.keyboard.press(key);
    await expect(page.locator('li[aria-hidden]')).toBeVisible();
    expect(await looksSame(before, await printed(page))).toBe(true);
  });

  test('A4: the menu moves to any column and place, and the focus stays on the card', async ({
    page,
    board,
  }) => {
    await board.menu(first).focus();
    await page.keyboard.press('Enter');
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('menuitem', { name: 'Bottom of Done' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(board.said(`Moved “${first}” to Done, 6 of 6.`)).toBeAttached();
    await expect(board.menu(first)).toBeFocused();
    await expect(board.menu(first)).toBeInViewport();
    expect((await board.texts('Done')).at(-1)).toBe(first);

    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(board.menu(first)).toBeFocused();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await expect(board.said(`Moved “${first}” to Done, 5 of 6.`)).toBeAttached();
    await expect(board.menu(first)).toBeFocused();

    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Edit text' }).click();
    expect(await violations(page)).toEqual([]);
  });
});

test.describe('with a mouse', () => {
  test.use({ viewport: { width: 1280, height: 1000 } });

  async function drag(page: Page, from: Locator, to: { x: number; y: number }) {
    const start = (await from.boundingBox())!;
    await page.mouse.move(start.x + start.width / 2, start.y + 20);
    await page.mouse.down();
    await page.mouse.move(start.x + start.width / 2 + 10, start.y + 24, { steps: 3 });
    await page.mouse.move(to.x, to.y, { steps: 10 });
  }
  /** A point near a card's upper or lower edge. */
  async function edgeOf(card: Locator, edge: 'top' | 'bottom') {
    const { x, y, width, height } = (await card.boundingBox())!;
    return { x: x + width / 2, y: edge === 'top' ? y + 3 : y + height - 3 };
  }

  test('BOARD-6: a card is dropped into another column, at the place that the line shows', async ({
    page,
    board,
  }) => {
    await board.show();
    await drag(page, board.card(second), await edgeOf(board.card(busy[1]), 'bottom'));
    const line = (card: Locator) =>
      card.evaluate((it) => getComputedStyle(it, '::before').borderTopColor);
    expect(await line(board.card(busy[2]))).toBe('rgb(191, 59, 38)');
    await page.mouse.up();
    await board.expectOrder('In Progress', [busy[0], busy[1], second, busy[2]]);
    await expect(page.getByText('Task status has been updated successfully')).toBeVisible();
    await expect(board.said('to In Progress, 3 of 4.')).toBeAttached();
    await expect(board.card(second).getByText('on this device')).toBeVisible();
  });

  test('a card is dropped within its column', async ({ page, board }) => {
    await board.show();
    await drag(page, board.card(busy[2]), await edgeOf(board.card(busy[0]), 'top'));
    await page.mouse.up();
    await board.expectOrder('In Progress', [busy[2], busy[0], busy[1]]);
  });

  test('BOARD-6: a card stays when it is dropped at its own place or outside of the columns, or released by Esc', async ({
    page,
    board,
  }) => {
    await board.show();
    const outside = { x: 700, y: 20 };
    await drag(page, board.card(busy[1]), await edgeOf(board.card(busy[1]), 'bottom'));
    await page.mouse.up();
    await drag(page, board.card(busy[1]), outside);
    await page.mouse.up();
    await drag(page, board.card(busy[1]), await edgeOf(board.card(first), 'top'));
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await page.waitForTimeout(200);
    await board.expectOrder('In Progress', busy);
    await expect(page.getByText('on this device', { exact: true })).toHaveCount(0);
  });

  test('at the end of a folded column a card lands after the last visible card', async ({
    page,
    board,
  }) => {
    await board.show();
    const shown = await board.texts('To Do');
    expect(shown.length).toBe(5);
    const more = board.column('To Do').getByRole('button', { name: 'Show 2 more' });
    const { x, y } = (await more.boundingBox())!;
    await drag(page, board.card(busy[1]), { x: x + 60, y: y + 20 });
    await page.mouse.up();
    await board.column('To Do').getByRole('button', { name: 'Show 3 more' }).click();
    await expect.poll(async () => (await board.texts('To Do')).length).toBe(8);
    expect((await board.texts('To Do')).slice(0, 6)).toEqual([...shown, busy[1]]);
  });

  test('an expanded column scrolls while a card is held at its edge', async ({ page, board }) => {
    await board.column('To Do').getByRole('button', { name: 'Show 2 more' }).click();
    await board.show();
    const list = board.column('To Do').getByRole('list');
    const { x, y, height } = (await list.boundingBox())!;
    await drag(page, board.card(first), { x: x + 80, y: y + height - 60 });
    await page.mouse.move(x + 80, y + height - 12, { steps: 5 });
    const scrolled = () => list.evaluate((it) => it.scrollHeight - it.clientHeight - it.scrollTop);
    await expect.poll(scrolled).toBeLessThan(2);
    await page.mouse.move(x + 80, y + height - 2);
    await page.mouse.up();
    await expect.poll(async () => (await board.texts('To Do')).at(-1)).toBe(first);
  });
});

test.describe('with a finger', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

  let finger: Finger;
  const scrollY = (page: Page) => page.evaluate(() => window.scrollY);

  test.beforeEach(async ({ page, board }) => {
    finger = new Finger(page);
    await board.show();
  });

  test('A7: a swipe on a card scrolls the page, or the board to its next column, and moves nothing', async ({
    page,
    board,
  }) => {
    const before = await scrollY(page);
    const order = await board.texts('To Do');
    const card = await middleOf(board.card(second));
    // Time stands still for the page, so that a finger that moves late on a busy machine is no long press.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await finger.swipe({ x: card.x, y: card.y + 200 }, { x: card.x, y: card.y });
    // The page scrolls in the browser's own time after the finger.
    await expect.poll(() => scrollY(page)).toBeGreaterThan(before + 100);

    await page.clock.resume();
    await board.show();
    const start = await middleOf(board.card(second));
    await page.clock.pauseAt(Date.now() + 120_000);
    await finger.swipe({ x: start.x + 60, y: start.y }, { x: start.x - 140, y: start.y });
    await page.clock.resume();
    const left = () =>
      board.column('In Progress').evaluate((it) => it.getBoundingClientRect().left);
    await expect.poll(left).toBeLessThan(40);
    await finger.swipe({ x: 4, y: start.y }, { x: 250, y: start.y });
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await board.texts('To Do')).toEqual(order);
    await expect(page.getByText('on this device', { exact: true })).toHaveCount(0);
  });

  test('A7: a long press on a card drags it; the page stays', async ({ page, board }) => {
    const before = await scrollY(page);
    const from = await middleOf(board.card(first));
    const to = (await board.card(second).boundingBox())!;
    await finger.lift(from);
    await finger.move(from, { x: from.x, y: to.y + to.height - 4 });
    await finger.touch('touchEnd');
    await expect
      .poll(async () => (await board.texts('To Do')).slice(0, 2))
      .toEqual([second, first]);
    expect(await scrollY(page)).toBe(before);
  });

  test('A7: the grip drags at once', async ({ board }) => {
    const from = await middleOf(board.grip(first));
    const to = (await board.card(second).boundingBox())!;
    await finger.touch('touchStart', from);
    await finger.move(from, { x: from.x + 20, y: to.y + to.height - 4 });
    await finger.touch('touchEnd');
    await expect
      .poll(async () => (await board.texts('To Do')).slice(0, 2))
      .toEqual([second, first]);
  });

  test('A7: a card held at the edge brings the other columns', async ({ page, board }) => {
    const from = await middleOf(board.card(first));
    await finger.lift(from);
    await finger.move(from, { x: 384, y: from.y });
    await expect(board.column('Done')).toBeInViewport({ ratio: 0.5 });
    await finger.move({ x: 384, y: from.y }, { x: 200, y: from.y + 20 });
    await finger.touch('touchEnd');
    await expect.poll(async () => (await board.texts('Done')).includes(first)).toBe(true);
    await expect(page.getByText('Task status has been updated successfully')).toBeVisible();
  });

  test('A7: an expanded column scrolls under the finger, and the page when it is at its end', async ({
    page,
    board,
  }) => {
    await board.column('To Do').getByRole('button', { name: 'Show 2 more' }).tap();
    await board.show();
    const list = board.column('To Do').getByRole('list');
    const rest = () => list.evaluate((it) => it.scrollHeight - it.clientHeight - it.scrollTop);
    await expect.poll(rest).toBeGreaterThan(20);
    const at = await middleOf(list);
    const up = () => finger.swipe({ x: at.x, y: at.y + 100 }, { x: at.x, y: at.y - 60 });
    // A busy browser may take a short touch for a tap.
    await expect(async () => {
      if ((await rest()) > 1) await up();
      expect(await rest()).toBeLessThanOrEqual(1);
    }).toPass();
    const before = await scrollY(page);
    await expect(async () => {
      await up();
      expect(await scrollY(page)).toBeGreaterThan(before + 50);
    }).toPass();
  });

  test('A4: the menu works by tapping', async ({ page, board }) => {
    await board.menu(first).tap();
    await page.getByRole('menuitem', { name: 'Top of In Progress' }).tap();
    await board.expectOrder('In Progress', [first, ...busy]);
    await board.menu(first).tap();
    await page.touchscreen.tap(200, 60);
    await expect(page.getByRole('menu')).toHaveCount(0);
  });
});

test.describe('where the worker keeps the shell', () => {
  test.use({ serviceWorkers: 'allow' });

  test('E4: offline, a task is added and moved, and a reload keeps both, marked', async ({
    page,
    context,
    board,
  }) => {
    await untilControlled(page);
    await context.setOffline(true);
    await page.getByPlaceholder('Enter a new task...').fill('Made on a train');
    await page.getByLabel('Column of the new task').selectOption('In Progress');
    await page.getByRole('button', { name: 'Add Task' }).click();
    await expect(board.card('Made on a train').getByText('on this device')).toBeVisible();
    await board.menu('Made on a train').click();
    await page.getByRole('menuitem', { name: 'Top of Done' }).click();
    await expect.poll(async () => (await board.texts('Done'))[0]).toBe('Made on a train');
    // A move shows in the next frame; the word that it is stored comes a moment later.
    await expect(page.getByText('Task status has been updated successfully')).toBeVisible();
    await page.reload();
    await expect.poll(async () => (await board.texts('Done'))[0]).toBe('Made on a train');
    await expect(board.card('Made on a train').getByText('on this device')).toBeVisible();
  });
});

test.describe('what only admins need', () => {
  test.use({ serviceWorkers: 'block' });

  test('appears without moving anything', async ({ page, board }) => {
    // In one piece: between finding the cards and measuring them, built content may give way to the app's.
    const boxes = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('section li')].map((card) => {
          const { x, y, width, height } = card.getBoundingClientRect();
          return [x, y, width, height];
        }),
      );
    let haveMeasured = () => {};
    const measured = new Promise<void>((resolve) => (haveMeasured = resolve));
    await page.route('**/editing-board-*.js', async (route) => {
      await measured;
      await route.continue();
    });
    const asked = page.waitForRequest('**/editing-board-*.js');
    await page.reload();
    await asked;
    await expect(page.getByText(first)).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    await expect(page.getByRole('button', { name: /^Move/ })).toHaveCount(0);
    const before = await boxes();
    haveMeasured();
    await expect(board.menu(first)).toBeVisible();
    expect(await boxes()).toEqual(before);
  });
});
