import type { Locator, Page } from '@playwright/test';
import { readingTest as base, expect } from './fixtures.ts';

/** The admin's board of a sample project, and the places on it. */

export { expect };

export const path = '/projects/fieldnotes';

/** The board of a signed-in admin is open when the test begins. Nothing on it needs the server. */
export const boardTest = base.extend<{ board: Board }>({
  board: async ({ page }, use) => {
    await page.goto(path);
    await expect(page.getByRole('region', { name: 'To Do' })).toBeVisible();
    await signIn(page);
    await page.reload();
    await expect(page.getByRole('button', { name: /^Move/ }).first()).toBeVisible();
    await use(new Board(page));
  },
});

/** The state of the device after signing in. */
function signIn(page: Page) {
  const value = { userId: crypto.randomUUID(), email: 'a@b.c', isAdmin: true, expired: false };
  return page.evaluate(
    (entry) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('fieldnotes');
        opening.onsuccess = () => {
          const database = opening.result;
          const transaction = database.transaction('meta', 'readwrite');
          transaction.objectStore('meta').put(entry);
          transaction.oncomplete = () => {
            database.close();
            resolve();
          };
        };
      }),
    { key: 'account', value },
  );
}

export class Board {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  column = (name: string): Locator => this.page.getByRole('region', { name });
  card = (text: string): Locator => this.page.locator('li[data-task]', { hasText: text });
  grip = (text: string): Locator => this.card(text).getByRole('button', { name: /^Drag/ });
  menu = (text: string): Locator => this.card(text).getByRole('button', { name: /^Move/ });
  texts = (name: string): Promise<string[]> =>
    this.column(name).locator('[data-task] p:first-child').allInnerTexts();
  async expectOrder(name: string, order: readonly string[]) {
    await expect.poll(() => this.texts(name)).toEqual(order);
  }
  said = (sentence: string): Locator => this.page.getByRole('status').getByText(sentence);
  /** Scrolls the top of the columns to a hand's breadth below the window's. */
  async show() {
    await this.column('To Do').evaluate((it) => {
      window.scrollTo({ top: it.getBoundingClientRect().top + window.scrollY - 120 });
    });
  }
}

export const first = 'RSS feed for learnings';
export const second = 'Bake the latest content into the build for the very first visit';
export const busy = [
  'Search across everything without asking the server',
  'Write the page that explains sync to a person who does not care about sync',
  'Test two tabs, one admin and a very bad connection',
] as const;
