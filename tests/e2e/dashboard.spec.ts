import type { Locator, Page } from '@playwright/test';
import { signIn } from '../support/admin-at-work.ts';
import { inEveryLook, violations } from '../support/axe.ts';
import type { Embedded } from '../support/embedded.ts';
import { sidewaysScroll } from '../support/sideways-scroll.ts';
import { expect, test, untilKept } from './fixtures.ts';

/**
 * The dashboard in a browser: content is edited without a network, seen on the public pages, and sent when there is
 * one.
 */

async function goOffline(page: Page, embedded: Embedded) {
  await untilKept(page);
  await embedded.down();
  await page.context().setOffline(true);
}

const formOf = (page: Page, name: string) => page.getByRole('form', { name });
const listOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function openTab(page: Page, name: string) {
  await page.goto('/admin');
  await page.getByRole('tab', { name }).click();
}

interface Case {
  tab: string;
  one: string;
  many: string;
  button: string;
  typed: Record<string, string>;
  /** The page that shows it, and the text by which it is found there. */
  page: string;
  seen: string;
  asks: string | null;
}

const cases: Case[] = [
  {
    tab: 'Commentaries',
    one: 'commentary',
    many: 'Commentaries',
    button: 'Commentary',
    typed: { Title: 'Tunnels', Content: 'Written in one.' },
    page: '/chatter',
    seen: 'Written in one.',
    asks: 'Are you sure you want to delete this commentary?',
  },
  {
    tab: 'Projects',
    one: 'project',
    many: 'Projects',
    button: 'Project',
    typed: { Title: 'A kite that films', Description: 'Wind permitting.' },
    page: '/projects',
    seen: 'Wind permitting.',
    asks: 'Are you sure you want to delete this project?',
  },
  {
    tab: 'Resources',
    one: 'resource',
    many: 'Resources',
    button: 'Resource',
    typed: { Title: 'On kites', Description: 'How they fly.' },
    page: '/resources',
    seen: 'How they fly.',
    asks: null,
  },
  {
    tab: 'AI Tools',
    one: 'AI tool',
    many: 'AI tools',
    button: 'AI Tool',
    typed: { Name: 'Windsock', Tag: 'weather', Hyperlink: 'https://wind.example' },
    page: '/friends',
    seen: 'weather',
    asks: 'Are you sure you want to delete this AI tool?',
  },
  {
    tab: 'AI Tools',
    one: 'friend',
    many: 'Friends',
    button: 'Friend',
    typed: { Name: 'Zephyrine', 'Bio (Optional)': 'Knows the wind.' },
    page: '/',
    seen: 'Zephyrine',
    asks: 'Are you sure you want to delete this friend?',
  },
  {
    tab: 'Learnings',
    one: 'learning',
    many: 'Learnings',
    button: 'Learning',
    typed: { Title: 'Strings hold', Description: 'If knotted.' },
    page: '/learnings',
    seen: 'If knotted.',
    asks: 'Are you sure you want to delete this learning?',
  },
];

async function fill(form: Locator, typed: Record<string, string>) {
  for (const [label, text] of Object.entries(typed)) {
    await form.getByLabel(label, { exact: true }).fill(text);
  }
}

test('E4: every kind is added, edited and deleted offline, and shows on its page at once', async ({
  page,
  embedded,
}) => {
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.accept();
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, embedded.url, embedded);
  await goOffline(page, embedded);

  const nameOf = ({ typed }: Case) => Object.values(typed)[0] ?? '';
  /** First in the dashboard, kind by kind; then on the pages, each loaded anew. */
  const everyKind = async (
    edit: (item: Case, name: string) => Promise<void>,
    look: (item: Case, name: string) => Promise<void>,
  ) => {
    await page.goto('/admin');
    for (const item of cases) {
      await page.getByRole('tab', { name: item.tab }).click();
      await edit(item, nameOf(item));
    }
    for (const item of cases) {
      await page.goto(item.page);
      await look(item, nameOf(item));
    }
  };

  await everyKind(
    async ({ one, many, button, typed }) => {
      const form = formOf(page, `New ${one}`);
      await fill(form, typed);
      await form.getByRole('button', { name: `Add ${button}` }).click();
      await expect(listOf(page, many).getByText('on this device')).toHaveCount(1);
    },
    async ({ seen }) => expect(page.getByText(seen, { exact: true }).first(), seen).toBeVisible(),
  );
  await everyKind(
    async ({ one, many, button, typed }, name) => {
      const list = listOf(page, many);
      await list.getByRole('button', { name: `Edit ${name}` }).click();
      const form = formOf(page, `Edit ${one}`);
      const field = form.getByLabel(Object.keys(typed)[0] ?? '', { exact: true });
      await expect(field).toBeFocused();
      await field.fill(`${name} again`);
      await form.getByRole('button', { name: `Update ${button}` }).click();
      await expect(list.getByRole('button', { name: `Edit ${name} again` })).toBeFocused();
    },
    async (_, name) => expect(page.getByText(`${name} again`).first()).toBeVisible(),
  );
  await everyKind(
    async ({ many, asks }, name) => {
      const list = listOf(page, many);
      questions.length = 0;
      await list.getByRole('button', { name: `Delete ${name} again` }).click();
      await expect(list.getByText(`${name} again`)).toHaveCount(0);
      expect(questions).toEqual(asks === null ? [] : [asks]);
    },
    async ({ many }, name) => {
      await expect(page.getByRole('heading', { level: 1 }), many).toBeVisible();
      await expect(page.getByText(`${name} again`)).toHaveCount(0);
    },
  );
});

test('the current track is chosen offline and plays on the home page; all of it arrives', async ({
  page,
  embedded,
}) => {
  await signIn(page, embedded.url, embedded);
  await goOffline(page, embedded);
  await openTab(page, 'Music');
  const form = formOf(page, 'New track');
  await fill(form, { Title: 'Kite song', Artist: 'The Strings' });
  await form.getByRole('button', { name: 'Add Track' }).click();
  const list = listOf(page, 'Tracks');
  await list.getByRole('button', { name: 'Set Current Kite song' }).click();
  await expect(list.getByRole('button', { name: 'Now Playing Kite song' })).toBeFocused();
  await expect(list.getByRole('button', { name: /^Now Playing/ })).toHaveCount(1);
  await page.goto('/');
  await expect(page.getByText('Kite song')).toBeVisible();

  await embedded.up();
  await page.context().setOffline(false);
  await expect
    .poll(() => embedded.sql('select title from current_listening where is_current'))
    .toEqual([{ title: 'Kite song' }]);
  await openTab(page, 'Music');
  await expect(list.getByText('on this device')).toHaveCount(0);
});

test('A1: everything works by keyboard', async ({ page, embedded }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, embedded.url, embedded);
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      const labels = element instanceof HTMLElement && 'labels' in element ? element.labels : null;
      const label = (labels as NodeListOf<HTMLLabelElement> | null)?.[0]?.textContent;
      return label ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
  const reach = async (name: string) => {
    for (let i = 0; i < 80; i += 1) {
      if ((await focused()) === name) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`'${name}' cannot be reached by Tab.`);
  };
  await reach('Commentaries');
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
  await reach('Title');
  await page.keyboard.type('By keyboard');
  await reach('Description');
  await page.keyboard.type('No mouse.');
  await reach('Tags (Optional)');
  await page.keyboard.type('a11y');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  const list = listOf(page, 'Resources');
  await expect(list.getByRole('button', { name: 'Edit By keyboard' })).toBeVisible();
  await reach('Edit By keyboard');
  await page.keyboard.press('Enter');
  await expect(formOf(page, 'Edit resource').getByLabel('Title')).toBeFocused();
  await reach('Cancel');
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

for (const width of [360, 1280]) {
  test.describe(`with ${width < 500 ? 'a finger' : 'a mouse'}`, () => {
    test.use({ viewport: { width, height: 800 }, hasTouch: width < 500, isMobile: width < 500 });

    test(`E15: two taps on Delete delete one row, and nothing moves: ${width} px`, async ({
      page,
      embedded,
    }) => {
      await signIn(page, embedded.url, embedded);
      await openTab(page, 'Resources');
      const list = listOf(page, 'Resources');
      const buttons = list.getByRole('button', { name: /^Delete / });
      // It asks nothing for resources: the second tap lands where the first one did.
      const name = ((await buttons.nth(1).textContent()) ?? '').replace('Delete ', '');
      await list.getByRole('button', { name: `Delete ${name}` }).scrollIntoViewIfNeeded();
      const boxes = () =>
        list
          .getByRole('listitem')
          .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().toJSON()));
      const [before, count] = [await boxes(), await buttons.count()];
      const spot = await buttons.nth(1).boundingBox();
      if (spot === null) throw new Error('there is no second row');
      const [x, y] = [spot.x + spot.width / 2, spot.y + spot.height / 2];
      const tap = () => (width < 500 ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
      await tap();
      const place = list.getByRole('group', { name: /deleted$/ });
      await expect(place).toBeVisible();
      await tap();
      await expect(place).toHaveCount(1);
      await expect(buttons).toHaveCount(count - 1);
      expect(await boxes()).toEqual(before);
      expect(await violations(page)).toEqual([]);
      const undo = place.getByRole('button', { name: `Undo deletion of ${name}` });
      expect((await undo.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await undo.click();
      await expect(buttons).toHaveCount(count);
      // The row is back at once; that nothing of it waits any more is read a moment later.
      await expect.poll(boxes).toEqual(before);
    });
  });
}

test('axe finds nothing on any tab, and nothing is cut off, light and dark, at 320, 360 and 1280 px', async ({
  page,
  embedded,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, embedded.url, embedded);
  await expect(page.getByRole('tab')).toHaveCount(6);
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    const edit = page.getByRole('button', { name: /^Edit / }).first();
    await expect(edit).toBeVisible();
    await inEveryLook(page, [360, 1280], async (look) => {
      expect(await violations(page), look).toEqual([]);
      expect(await sidewaysScroll(page), look).toBeLessThanOrEqual(0);
    });
    await edit.click();
    const form = page.getByRole('form', { name: /^Edit / });
    const field = form.getByRole('textbox').first();
    await field.fill('');
    await form.getByRole('button', { name: /^Update / }).click();
    await expect(form.getByRole('alert')).toBeVisible();
    await expect(field).toBeFocused();
    await inEveryLook(page, [320, 360, 1280], async (look) => {
      expect(await violations(page), look).toEqual([]);
      expect(await sidewaysScroll(page), look).toBeLessThanOrEqual(0);
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('main button, main input, main select, main textarea')]
          .filter((it) => it.checkVisibility() && it.getBoundingClientRect().height < 44)
          .map((it) => it.outerHTML.slice(0, 120)),
      );
      expect(small, look).toEqual([]);
    });
    await form
      .getByRole('button', { name: 'Use saved version' })
      .or(form.getByRole('button', { name: 'Cancel' }))
      .last()
      .click();
  }
});
