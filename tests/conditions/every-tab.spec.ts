import { expect, test, untilKept } from '../e2e/fixtures.ts';
import { fill, formOf, goOffline, listOf, placeOf, signIn } from '../support/admin-at-work.ts';
import { inEveryLook, violations } from '../support/axe.ts';
import { sidewaysScroll } from '../support/sideways-scroll.ts';

test.use({ serviceWorkers: 'allow' });

/** Every tab of the dashboard: each kind is edited without a network, and each form looks right in every look. */

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
  await untilKept(page);
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
      await expect(placeOf(page, `${name} again`)).toBeVisible();
      await expect(list.getByRole('button', { name: `Edit ${name} again` })).toHaveCount(0);
      expect(questions).toEqual(asks === null ? [] : [asks]);
    },
    async ({ many }, name) => {
      await expect(page.getByRole('heading', { level: 1 }), many).toBeVisible();
      await expect(page.getByText(`${name} again`)).toHaveCount(0);
    },
  );
});

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
