import type { Page } from '@playwright/test';
import { smallTargets } from '../pages/looked-at.ts';
import { listOf, signIn } from '../support/admin-at-work.ts';
import { violations } from '../support/axe.ts';
import type { Embedded } from '../support/embedded.ts';
import { sidewaysScroll } from '../support/sideways-scroll.ts';
import { expect, test } from './fixtures.ts';
import { Finger, focusedName, middleOf, reach } from './hands.ts';

/** The rows of the dashboard: several at once, their menus and their order, by keyboard, mouse and finger alone. */

const names = ['Row one', 'Row two', 'Row three', 'Row four'] as const;
const [one, two, three, four] = names;

/** Only these four learnings, in this order, none of them pinned. */
async function open(page: Page, embedded: Embedded): Promise<void> {
  const rows = names.map(
    (name, i) => `('${name}', 'About', array['old'], timestamptz '2026-01-0${9 - i}')`,
  );
  await embedded.sql('delete from learnings');
  await embedded.sql(
    `insert into learnings (title, description, tags, created_at) values ${rows.join(', ')}`,
  );
  await signIn(page, embedded.url, embedded);
  await page.goto('/admin?tab=learnings');
  await expect(
    listOf(page, 'Learnings').getByRole('button', { name: `Edit ${four}` }),
  ).toBeVisible();
}

const row = (page: Page, name: string) => page.locator('[data-row]').filter({ hasText: name });
const shown = (page: Page) =>
  page
    .locator('[data-row]')
    .evaluateAll((rows) =>
      rows.map((it) => /Row (one|two|three|four)/.exec(it.textContent ?? '')?.[0]),
    );
const expectOrder = (page: Page, order: readonly string[]) =>
  expect.poll(() => shown(page)).toEqual(order);

async function expectTagged(page: Page, tagged: readonly string[]): Promise<void> {
  await expect(page.locator('[data-row]').filter({ hasText: 'evening' })).toHaveText(
    tagged.map((name) => new RegExp(name)),
  );
}

async function stored({ sql }: Embedded): Promise<readonly string[]> {
  const rows = await sql('select title from learnings order by rank nulls last, created_at desc');
  return rows.map(({ title }) => String(title));
}

test.describe('by keyboard alone', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test('BULK-1 BULK-2: three rows are selected, get a tag, and lose it by one Undo', async ({
    page,
    embedded,
  }) => {
    await open(page, embedded);
    await reach(page, 'Select learnings');
    await page.keyboard.press('Enter');
    await reach(page, `Select ${one}`);
    await page.keyboard.press('Space');
    await reach(page, `Select ${three}`);
    await page.keyboard.press('Shift+Space');
    const bar = page.getByRole('region', { name: 'Selected learnings' });
    await expect(bar.getByRole('status')).toHaveText('3 selected');
    await reach(page, 'Add a tag', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await reach(page, 'Tags to add');
    await page.keyboard.type('evening');
    await reach(page, 'Add');
    await page.keyboard.press('Enter');
    await expect(page.getByText('3 learnings tagged with “evening”')).toBeVisible();
    await page.keyboard.press('F8');
    expect(await focusedName(page)).toBe('Undo');
    await expectTagged(page, [one, two, three]);
    await page.keyboard.press('Enter');
    await expect(page.getByText('As it was before')).toBeVisible();
    await expectTagged(page, []);
    await expect.poll(() => focusedName(page)).toBe('Add a tag');
  });

  test('ORDER-1: a row is pinned and moved by its menu, which gives the focus back', async ({
    page,
    embedded,
  }) => {
    await open(page, embedded);
    const choose = async (name: string, item: string) => {
      await reach(page, `More for ${name}`);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('menu')).toBeVisible();
      await reach(page, item, 'ArrowDown');
      await page.keyboard.press('Enter');
      await expect.poll(() => focusedName(page)).toBe(`More for ${name}`);
    };
    await choose(three, 'Pin');
    await expectOrder(page, [three, one, two, four]);
    await expect(page.getByText(`“${three}” pinned`)).toBeVisible();
    await choose(four, 'Pin');
    await expectOrder(page, [four, three, one, two]);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    expect(await focusedName(page)).toBe(`More for ${four}`);
    await choose(four, 'Move down');
    await expectOrder(page, [three, four, one, two]);
    await expect.poll(() => stored(embedded)).toEqual([three, four, one, two]);
  });

  test('ORDER-1 A5: a row is lifted, moved and dropped by its grip', async ({ page, embedded }) => {
    await open(page, embedded);
    await reach(page, `Drag “${four}”`);
    for (const key of ['Space', 'Home', 'Space']) await page.keyboard.press(key);
    await expectOrder(page, [four, one, two, three]);
    await expect.poll(() => focusedName(page)).toBe(`Drag “${four}”`);
    await expect(page.getByText(`Moved “${four}”. Pinned, 1 of 1.`)).toBeAttached();
    await expect.poll(() => stored(embedded)).toEqual([four, one, two, three]);
  });
});

test.describe('with a mouse', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test('BULK-2: 400 rows are withdrawn by one edit, which one Undo takes back and one request sends', async ({
    page,
    embedded,
  }) => {
    await embedded.sql('delete from commentaries');
    await embedded.sql(
      `insert into commentaries (title, content) select 'Said ' || i, 'Words' from generate_series(1, 400) i`,
    );
    const sent: (readonly { changes: readonly unknown[] }[])[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/rpc/sync_push')) sent.push(request.postDataJSON().mutations);
    });
    const out = async () =>
      (await embedded.sql('select count(published_at)::int as out from commentaries'))[0]?.out;
    await signIn(page, embedded.url, embedded);
    await page.goto('/admin?tab=commentary');
    const list = listOf(page, 'Commentaries');
    await list.getByRole('button', { name: 'Select commentaries' }).click();
    await list.getByRole('button', { name: 'Select all 400' }).click();
    const withdraw = list.getByRole('button', { name: 'Withdraw' });
    await withdraw.click();
    await expect(page.getByText('400 commentaries withdrawn')).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('As it was before')).toBeVisible();
    await expect(withdraw).not.toHaveAttribute('aria-disabled', 'true');
    expect([sent, await out()]).toEqual([[], 400]);
    await withdraw.click();
    await expect.poll(out).toBe(0);
    expect(sent.map((edits) => edits.map(({ changes }) => changes.length))).toEqual([[400]]);
  });

  test('ORDER-1: a row is dragged by its name to where the line shows, and back out of the pinned', async ({
    page,
    embedded,
  }) => {
    await open(page, embedded);
    const drag = async (from: string, to: string, part: number) => {
      await row(page, to).scrollIntoViewIfNeeded();
      const start = await middleOf(row(page, from).getByText(from, { exact: true }).first());
      const box = await row(page, to).boundingBox();
      if (box === null) throw new Error('there is no such row');
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(start.x, start.y + 10, { steps: 3 });
      await page.mouse.move(start.x, box.y + box.height * part, { steps: 10 });
    };
    const line = (name: string) =>
      row(page, name).evaluate((it) => getComputedStyle(it, '::before').borderTopStyle);
    await drag(three, one, 0.2);
    await expect.poll(() => line(one)).toBe('solid');
    await page.mouse.up();
    await expectOrder(page, [three, one, two, four]);
    // Among those that stand by their date nothing moves.
    await drag(one, four, 0.8);
    await page.mouse.up();
    await drag(four, three, 0.2);
    await page.mouse.up();
    await expectOrder(page, [four, three, one, two]);
    await drag(three, two, 0.8);
    // It would go to the place of its date.
    await expect.poll(() => line(two)).toBe('solid');
    await page.mouse.up();
    await expectOrder(page, [four, one, two, three]);
    await expect.poll(() => stored(embedded)).toEqual([four, one, two, three]);
  });
});

test.describe('by touch alone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('BULK-1 BULK-2: three rows are selected, get a tag, and lose it by one Undo', async ({
    page,
    embedded,
  }) => {
    await open(page, embedded);
    const list = listOf(page, 'Learnings');
    await list.getByRole('button', { name: 'Select learnings' }).tap();
    for (const name of [one, two, three]) {
      await list.getByLabel(`Select ${name}`, { exact: true }).tap();
    }
    const bar = page.getByRole('region', { name: 'Selected learnings' });
    await expect(bar.getByRole('status')).toHaveText('3 selected');
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await bar.getByRole('button', { name: 'Add a tag' }).tap();
    await bar.getByRole('combobox', { name: 'Tags to add' }).tap();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Input.insertText', { text: 'evening' });
    await bar.getByRole('button', { name: 'Add', exact: true }).tap();
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await undo.tap();
    await expect(page.getByText('As it was before')).toBeVisible();
    await expectTagged(page, []);
  });

  test('ORDER-1: a row is pinned and moved by its menu; a row has two targets beside its grip', async ({
    page,
    embedded,
  }) => {
    await open(page, embedded);
    const choose = async (name: string, item: string) => {
      await page.getByRole('button', { name: `More for ${name}` }).tap();
      await page.getByRole('menuitem', { name: item }).tap();
    };
    const buttons = row(page, two).getByRole('button');
    await expect(buttons).toHaveCount(3);
    const tops = await buttons.evaluateAll((all) =>
      all.map((it) => {
        const { top, height } = it.getBoundingClientRect();
        return Math.round(top + height / 2);
      }),
    );
    expect(new Set(tops).size).toBe(1);
    expect(await smallTargets(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await choose(three, 'Pin');
    await expectOrder(page, [three, one, two, four]);
    await choose(four, 'Pin');
    await expectOrder(page, [four, three, one, two]);
    await choose(three, 'Move up');
    await expectOrder(page, [three, four, one, two]);
    await expect.poll(() => stored(embedded)).toEqual([three, four, one, two]);
  });

  test('ORDER-1 A7: a long press lifts a row, a swipe scrolls, and the grip drags at once', async ({
    page,
    embedded,
  }) => {
    await open(page, embedded);
    const finger = new Finger(page);
    await row(page, one).evaluate((it) =>
      window.scrollTo(0, it.getBoundingClientRect().top + window.scrollY - 200),
    );
    const above = async (name: string) => {
      const box = await row(page, name).boundingBox();
      if (box === null) throw new Error('there is no such row');
      return { x: box.x + 80, y: box.y + 6 };
    };
    const from = await middleOf(row(page, three).getByText(three, { exact: true }).first());
    await finger.lift(from);
    await finger.move(from, await above(one));
    await finger.touch('touchEnd');
    await expectOrder(page, [three, one, two, four]);
    const grip = await middleOf(page.getByRole('button', { name: `Drag “${two}”` }));
    await finger.touch('touchStart', grip);
    await finger.move(grip, await above(three));
    await finger.touch('touchEnd');
    await expectOrder(page, [two, three, one, four]);
    await expect.poll(() => stored(embedded)).toEqual([two, three, one, four]);
  });
});
