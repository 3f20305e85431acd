import type { Page } from '@playwright/test';
import { formOf, listOf, signIn } from '../support/admin-at-work.ts';
import { violations } from '../support/axe.ts';
import { expect, test } from './fixtures.ts';
import { focusedName, reach } from './hands.ts';

test.use({ serviceWorkers: 'allow' });

/**
 * The dashboard in a browser: content is edited without a network, seen on the public pages, and sent when there is
 * one.
 */

async function openTab(page: Page, name: string) {
  await page.goto('/admin');
  await page.getByRole('tab', { name }).click();
}

test('A1: everything works by keyboard', async ({ page, embedded }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, embedded.url, embedded);
  const focused = () => focusedName(page);
  await reach(page, 'Commentaries');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  expect(await focused()).toBe('Resources');
  // Waits before anything else is typed: nothing slow lies between the key and the panel.
  const panelAfter = (key: string) =>
    page.evaluate(async (name) => {
      const key = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(key);
      for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
      return document.querySelector('[role=tabpanel] h3')?.textContent;
    }, key);
  expect([await panelAfter('ArrowRight'), await panelAfter('ArrowLeft')]).toEqual([
    'New AI tool',
    'New resource',
  ]);
  await reach(page, 'Title');
  await page.keyboard.type('By keyboard');
  await reach(page, 'Description');
  await page.keyboard.type('No mouse.');
  await reach(page, 'Tags (Optional)');
  await page.keyboard.type('a11y');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  const list = listOf(page, 'Resources');
  await expect(list.getByRole('button', { name: 'Edit By keyboard' })).toBeVisible();
  await reach(page, 'Edit By keyboard');
  await page.keyboard.press('Enter');
  await expect(formOf(page, 'Edit resource').getByLabel('Title')).toBeFocused();
  await reach(page, 'Cancel');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Edit By keyboard');
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('Delete By keyboard');
  await page.keyboard.press('Enter');
  // Another Enter presses nothing; Undo is the next thing that Tab reaches.
  await expect(list.getByRole('group', { name: '“By keyboard” deleted' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('Undo deletion of By keyboard');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('button', { name: 'Edit By keyboard' })).toBeVisible();
});

for (const [standing, names] of [
  ['published', ['Withdraw', 'Cancel']],
  ['scheduled', ['Back to draft', 'Cancel']],
  ['draft', ['Save draft', 'Cancel']],
] as const)
  test(`PUBLISH-2: on a phone Cancel has no row of its own: ${standing}`, async ({
    page,
    embedded,
  }) => {
    const at = { published: 'now()', scheduled: "now() + interval '1 day'", draft: 'null' };
    await embedded.sql('delete from commentaries');
    await embedded.sql(
      `insert into commentaries (title, content, published_at) values ('In a row', 'x', ${at[standing]})`,
    );
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, embedded.url, embedded);
    await page.getByRole('button', { name: 'Edit In a row' }).click();
    const form = page.getByRole('form', { name: 'Edit commentary' });
    const tops = await Promise.all(
      names.map((name) =>
        form
          .getByRole('button', { name, exact: true })
          .evaluate((it) => it.getBoundingClientRect().top),
      ),
    );
    expect(new Set(tops).size).toBe(1);
    const usual = form.locator('button[type=submit]');
    const [first = 0] = tops;
    expect(await usual.evaluate((it) => it.getBoundingClientRect().bottom)).toBeLessThan(first);
  });

for (const width of [360, 390])
  test(`LOOK-13: no way from the dashboard stands alone in its line: ${width} px`, async ({
    page,
    embedded,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await signIn(page, embedded.url, embedded);
    const ways = page.getByRole('region', { name: 'Content Management' }).getByRole('link');
    await expect(ways.filter({ hasText: 'Recently deleted' })).toBeVisible();
    const boxes = await ways.evaluateAll((all) =>
      all
        .map((it) => it.getBoundingClientRect())
        .map(({ left, right, top }) => ({ left, right, top })),
    );
    const lines = new Map<number, number[]>();
    for (const { top, left } of boxes) lines.set(top, [...(lines.get(top) ?? []), left]);
    expect([...lines.values()].map((line) => line.length)).toEqual([2, 2]);
    // And each stands below another one.
    expect(new Set([...lines.values()].map(String)).size).toBe(1);
    expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(width - 16);
  });

test('LOOK-13: the lines between rows of the dashboard are as long as those around them', async ({
  page,
  embedded,
}) => {
  await signIn(page, embedded.url, embedded);
  const list = listOf(page, 'Commentaries').getByRole('list');
  await expect(list.getByRole('button', { name: /^Edit / }).first()).toBeVisible();
  const lengths = await list.evaluate((element) =>
    [element, ...element.querySelectorAll('*')]
      .filter((it) => {
        const { borderTopWidth, borderBottomWidth } = getComputedStyle(it);
        return (
          it.closest('button, a, [role=menu]') === null &&
          borderTopWidth + borderBottomWidth !== '0px0px'
        );
      })
      .map((it) => it.getBoundingClientRect().width),
  );
  expect(lengths.length).toBeGreaterThan(3);
  expect(new Set(lengths).size).toBe(1);
});

for (const width of [360, 1280]) {
  test.describe(`with ${width < 500 ? 'a finger' : 'a mouse'}`, () => {
    test.use({ viewport: { width, height: 800 }, hasTouch: width < 500, isMobile: width < 500 });

    test(`E15: two taps on Delete delete one row, and nothing moves: ${width} px`, async ({
      page,
      embedded,
      complaints,
    }) => {
      await signIn(page, embedded.url, embedded);
      await openTab(page, 'Resources');
      const list = listOf(page, 'Resources');
      const isNarrow = width < 500;
      const edits = list.getByRole('button', { name: /^Edit / });
      // It asks nothing for resources: the second tap lands where the first one did.
      await expect(edits.first()).toBeVisible();
      const name = ((await edits.nth(1).textContent()) ?? '').replace('Edit ', '');
      await list.getByRole('button', { name: `Edit ${name}` }).scrollIntoViewIfNeeded();
      const boxes = () =>
        list
          .getByRole('listitem')
          .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().toJSON()));
      const [before, count] = [await boxes(), await edits.count()];
      const place = list.getByRole('group', { name: /deleted$/ });
      const undo = place.getByRole('button', { name: `Undo deletion of ${name}` });
      const fingers = isNarrow ? await page.context().newCDPSession(page) : null;
      /** On a phone Delete is in the menu. */
      async function twoTaps() {
        if (isNarrow) await list.getByRole('button', { name: `More for ${name}` }).tap();
        const button = isNarrow
          ? page.getByRole('menuitem', { name: 'Delete' })
          : list.getByRole('button', { name: `Delete ${name}` });
        const spot = await button.boundingBox();
        if (spot === null) throw new Error('there is nothing to delete by');
        const [x, y] = [spot.x + spot.width / 2, spot.y + spot.height / 2];
        if (fingers === null) {
          await page.mouse.click(x, y);
          await expect(place).toBeVisible();
          return page.mouse.click(x, y);
        }
        // At once: a double tap is over before a busy machine has answered the first one.
        const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
          fingers.send('Input.dispatchTouchEvent', { type, touchPoints });
        const tap = () => [touch('touchStart', [{ x, y }]), touch('touchEnd', [])];
        await Promise.all([...tap(), ...tap()]);
      }
      await twoTaps();
      await expect(place).toBeVisible();
      // Undo is offered for seconds, and for longer while it is in use: a busy machine may need that.
      await undo.focus();
      await expect(place).toHaveCount(1);
      await expect(edits).toHaveCount(count - 1);
      await expect(page.getByRole('menu')).toHaveCount(0);
      await expect(page).not.toHaveURL(/edit=/);
      expect(await boxes()).toEqual(before);
      expect((await undo.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await undo.click();
      await expect(edits).toHaveCount(count);
      // The row is back at once; that nothing of it waits any more is read a moment later.
      await expect.poll(boxes).toEqual(before);
      // Last, as it may take longer than any offer lasts.
      await twoTaps();
      await expect(undo).toBeVisible();
      expect(await violations(page)).toEqual([]);
      // Both taps may go down before the first one has closed the menu.
      const inVain = complaints.filter((it) => /^Pressed in vain: .*role="menuitem"/.test(it));
      if (isNarrow) for (const it of inVain) complaints.splice(complaints.indexOf(it), 1);
    });
  });
}
