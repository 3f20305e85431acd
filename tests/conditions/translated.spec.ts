import type { Page } from '@playwright/test';
import { expect, test } from '../e2e/fixtures.ts';
import { sitePages } from '../e2e/site-pages.ts';
import { addItem, changeItem, deleteItem, itemOf, signIn } from '../support/admin-at-work.ts';

/** In a browser that translates the page, and with an extension that puts elements of its own into it. */

test.use({ viewport: { width: 1280, height: 800 } });

test.beforeEach(async ({ page }) => {
  await page.addInitScript(translate);
});

/** As Chrome does it: each text is replaced by one in elements of its own, also those that come later. The words stay. */
function translate(): void {
  const untouched = 'font, script, style, textarea, title, code, [translate=no]';
  const turn = (text: Text) => {
    if (text.data.trim() === '' || text.parentElement?.closest(untouched) !== null) return;
    const outer = document.createElement('font');
    const inner = outer.appendChild(document.createElement('font'));
    inner.textContent = text.data;
    text.replaceWith(outer);
  };
  const all = () => {
    if (document.body === null) return;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) turn(text);
    if (document.querySelector('body > an-extension') === null)
      document.body.prepend(document.createElement('an-extension'));
    for (const field of document.querySelectorAll('input:not(.seen)')) {
      field.classList.add('seen');
      field.after(document.createElement('an-extension'));
    }
  };
  new MutationObserver(all).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
  });
}

test('FRAME-6: every page is walked through, and the search is typed in, letter by letter', async ({
  page,
  embedded,
}) => {
  await page.goto(embedded.url);
  for (const { path, heading, shows } of sitePages) {
    await page.goto(`${embedded.url}${path}`);
    await expect(page.locator('h1 font').first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
    await expect(page.getByText(shows).first()).toBeVisible();
  }
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox');
  for (const word of ['evals', 'prompts']) {
    await field.fill('');
    await field.pressSequentially(word);
    await expect(page.getByRole('option').first()).toBeVisible();
  }
  const from = page.url();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  // The browser refuses to go back from a page that it is only on its way to.
  await expect(page).not.toHaveURL(from);
  for (const { heading } of sitePages.toReversed().slice(0, 3)) {
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
  }
});

test('FRAME-6: an admin adds and changes items, and sees them arrive', async ({
  page,
  embedded,
}) => {
  await signIn(page, embedded.url, embedded);
  await addItem(page, embedded.url, 'learnings', 'Translated');
  await changeItem(page, embedded.url, 'learnings', 'Translated', 'Translated again');
  await expect(itemOf(page, 'Translated again')).toBeVisible();
  await page.goto(`${embedded.url}/admin/outbox`);
  await expect(page.getByText('Everything is on the server.')).toBeVisible();
});

test('FRAME-6: an admin’s other pages are walked through, everything on them pressed and typed in', async ({
  page,
  embedded,
}) => {
  page.on('dialog', (dialog) => dialog.accept());
  await signIn(page, embedded.url, embedded);
  await addItem(page, embedded.url, 'learnings', 'Translated once');
  await changeItem(page, embedded.url, 'learnings', 'Translated once', 'Translated twice');
  await addItem(page, embedded.url, 'commentaries', 'Thrown away');
  await deleteItem(page, embedded.url, 'commentaries', 'Thrown away');
  await page.goto(`${embedded.url}/admin/outbox`);
  await expect(page.getByText('Everything is on the server.')).toBeVisible();
  for (const path of ['history', 'deleted', 'pictures', 'tags', 'profile', 'import']) {
    await page.goto(`${embedded.url}/admin/${path}`);
    await expect(page.locator('h1 font').first()).toBeVisible();
    await pressAndType(page);
  }
  await page.goto(`${embedded.url}/admin/learnings/new`);
  await expect(page.locator('main font').first()).toBeVisible();
  await pressAndType(page);
  await page.goto(`${embedded.url}/admin/import`);
  const note = { name: 'note.md', mimeType: 'text/markdown', buffer: Buffer.from('# A note') };
  await page.locator('input[type=file]:not([webkitdirectory])').setInputFiles(note);
  await expect(page.getByText('1 new, 0 changed, 0 gone, 0 as they were.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 item' }).click();
  await expect(page.getByText(/^1 item added, 0 changed/)).toBeVisible();
});

/** Whatever can be pressed or typed in on the main part of a page, once; each time the page must still be there. */
async function pressAndType(page: Page): Promise<void> {
  const main = page.locator('main');
  for (const field of await main.locator('input[type=text], input[type=search], textarea').all()) {
    if (await field.isEditable({ timeout: 1_000 }).catch(() => false)) await field.fill('a');
  }
  const buttons = main.getByRole('button');
  for (let at = 0; at < (await buttons.count()); at += 1) {
    const button = buttons.nth(at);
    if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
    await button.click({ timeout: 5_000 }).catch(() => {});
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toHaveCount(
      0,
    );
  }
}
