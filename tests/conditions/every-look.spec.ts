import type { Page } from '@playwright/test';
import { boardTest, first } from '../e2e/admin-board.ts';
import { expect, readingTest, sample, test } from '../e2e/fixtures.ts';
import { exportOf, importing, openOutboxOffline, titles } from '../e2e/outbox-of-another.ts';
import { openPage, sitePages } from '../e2e/site-pages.ts';
import { inEveryLook, violations } from '../support/axe.ts';
import { sidewaysScroll } from '../support/sideways-scroll.ts';

test.use({ serviceWorkers: 'allow' });

/** Every page, form and dialog in every look: light and dark, on a phone and on a wide screen. */

for (const at of sitePages) {
  readingTest(
    `LOOK-3 LOOK-13: axe finds nothing on ${at.path}, light and dark, at 360 and 1280 px`,
    async ({ page }) => {
      await openPage(page, at);
      await inEveryLook(page, [360, 1280], async (look) => {
        expect(await violations(page), look).toEqual([]);
      });
    },
  );
}

const search = (page: Page) => page.getByRole('dialog', { name: 'Search' });

readingTest('axe finds nothing in the open dialog', async ({ page }) => {
  await openPage(page, { path: '/projects', shows: sample.project });
  await page.keyboard.press('/');
  await expect(search(page).getByRole('combobox')).toBeFocused();
  for (const [query, shown] of [
    ['', ''],
    ['rag', 'results'],
    ['zeppelin', 'No results'],
  ] as const) {
    await search(page).getByRole('combobox').fill(query);
    await expect(search(page).getByRole('status')).toContainText(shown);
    await inEveryLook(page, [360, 1280], async (look) => {
      expect(await violations(page), `'${query}', ${look}`).toEqual([]);
    });
  }
});

test('axe finds nothing on the sign-in page and in its dialog', async ({ page, embedded }) => {
  await embedded.sql('delete from user_roles');
  const nothing = () =>
    inEveryLook(page, [360, 1280], async (look) => {
      expect(await violations(page), look).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      ).toBe(true);
    });
  await page.goto('/admin');
  const create = page.getByRole('button', { name: 'Create First Admin Account' });
  await expect(create).toBeVisible();
  await nothing();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await nothing();
  await create.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await nothing();
});

test('axe finds nothing on the outbox page, empty or full', async ({ page, embedded }) => {
  const file = await exportOf(embedded);
  const nothing = () =>
    inEveryLook(page, [320, 360, 1280], async (look) => {
      expect(await violations(page), look).toEqual([]);
      expect(await sidewaysScroll(page), look).toBeLessThanOrEqual(0);
    });
  await openOutboxOffline(page, embedded);
  await nothing();
  await importing(page, file);
  await expect(titles(page)).toHaveCount(4);
  await page.getByText('What the server said').click();
  await nothing();
  await page.getByRole('button', { name: /^Discard Add project/ }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

for (const width of [360, 1280]) {
  boardTest(
    `axe finds nothing on the board, with its menu open and a card lifted: ${width} px`,
    async ({ page, board }) => {
      await page.setViewportSize({ width, height: 900 });
      await board.menu(first).click();
      await page.getByRole('menuitem', { name: 'Down' }).click();
      await expect(board.card(first).getByText('on this device')).toBeVisible();
      const nothing = () =>
        inEveryLook(page, [], async (look) => expect(await violations(page), look).toEqual([]));
      await nothing();
      await board.menu(first).click();
      await expect(page.getByRole('menuitem', { name: 'Down' })).toBeVisible();
      await nothing();
      await page.keyboard.press('Escape');
      await board.grip(first).focus();
      for (const key of ['Space', 'ArrowRight']) await page.keyboard.press(key);
      await nothing();
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    },
  );
}
