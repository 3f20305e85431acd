import type { Page } from '@playwright/test';
import { goOffline, signIn } from '../support/admin-at-work.ts';
import { expectNoViolations } from '../support/axe.ts';
import { expect, test, untilControlled } from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

/** An item's text is written in a view of its own, by keyboard alone and by touch alone. */

const box = (page: Page) => page.getByRole('textbox', { name: 'Content (Optional)' });
const learning = { title: 'Evals before prompts' };

async function idOf(sql: (query: string) => Promise<unknown>): Promise<string> {
  const [row] = (await sql(
    `select id from learnings where title = '${learning.title}'`,
  )) as readonly { id: string }[];
  return row?.id ?? '';
}

/** The buttons below the text are in one row. */
async function expectOneRow(page: Page, names: readonly string[]): Promise<void> {
  const buttons = page.locator('[data-part=save-bar]').getByRole('button');
  await expect(buttons).toHaveText(names);
  const tops = await buttons.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
}

test('WRITE-2: by keyboard alone a text is begun, written and saved; caret and undo outlive the save', async ({
  page,
  embedded,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, embedded.url, embedded);
  await page.goto('/admin/learnings/new');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  const reach = async (name: string, key: string) => {
    const field = page.getByRole('textbox', { name, exact: true });
    while (!(await field.evaluate((it) => it === document.activeElement)))
      await page.keyboard.press(key);
  };
  await page.keyboard.type('Begun by keyboard');
  await reach('Description', 'Tab');
  await page.keyboard.type('About');
  await reach('Content (Optional)', 'Shift+Tab');
  await page.keyboard.type('Half a sentence');
  for (let i = 0; i < 'sentence'.length; i += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/admin\/learnings\/[\da-f-]{36}$/);
  await expect(page.getByText('Draft saved')).toBeVisible();
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('long ');
  await expect(box(page)).toHaveValue('Half a long sentence');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Draft saved').last()).toBeVisible();
  // A browser takes back a few letters at a time.
  for (const value of ['Half a sentence', '']) {
    for (let i = 0; i < 9 && (await box(page).inputValue()) !== value; i += 1)
      await page.keyboard.press('Control+z');
    await expect(box(page)).toHaveValue(value);
  }
});

test('WRITE-5 WRITE-6: keys, toolbar, names and paste write Markdown, and undo takes each back', async ({
  page,
  embedded,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, embedded.url, embedded);
  await page.goto('/admin/learnings/new');
  await box(page).focus();
  await page.keyboard.type('- a');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('b');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('c');
  await expect(box(page)).toHaveValue('- a\n  - b**c**');
  await page.keyboard.press('End');
  for (let i = 0; i < 2; i += 1) await page.keyboard.press('Enter');
  await expect(box(page)).toHaveValue('- a\n  - b**c**\n');
  // Names of the site's pages.
  await page.keyboard.type('See [[evals before');
  const names = page.getByRole('listbox', { name: 'Pages of this site' });
  await expect(names.getByRole('option', { selected: true })).toHaveText('Evals before prompts');
  await expectNoViolations(page, [390, 1280]);
  await page.keyboard.press('Enter');
  await expect(names).toHaveCount(0);
  await expect(box(page)).toHaveValue(/See \[\[Evals before prompts\]\]$/);
  // With the caret elsewhere there is no name to take.
  await page.keyboard.type(' [[evals');
  await expect(names).toBeVisible();
  await page.keyboard.press('Home');
  await expect(names).toHaveCount(0);
  await page.keyboard.press('End');
  await page.keyboard.press('Control+Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  // The toolbar, which the keyboard reaches by one Tab back.
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Heading' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: 'Picture' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue(/^```\n- a[\s\S]*\n```$/);
  await page.keyboard.press('Control+z');
  await expect(box(page)).toHaveValue(/^- a/);
  // In a list Tab indents, and leaves after Escape.
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(box(page)).not.toBeFocused();
  await expect(box(page)).toHaveValue(/^- a/);
  // Paste.
  await box(page).fill('words');
  await box(page).selectText();
  const paste = (types: Readonly<Record<string, string>>) =>
    box(page).evaluate((element, given) => {
      const clipboardData = new DataTransfer();
      for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, types);
  await paste({ 'text/plain': 'https://a.example/b' });
  await expect(box(page)).toHaveValue('[words](https://a.example/b)');
  await page.keyboard.press('Control+z');
  await expect(box(page)).toHaveValue('words');
  await page.keyboard.press('End');
  await paste({ 'text/plain': 'x', 'text/html': '<p> and <strong>bold</strong></p>' });
  await expect(box(page)).toHaveValue('wordsand **bold**');
});

test('WRITE-7 WRITE-8: Edit leads from a place of the page to that of the text, beside which the page scrolls', async ({
  page,
  embedded,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const part = (n: number) =>
    `## Part ${n}\n\n${`Words of part ${n}, as they are. `.repeat(12)}\n\n`;
  const content = Array.from({ length: 60 }, (_, n) => part(n)).join('');
  await embedded.sql(
    `insert into learnings (title, description, content) values ('Long', 'About', '${content}')`,
  );
  await signIn(page, embedded.url, embedded);
  await page.goto('/learnings/long');
  const inPage = (n: number) => page.locator('.prose h2', { hasText: new RegExp(`^Part ${n}$`) });
  await inPage(30).evaluate((it) => window.scrollTo(0, it.getBoundingClientRect().top + scrollY));
  await page.evaluate(() => window.scrollBy(0, -70));
  const place = await page.evaluate(() => window.scrollY);
  // At its place above, where the keyboard finds it.
  await page
    .getByRole('main')
    .getByRole('link', { name: 'Edit' })
    .first()
    .evaluate((it) => {
      (it as HTMLElement).click();
    });
  await expect(box(page)).toBeVisible();
  const caret = () =>
    box(page).evaluate((it) => {
      const { value, selectionStart } = it as HTMLTextAreaElement;
      return value.slice(selectionStart, selectionStart + 7);
    });
  await expect.poll(caret).toBe('Part 30');
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(1_000);

  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  // About there; the column is narrower now.
  await expect(inPage(31)).toBeInViewport();
  // The page follows the text, and the text the page.
  await page.mouse.move(300, 400);
  await page.mouse.wheel(0, 6_000);
  await expect(inPage(31)).not.toBeInViewport();
  const before = await page.evaluate(() => window.scrollY);
  await preview.hover();
  await page.mouse.wheel(0, -4_000);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(before - 500);
  await expectNoViolations(page, [1280]);

  // On a phone it is in the place of the text.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(box(page)).toBeHidden();
  const words = page.locator('.prose p', { hasText: /^Words of part 3,/ });
  await words.dblclick({ position: { x: 5, y: 10 } });
  await expect(box(page)).toBeFocused();
  await expect.poll(caret).toBe('Words o');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/learnings\/long$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(place, -1);
});

test('WRITE-1: opens without a network after a reload, and what is saved then is sent later', async ({
  page,
  embedded,
}) => {
  await signIn(page, embedded.url, embedded);
  await untilControlled(page);
  const id = await idOf(embedded.sql);
  await page.goto(`/admin/learnings/${id}`);
  await expect(box(page)).toBeVisible();
  await goOffline(page, embedded);
  await page.reload();
  await expect(box(page)).toHaveValue(/^A prompt change/);
  await box(page).pressSequentially('Offline. ');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Learning updated successfully')).toBeVisible();
  await page.goto('/admin/outbox');
  await expect(
    page.getByRole('heading', { name: `Edit learning “${learning.title}”` }),
  ).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('WRITE-2: by touch alone a text is begun, written with an input method and saved', async ({
    page,
    embedded,
  }) => {
    await signIn(page, embedded.url, embedded);
    await page.goto('/admin/learnings/new');
    const cdp = await page.context().newCDPSession(page);
    await page.getByRole('textbox', { name: 'Title' }).tap();
    await cdp.send('Input.insertText', { text: 'Begun by touch' });
    await box(page).tap();
    // As an input method composes: the text changes under the caret until it is confirmed.
    for (const text of ['に', 'にほ', 'にほん', '日本'])
      await cdp.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    await cdp.send('Input.insertText', { text: '日本' });
    await expect(box(page)).toHaveValue('日本');
    await page.getByRole('textbox', { name: 'Description' }).tap();
    await cdp.send('Input.insertText', { text: 'About' });
    const save = page.getByRole('button', { name: 'Add Learning' });
    await expect(save).toBeInViewport({ ratio: 1 });
    await expectOneRow(page, ['Add Learning', 'Save draft', 'Preview']);
    await save.tap();
    await expect(page).toHaveURL(/\/admin\/learnings\/[\da-f-]{36}$/);
    // The keyboard stays: the button takes no focus.
    await expect(page.getByRole('textbox', { name: 'Description' })).toBeFocused();
  });

  test('WRITE-2: Save is above the keyboard, where the browser makes the page shorter and where it does not', async ({
    page,
    embedded,
  }) => {
    await signIn(page, embedded.url, embedded);
    await page.goto(`/admin/learnings/${await idOf(embedded.sql)}`);
    await expect(box(page)).toBeVisible();
    await expectOneRow(page, ['Update Learning', 'Withdraw', 'Preview']);
    // Beside the sidebar there is little more room.
    await page.setViewportSize({ width: 768, height: 844 });
    await expectOneRow(page, ['Update Learning', 'Withdraw', 'Preview']);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.locator('meta[name=viewport]')).toHaveAttribute(
      'content',
      /interactive-widget=resizes-content/,
    );
    // As Safari has it: the window keeps its height, and less of it is seen.
    await page.evaluate(() => {
      const seen = window.visualViewport;
      if (seen === null) return;
      Object.defineProperty(seen, 'height', { value: window.innerHeight - 300 });
      seen.dispatchEvent(new Event('resize'));
    });
    const bottom = await page
      .locator('[data-part=save-bar]')
      .evaluate((bar) => window.innerHeight - bar.getBoundingClientRect().bottom);
    expect(bottom).toBeCloseTo(300, 0);
  });
});

for (const network of ['a network', 'none']) {
  test(`WRITE-2: the bar with Save covers no end of a text that Tab has reached, nor of the page; with ${network}`, async ({
    page,
    embedded,
  }) => {
    await page.setViewportSize({ width: 390, height: 740 });
    await signIn(page, embedded.url, embedded);
    await page.goto('/admin/learnings/new');
    await expect(box(page)).toBeVisible();
    await untilControlled(page);
    if (network === 'none') {
      await goOffline(page, embedded);
      await expect(page.getByRole('link', { name: 'What is here' })).toBeVisible();
    }
    const bar = page.locator('[data-part=save-bar]');
    const topOf = async () => (await bar.boundingBox())?.y ?? 0;
    for (const name of ['Content (Optional)', 'Description']) {
      const field = page.getByRole('textbox', { name, exact: true });
      await field.focus();
      await page.keyboard.press('Shift+Tab');
      // Its first lines can be seen, where the caret is, and its end cannot.
      const seen = (await topOf()) - 70;
      await field.evaluate((it, y) => scrollBy(0, it.getBoundingClientRect().top - y), seen);
      await page.keyboard.press('Tab');
      await expect(field).toBeFocused();
      const { y = 0, height = 0 } = (await field.boundingBox()) ?? {};
      expect.soft(y + height, name).toBeLessThanOrEqual(await topOf());
    }
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const fields = page.locator('main form :is(input, textarea, button):visible');
    const bottoms = await fields.evaluateAll((all) =>
      all
        .filter((it) => it.closest('[data-part=save-bar]') === null)
        .map((it) => it.getBoundingClientRect().bottom),
    );
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(await topOf());
  });
}

test('WRITE-1: axe finds nothing in the view, at any width, light and dark', async ({
  page,
  embedded,
}) => {
  await signIn(page, embedded.url, embedded);
  await page.goto(`/admin/learnings/${await idOf(embedded.sql)}`);
  await expect(box(page)).toBeVisible();
  await expectNoViolations(page, [390, 1280]);
});

test('FORM-9: without a network a project is found by a word of its title and chosen by keys alone, and cleared by touch', async ({
  page,
  embedded,
}) => {
  const id = await idOf(embedded.sql);
  await embedded.sql(`update learnings set project_id = null where id = '${id}'`);
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, embedded.url, embedded);
  await untilControlled(page);
  await page.goto(`/admin/learnings/${id}`);
  const project = page.getByRole('combobox', { name: 'Project (Optional)' });
  await expect(project).toHaveValue('');
  await goOffline(page, embedded);
  await project.focus();
  await page.keyboard.press('ArrowDown');
  const list = page.getByRole('listbox', { name: 'Project' });
  await expect(list.getByRole('option', { selected: true })).toHaveText('No project');
  await page.keyboard.type('NÓTES');
  await expect(list.getByRole('option')).toHaveText(['Ask My Notes']);
  await expect(project).toHaveAttribute('aria-activedescendant', /.+/);
  await expectNoViolations(page, [390, 1280]);
  await page.keyboard.press('Enter');
  await expect(list).toHaveCount(0);
  await expect(project).toHaveValue('Ask My Notes');
  await expect(project).toBeFocused();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Learning updated successfully')).toBeVisible();
  await page.reload();
  await expect(project).toHaveValue('Ask My Notes');
  // In a window as small as a phone above its keyboard.
  await page.setViewportSize({ width: 390, height: 420 });
  await project.click();
  await expect(list.getByRole('option', { selected: true })).toHaveText('Ask My Notes');
  await expect(list.getByRole('option', { selected: true })).toBeInViewport({ ratio: 1 });
  await list.getByRole('option', { name: 'No project' }).click();
  await expect(project).toHaveValue('');
});

test('WRITE-3: a text that another device saved meanwhile is compared by keys alone, and undo takes back what was taken', async ({
  page,
  embedded,
}) => {
  const id = await idOf(embedded.sql);
  await embedded.sql(
    `update learnings set content = E'One.\\n\\nTwo.\\n\\nThree.' where id = '${id}'`,
  );
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, embedded.url, embedded);
  await page.goto(`/admin/learnings/${id}`);
  await expect(box(page)).toHaveValue('One.\n\nTwo.\n\nThree.');
  await box(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Mine. ');
  const mine = 'Mine. One.\n\nTwo.\n\nThree.';
  await expect(box(page)).toHaveValue(mine);
  await embedded.sql(
    `update learnings set content = E'Theirs. One.\\n\\nTwo.\\n\\nThree, theirs.' where id = '${id}'`,
  );
  const comparison = page.getByRole('region', { name: 'Saved on another device meanwhile' });
  await expect(comparison).toBeVisible();
  await expect(box(page)).toHaveValue(mine);
  await expect(box(page)).toBeFocused();
  await expectNoViolations(page, [390, 1280]);
  const first = comparison.getByRole('group', { name: 'Difference 1 of 2' });
  await first.getByRole('radio', { name: 'Take Mine' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(first.getByRole('radio', { name: 'Take Both' })).toBeChecked();
  const put = comparison.getByRole('button', { name: 'Put into the text' });
  while (!(await put.evaluate((it) => it === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(comparison).toHaveCount(0);
  await expect(box(page)).toHaveValue('Mine. One.\n\nTheirs. One.\n\nTwo.\n\nThree, theirs.');
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(box(page)).toHaveValue(mine);
});
