import type { Page } from '@playwright/test';
import { historyOf } from '../../src/content/past/past-addresses.ts';
import { boardTest, first } from '../e2e/admin-board.ts';
import { expect, readingTest, sample, test } from '../e2e/fixtures.ts';
import { exportOf, importing, openOutboxOffline, titles } from '../e2e/outbox-of-another.ts';
import { openPage } from '../e2e/site-pages.ts';
import { forms, signIn } from '../support/admin-at-work.ts';
import { expectNoViolations, inEveryLook, violations } from '../support/axe.ts';
import { expectStill } from '../support/layout-shift.ts';
import { sidewaysScroll } from '../support/sideways-scroll.ts';
import { unseenFocus } from './looked-at.ts';

test.use({ serviceWorkers: 'allow' });

/** What opens on a page, and what only admins see, in every look: light and dark, on a phone and on a wide screen. */

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
    await expectNoViolations(page, [360, 1280]);
  }
});

readingTest(
  'LOOK-5: a dialog that has the focus itself has no ring, which would be a line at the edge of the window',
  async ({ page }) => {
    await page.goto('/?debug');
    const dialog = page.locator('dialog[open]');
    await expect(dialog).toContainText('Pull now');
    await page.keyboard.press('Tab');
    await dialog.evaluate((it) => {
      it.tabIndex = -1;
      it.focus();
    });
    expect(await dialog.evaluate((it) => it.matches(':focus-visible'))).toBe(true);
    await expect(dialog).toHaveCSS('outline-style', 'none');
  },
);

test('axe finds nothing on the sign-in page and in its dialog', async ({ page, embedded }) => {
  await embedded.sql('delete from user_roles');
  const nothing = () => expectFine(page, [360, 1280]);
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
  const nothing = () => expectFine(page, [320, 360, 1280]);
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
      const nothing = () => expectNoViolations(page);
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

readingTest(
  'A12: axe finds nothing where loading has failed, with the toast',
  async ({ page, seeded, startFront }) => {
    const { url } = await startFront(seeded.url, 'reset');
    for (const path of ['/', '/projects', '/roadmap', '/learnings', '/resources']) {
      await page.goto(`${url}${path}`);
      await expect(page.getByRole('alert').first()).toBeVisible();
      await expect(page.getByText(/Can’t reach the server/)).toBeVisible();
      if (path === '/learnings') await expect(page.getByText(/^Failed to load/)).toBeVisible();
      await expectNoViolations(page);
    }
  },
);

const tabs = Object.values(forms).map(({ tab }) => tab);

for (const tab of tabs) {
  test(`axe finds nothing on the tab ${tab} nor in its form, and nothing is cut off`, async ({
    page,
    embedded,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await signIn(page, embedded.url, embedded);
    await expect(page.getByRole('tab')).toHaveText(tabs);
    await page.getByRole('tab', { name: tab }).click();
    const edit = page.getByRole('button', { name: /^Edit / }).first();
    await expect(edit).toBeVisible();
    await expectFine(page, [360, 1280]);
    await edit.click();
    const form = page.getByRole('form', { name: /^Edit / });
    const field = form.getByRole('textbox').first();
    await field.fill('');
    await form.getByRole('button', { name: /^Update / }).click();
    await expect(form.getByRole('alert')).toBeVisible();
    await expect(field).toBeFocused();
    await expectFine(page, [320, 360, 1280], async (look) => {
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('main button, main input, main select, main textarea')]
          .filter((it) => it.checkVisibility() && it.getBoundingClientRect().height < 44)
          .map((it) => it.outerHTML.slice(0, 120)),
      );
      expect(small, look).toEqual([]);
    });
  });
}

for (const width of [360, 1280]) {
  test(`A8 LOOK-5: the focus is visible on the dashboard, with its ring: ${width} px`, async ({
    page,
    embedded,
  }) => {
    // Each stop is a picture.
    test.slow();
    await page.setViewportSize({ width, height: 740 });
    await signIn(page, embedded.url, embedded);
    // The toast of the sign-in covers some of what is below it for a while.
    await expect(page.getByText('Admin Access Granted')).toBeVisible();
    await expect(page.getByText('Admin Access Granted')).toBeHidden({ timeout: 30_000 });
    for (const tab of tabs) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible();
      expect.soft(await unseenFocus(page), tab).toEqual([]);
    }
  });
}

for (const width of [390, 1280]) {
  test(`A8 LOOK-5 LOOK-13: pages for admins alone stay still, show the focus with its ring and have no fault that axe finds: ${width} px`, async ({
    page,
    embedded,
  }) => {
    // Each stop is a picture.
    test.slow();
    // Higher than the box of a text that is still empty.
    await page.setViewportSize({ width, height: 1100 });
    const [row] = await embedded.sql(
      `update learnings set content = 'Another text.' where slug = 'evals-before-prompts' returning id`,
    );
    await embedded.sql(`delete from projects where slug = 'ask-my-notes'`);
    await signIn(page, embedded.url, embedded);
    await expect(page.getByText('Admin Access Granted')).toBeHidden({ timeout: 30_000 });
    for (const [path, shown] of [
      [historyOf('learnings', String(row?.id)), /^Until/],
      ['/admin/deleted', /^Project/],
      ['/admin/tags', /^Rename/],
      ['/admin/pictures', /^Unused/],
      ['/admin/import', 'Choose a folder'],
      ['/admin/profile', /^(Add|Update) Profile$/],
      ['/admin/learnings/new', 'Save draft'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: shown }).first()).toBeVisible();
      await expectStill(page, path);
      await inEveryLook(page, [], async (look) =>
        expect.soft(await violations(page, look), `${path}, ${look}`).toEqual([]),
      );
      expect.soft(await unseenFocus(page), path).toEqual([]);
    }
  });
}

/**
 * Expects in every look that axe finds nothing and that nothing is cut off.
 *
 * @param andThere more to look at, in each look
 */
async function expectFine(
  page: Page,
  widths: readonly number[],
  andThere: (look: string) => Promise<void> = async () => {},
): Promise<void> {
  await inEveryLook(page, widths, async (look) => {
    expect(await violations(page, look), look).toEqual([]);
    expect(await sidewaysScroll(page), look).toBeLessThanOrEqual(0);
    await andThere(look);
  });
}
