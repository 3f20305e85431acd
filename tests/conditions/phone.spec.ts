import type { Locator, Page } from '@playwright/test';
import { expect, test, untilKept } from '../e2e/fixtures.ts';
import { alterSession, signIn } from '../support/admin-at-work.ts';
import { violations } from '../support/axe.ts';
import { sidewaysScroll } from '../support/sideways-scroll.ts';

test.use({ serviceWorkers: 'allow' });

/** An admin with a phone sees what there is to do without looking for it. */

const list = (page: Page) => page.getByRole('region', { name: 'Learnings', exact: true });
const form = (page: Page, name: string) => page.getByRole('form', { name });
const title = (page: Page) => form(page, 'New learning').getByLabel('Title', { exact: true });

test.beforeEach(async ({ page, embedded }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, embedded.url, embedded);
  await untilKept(page);
  await page.goto('/admin?tab=learnings');
});

test('the list comes first; the form opens on request, and keeps its text when it closes', async ({
  page,
}) => {
  const edit = list(page).getByRole('button', { name: /^Edit/ });
  await expect(edit.first()).toBeInViewport();
  await expect(form(page, 'New learning')).toBeHidden();

  await list(page).getByRole('button', { name: 'New learning' }).click();
  await expect(title(page)).toBeFocused();
  await expect(title(page)).toBeInViewport();
  await title(page).fill('Half a thought');
  expect(await violations(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Close the form of the learning' }).click();
  await expect(form(page, 'New learning')).toBeHidden();
  const again = list(page).getByRole('button', { name: 'New learning unsaved draft' });
  await expect(again).toBeFocused();
  await again.click();
  await expect(title(page)).toHaveValue('Half a thought');
  await page.goBack();
  await expect(form(page, 'New learning')).toBeHidden();

  await edit.last().click();
  const bio = form(page, 'Edit learning').getByLabel('Description', { exact: true });
  await expect(form(page, 'Edit learning').getByLabel('Title', { exact: true })).toBeFocused();
  await bio.fill('Half done');
  await page.goBack();
  await expect(form(page, 'Edit learning')).toBeHidden();
  await expect(list(page).getByRole('listitem').last()).toContainText('unsaved draft');
  expect(await violations(page)).toEqual([]);
});

test('an item that is not on the server yet is marked on its page and at the menu button', async ({
  page,
  context,
}) => {
  await untilKept(page);
  await context.setOffline(true);
  await page.getByRole('tab', { name: 'Commentaries' }).click();
  await page.getByRole('button', { name: 'New commentary' }).click();
  const commentary = form(page, 'New commentary');
  await commentary.getByLabel('Title', { exact: true }).fill('Tunnels');
  await commentary.getByLabel('Content', { exact: true }).fill('Written in one.');
  await commentary.getByRole('button', { name: 'Add Commentary' }).click();
  await expect(page.getByRole('region', { name: 'Commentaries', exact: true })).toContainText(
    'Tunnels',
  );
  await expect(commentary).toBeHidden();
  const menu = page.getByRole('button', { name: 'Open menu, 1 edit waiting' });
  await expect(menu).toBeVisible();
  for (const address of ['/chatter', '/']) {
    await page.goto(address);
    const item = page.getByRole('listitem').filter({ hasText: 'Tunnels' });
    await expect(item.getByText('on this device')).toBeVisible();
    await expect(menu).toBeVisible();
  }
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Open menu', exact: true })).toBeVisible();
  await expect(page.getByText('on this device', { exact: true })).toHaveCount(0);
});

test('E12: a session that ends while something is being typed leaves the form, and the sign-in is above it', async ({
  page,
  context,
  embedded,
}) => {
  await untilKept(page);
  await context.setOffline(true);
  await list(page).getByRole('button', { name: 'New learning' }).click();
  await title(page).fill('Half a thou');
  await alterSession(page, { expires_at: 1_000_000_000, refresh_token: 'taken-back' });
  await context.setOffline(false);
  await expect(page.getByText(/^Your session has ended/)).toBeVisible();
  await expect(title(page)).toBeFocused();
  await page.keyboard.type('ght');
  await expect(title(page)).toHaveValue('Half a thought');
  await page.getByRole('button', { name: 'Sign in again' }).click();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Password').fill(embedded.backend.demoAdmin.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText(/^Your session has ended/)).toHaveCount(0);
  await expect(title(page)).toHaveValue('Half a thought');
});

test('a task that is added to a folded column can be seen at once, and half a task is there again', async ({
  page,
}) => {
  await page.goto('/projects/ask-my-notes');
  const box = page.getByPlaceholder('Enter a new task...');
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await box.fill(`Task number ${n}`);
    await page.getByRole('button', { name: 'Add Task' }).click();
    await expect(page.locator('[data-task]', { hasText: `Task number ${n}` })).toBeInViewport();
    await expect(box).toHaveValue('');
  }
  await box.fill('Half a ta');
  await page.reload();
  await expect(box).toHaveValue('Half a ta');
});

// Toasts are at the bottom at one height, and below the top bar at the other.
for (const [n, y] of [
  [3, 700],
  [2, 80],
] as const) {
  test(`E15: the toast about a deletion does not cover its Undo, ${y} px down`, async ({
    page,
  }) => {
    page.on('dialog', (dialog) => void dialog.accept());
    const row = list(page).locator('[data-row]').nth(n);
    await row.evaluate((it, top) => scrollBy(0, it.getBoundingClientRect().top - top), y);
    expect(Math.round((await row.boundingBox())?.y ?? 0)).toBe(y);
    await row.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByText('Learning deleted successfully')).toBeVisible();
    const undo = row.getByRole('button', { name: /^Undo/ });
    await expect(undo).toBeVisible();
    expect(await isOnTop(undo)).toBe(true);
  });
}

test('E15: the toast about a deleted task does not cover its Undo', async ({ page }) => {
  await page.goto('/projects/ask-my-notes');
  const card = page.locator('[data-task]').nth(1);
  await card.evaluate((it) => scrollBy(0, it.getBoundingClientRect().top - 700));
  await card.getByRole('button', { name: /^Move or edit/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('Task deleted')).toBeVisible();
  const undo = page.getByRole('button', { name: /^Undo deletion/ });
  await expect(undo).toBeVisible();
  expect(await isOnTop(undo)).toBe(true);
});

/** Whether a press in the middle of an element hits the element. */
const isOnTop = (element: Locator) =>
  element.evaluate((it) => {
    const { left, top, width, height } = it.getBoundingClientRect();
    return it.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
