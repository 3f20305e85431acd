import type { Page } from '@playwright/test';
import { signIn } from '../support/admin-at-work.ts';
import { expect, test } from './fixtures.ts';

test.describe.configure({ retries: 0 });

/**
 * Unsaved text is kept by account, form, row and tab, and offered to other tabs of its author until it is saved or
 * discarded.
 */

const newLearning = (page: Page) => page.getByRole('form', { name: 'New learning' });
const title = (page: Page) => newLearning(page).getByLabel('Title', { exact: true });
const words = (what: string) => new RegExp(`from today \\d\\d:\\d\\d: Title: “${what}”$`);

/** Everything that the device has stored of forms, as text. */
function draftsOf(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('fieldnotes');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction('drafts').objectStore('drafts').getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(all.result));
          };
        };
      }),
  );
}

async function typeTitle(page: Page, text: string): Promise<void> {
  await title(page).fill(text);
  await expect.poll(() => draftsOf(page)).toContain(`"title":"${text}"`);
}

test.beforeEach(({ page }) => page.setViewportSize({ width: 1280, height: 900 }));

test('E1: unsaved text is there again after a reload, and offered after the tab was closed', async ({
  page,
  context,
  embedded,
}) => {
  await signIn(page, embedded.url, embedded);
  await page.goto('/admin?tab=learnings');
  await typeTitle(page, 'Half a th');
  await page.reload();
  await expect(title(page)).toHaveValue('Half a th');
  await expect(page.getByText(/^Unsaved draft from today \d\d:\d\d\.$/)).toBeVisible();
  await typeTitle(page, 'Half a thought');
  const next = await context.newPage();
  await page.close({ runBeforeUnload: false });
  await next.goto('/admin?tab=learnings');
  await expect(next.getByText(words('Half a thought'))).toBeVisible();
  await expect(title(next)).toHaveValue('');
  await next.getByRole('button', { name: /^Continue/ }).click();
  await expect(title(next)).toHaveValue('Half a thought');
});

test('E18: two tabs and a copy of one type into the same form, and none loses a word to another', async ({
  page,
  context,
  embedded,
}) => {
  await signIn(page, embedded.url, embedded);
  await page.goto('/admin?tab=learnings');
  await typeTitle(page, 'Of the first');
  // As the browser duplicates a tab: with its sessionStorage.
  const stored = await page.evaluate(() => JSON.stringify(sessionStorage));
  const copy = await context.newPage();
  await copy.addInitScript((json) => {
    if (sessionStorage.length === 0) Object.assign(sessionStorage, JSON.parse(json));
  }, stored);
  const other = await context.newPage();
  for (const tab of [copy, other]) {
    await tab.setViewportSize({ width: 1280, height: 900 });
    await tab.goto('/admin?tab=learnings');
    await expect(tab.getByText(words('Of the first'))).toBeVisible();
    await expect(title(tab)).toHaveValue('');
  }
  await typeTitle(copy, 'Of the copy');
  await typeTitle(other, 'Of the other');

  await newLearning(page).getByLabel('Description', { exact: true }).fill('x');
  await newLearning(page).getByRole('button', { name: 'Add Learning' }).click();
  await expect(title(page)).toHaveValue('');
  await expect.poll(() => draftsOf(page)).not.toContain('"title":"Of the first"');
  for (const [tab, text] of [
    [copy, 'Of the copy'],
    [other, 'Of the other'],
  ] as const) {
    await expect(title(tab)).toHaveValue(text);
    await tab.reload();
    await expect(title(tab)).toHaveValue(text);
  }
  await newLearning(copy).getByRole('button', { name: 'Discard draft' }).click();
  await expect.poll(() => draftsOf(copy)).not.toContain('"title":"Of the copy"');
  await other.reload();
  await expect(title(other)).toHaveValue('Of the other');
});

test('E1: when the site’s data is deleted while a form is open, what was typed stays on the screen and is stored anew', async ({
  page,
  context,
  embedded,
}) => {
  await signIn(page, embedded.url, embedded);
  await page.goto('/admin?tab=learnings');
  await typeTitle(page, 'Not lost');
  const other = await context.newPage();
  await other.goto(`${embedded.url}/version.json`);
  await other.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase('fieldnotes');
        deleting.onsuccess = resolve;
        deleting.onerror = reject;
      }),
  );
  await expect(page.getByText(/Your session has ended/)).toBeVisible();
  await expect(title(page)).toHaveValue('Not lost');
  await expect.poll(() => draftsOf(page)).toContain('"title":"Not lost"');
});
