import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { hostileHtml } from '../support/hostile.ts';
import { expect, readingTest, sample, siteDir, test, untilControlled } from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

/** The search over everything on the device, in a real browser, with the sample content. */

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => dialog(page).getByRole('combobox');
const options = (page: Page) => dialog(page).getByRole('option');
const count = (page: Page) => dialog(page).getByRole('status');

const start = async (page: Page, path = '/projects') => {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main li').first()).toBeVisible();
};

const open = async (page: Page) => {
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
};

for (const keys of ['/', 'Control+k', 'Meta+k']) {
  readingTest(
    `${keys} opens the search, Esc closes it, and the focus returns`,
    async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await start(page);
      const link = page.locator('main').getByRole('link', { name: sample.project });
      await link.focus();
      for (const round of ['downloaded', 'there already']) {
        await page.keyboard.press(keys);
        await expect(field(page), round).toBeFocused();
        await expect(field(page)).toHaveValue('');
        await page.keyboard.type('a');
        await page.keyboard.press('Escape');
        await expect(dialog(page)).toBeHidden();
        await expect(link).toBeFocused();
      }
    },
  );
}

readingTest(
  'it stays open when it is opened again before the browser’s close event',
  async ({ page }) => {
    await start(page);
    await open(page);
    await page.evaluate(async () => {
      const dialog = document.querySelector<HTMLDialogElement & { requestClose(): void }>(
        'dialog[open]',
      );
      const told = new Promise((resolve) => dialog?.addEventListener('close', resolve));
      dialog?.requestClose();
      // React also closes it at the end of the task's microtasks; the event comes with the next task.
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
      await told;
    });
    await expect(field(page)).toBeFocused();
  },
);

for (const width of [360, 1280]) {
  readingTest(
    `a visible button opens it at ${width} px, and has the focus again afterwards`,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await start(page);
      const button = page.getByRole('button', { name: 'Search the site' });
      await button.click();
      await expect(field(page)).toBeFocused();
      await dialog(page).getByRole('button', { name: 'Close search' }).click();
      await expect(button).toBeFocused();
      await button.click();
      await page.mouse.click(width / 2, 3);
      await expect(dialog(page)).toBeHidden();
    },
  );
}

readingTest(
  'by keyboard alone: type, move, open, and read on at the new heading',
  async ({ page }) => {
    await start(page);
    await open(page);
    await page.keyboard.type('chunk for the question');
    await expect(options(page).first()).toContainText('Chunk for the question');
    await expect(options(page).first().locator('mark').first()).toHaveText('Chunk');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.type(' not');
    await expect(options(page).first().locator('p').first().locator('mark')).toHaveCount(7);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/learnings\/chunk-for-the-question-not-for-the-token-limit$/);
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: /^Chunk for/ })).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL(/\/projects$/);
  },
);

readingTest(
  'the field stays where it is while the arrows go through a list longer than the window',
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 360, height: 420 });
    await start(page);
    await open(page);
    const before = await field(page).boundingBox();
    await page.keyboard.press('ArrowUp');
    const last = options(page).last();
    await expect(last).toHaveAttribute('aria-selected', 'true');
    // Browsers scroll by whole pixels.
    await expect(last).toBeInViewport({ ratio: 0.98 });
    expect(await field(page).boundingBox()).toEqual(before);
    await page.keyboard.press('ArrowDown');
    await expect(dialog(page).getByText('Pages', { exact: true })).toBeInViewport({ ratio: 1 });
  },
);

readingTest(
  'Enter right after the last letter opens the result for the whole text, not the one shown before',
  async ({ page }) => {
    await start(page);
    await open(page);
    await page.keyboard.insertText('roadmap');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/roadmap$/);
  },
);

test('an item without a page of its own is in view and focused where its result leads', async ({
  page,
  embedded,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await start(page);
  const of = async (sql: string) => Object.values((await embedded.sql(sql))[0]!).map(String);
  const [resource] = await of('select title from resources order by created_at limit 1');
  const [tool] = await of('select name from ai_tools order by created_at limit 1');
  const [chatter] = await of('select title from commentaries order by created_at limit 1');
  const [friend] = await of('select name from friends limit 1');
  const cases: [string, string][] = [
    [resource!, 'Resources'],
    [tool!, 'AI tools'],
    [chatter!, 'Commentaries'],
    [friend!, 'Friends'],
    ['A site that works in a tunnel', 'Posts'],
  ];
  for (const [title, group] of cases) {
    await open(page);
    await page.keyboard.insertText(title);
    const found = dialog(page).getByRole('group', { name: group, exact: true });
    await found.getByRole('option').filter({ hasText: title }).first().click();
    await expect(dialog(page)).toBeHidden();
    const place = page.locator(':focus');
    await expect(place).toContainText(title);
    await expect(place).toBeInViewport({ ratio: 1 });
  }
});

readingTest(
  'a result on the page that is already open is scrolled to as well',
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 400 });
    await start(page, '/posts');
    await open(page);
    await page.keyboard.insertText('tunnel');
    await page.keyboard.press('Enter');
    await expect(page.locator(':focus')).toHaveText('A site that works in a tunnel');
    await expect(page.locator(':focus')).toBeInViewport();
  },
);

readingTest(
  'DIFF-8: offline it finds, and opens, what is on the device',
  async ({ page, context }) => {
    await start(page);
    await untilControlled(page);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText(sample.project).first()).toBeVisible();
    await open(page);
    await page.keyboard.type('olama');
    // The words of others contain its name, and may be on the screen before it.
    await expect(options(page).first()).toHaveText(new RegExp(`^${sample.tool}`));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/friends\?q=Ollama$/);
    await expect(page.locator('main').getByRole('link', { name: sample.tool })).toBeFocused();
  },
);

readingTest('back closes the dialog with the page it was opened on', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await start(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Learnings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Learnings' })).toBeFocused();
  await open(page);
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/projects$/);
  await expect(dialog(page)).toBeHidden();
});

readingTest(
  'nothing of the search but its button is downloaded before it is first opened',
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await start(page);
    const chunks = readdirSync(`${siteDir}/assets`).filter((name) => name.endsWith('.js'));
    // The words of one of its messages.
    const [chunk, ...more] = chunks.filter((name) =>
      readFileSync(`${siteDir}/assets/${name}`, 'utf8').includes('MiniSearch:'),
    );
    expect(more).toEqual([]);
    const ofChunk = () => asked.filter((path) => path === `/assets/${chunk}`).length;
    expect(ofChunk()).toBe(0);
    await open(page);
    expect(ofChunk()).toBe(1);
  },
);

readingTest(
  'a message says that the search could not be downloaded, and it can be tried again',
  async ({ page }) => {
    // A device without a copy of the search, whose network fails at the wrong moment.
    await page.addInitScript('delete Navigator.prototype.serviceWorker');
    await page.route('**/assets/search-dialog-*', (route) => route.abort());
    await start(page);
    await page.keyboard.press('/');
    await expect(page.getByText('The search could not be loaded. Please try again.')).toBeVisible();
    await page.unroute('**/assets/search-dialog-*');
    await open(page);
  },
);

test('X2: hostile titles are text in the results', async ({ page, embedded, complaints }) => {
  const text = hostileHtml.join('\n').replaceAll('\u0000', '');
  let ran = 0;
  await page.exposeFunction('pwned', () => {
    ran += 1;
  });
  await embedded.exclusively(async (database) => {
    await database.query('update projects set title = $1, description = $2, slug = $3', [
      text.slice(0, 2_000),
      text,
      '"><script>pwned()</script>',
    ]);
    await database.query('update resources set title = $1, tags = $1', [text.slice(2_000, 4_000)]);
    await database.query('update tasks set content = $1', [text.slice(4_000, 6_000)]);
  });
  await start(page);
  await open(page);
  for (const query of ['pwned', 'script', 'onerror svg', '<img src=x onerror=pwned()>']) {
    await field(page).fill(query);
    await expect(count(page)).toContainText('results');
    const strange = await dialog(page)
      .locator('[role=listbox] *')
      .evaluateAll((all) =>
        all
          .map(({ localName }) => localName)
          .filter((it) => !['div', 'p', 'span', 'mark'].includes(it)),
      );
    expect(strange).toEqual([]);
  }
  expect(ran).toBe(0);
  complaints.length = 0;
});

test('two thousand resources are searched while typing, and the last of them is in view when opened', {
  tag: '@long',
}, async ({ page, embedded }) => {
  // Two thousand rows are pulled and stored.
  test.slow();
  await embedded.sql(`insert into resources (title, description, tags, type, created_at)
    select 'Resource number ' || i, repeat(md5(i::text) || ' ' || md5((i + 7)::text) || ' words in between ', 4), 'common', 'text', now() - i * interval '1 hour'
    from generate_series(1, 2000) i`);
  await page.goto('/projects');
  await expect(page.getByText(sample.project).first()).toBeVisible();
  await open(page);
  await field(page).fill('resource number');
  await expect(count(page)).toContainText(/20\d\d results, the best 40 shown/);
  await field(page).fill('');
  await page.keyboard.type('resource number 1003', { delay: 60 });
  await expect(options(page).first()).toContainText('Resource number 1003');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/resources/);
  const heading = page.getByRole('heading', { name: 'Resource number 1003', exact: true });
  await expect(heading).toBeInViewport();
});
