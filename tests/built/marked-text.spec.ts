import type { Page } from '@playwright/test';
import { filledTest as test } from '../e2e/filled-pages.ts';
import { expect, untilControlled } from '../e2e/fixtures.ts';
import { violations } from '../support/axe.ts';
import { sidewaysScroll } from '../support/sideways-scroll.ts';

/** LEARNING-2: a learning with each construct of Markdown, in a browser. */

const code = `  const long = '${'wide '.repeat(60)}';\n\tconst indented = 1 < 2 && true;`;
const content = `# First heading

Words with *emphasis*, **strength**, \`code <b>\`, ~~what is gone~~, a [project](/projects/fieldnotes), an
[address](https://example.com/) and a note.[^1] A line
ends here.

\`\`\`TypeScript
${code}
\`\`\`

## Second heading

- one
  - nested
- two

1. first

   with a second paragraph
2. second

- [x] done
- [ ] open

> A quote of two
>
> paragraphs.

> [!WARNING]
> Take care.

| Left | Right |${' Measured |'.repeat(8)}
|:-----|------:|${'---|'.repeat(8)}
| wide | 1 |

![Sample](/icons/maskable-512.png)

[![Linked](/icons/icon-192.png)](/projects)

    indented <div>

## Last heading

***

[^1]: The note, with \`code\`.
`;

test.beforeEach(async ({ filled }) => {
  await filled.sql(`delete from public.learnings where title = 'Marked'`);
  await filled.sql(
    `insert into public.learnings (title, description, content, tags) values ('Marked', 'All of it', $1, '{md}')`,
    [content],
  );
});

async function open(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/learnings/marked`);
  await expect(page.getByRole('heading', { name: 'First heading' })).toBeVisible();
}

/** The first keyword of the code, once it is highlighted. */
const coloured = (page: Page) => page.locator('[data-token="keyword"]').first();

for (const [width, colorScheme] of [
  [390, 'light'],
  [1280, 'dark'],
] as const) {
  test(`LEARNING-2: at ${width} px, ${colorScheme}, only code and tables scroll, and axe finds nothing`, async ({
    page,
    filled,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await open(page, filled.url);
    await expect(coloured(page)).toHaveText('const');
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    for (const box of [
      page.getByRole('group', { name: 'Code, TypeScript' }),
      page.getByRole('group', { name: 'Table' }),
    ]) {
      const [inside, outside] = await box.evaluate((it) => [it.scrollWidth, it.clientWidth]);
      expect(inside).toBeGreaterThan(outside ?? 0);
    }
    const button = await page.getByRole('button', { name: 'Copy code' }).first().boundingBox();
    expect(Math.min(button?.width ?? 0, button?.height ?? 0)).toBeGreaterThanOrEqual(44);
    expect(await violations(page)).toEqual([]);
  });
}

test('LEARNING-2: code is copied by keyboard, a footnote leads there and back, a link needs no load', async ({
  page,
  context,
  filled,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, filled.url);
  await page.getByRole('button', { name: 'Copy code' }).first().press('Enter');
  await expect(page.getByRole('status').getByText('Code copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await page.getByRole('link', { name: 'Footnote 1' }).click();
  await expect(page).toHaveURL(/#note-/);
  await expect(page.getByText('The note, with')).toBeInViewport();
  await page.getByRole('link', { name: 'Back to reference 1' }).click();
  await expect(page.getByText('ends here.')).toBeInViewport();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(`${filled.url}/learnings/marked`);
  await page.getByRole('main').getByRole('link', { name: 'project', exact: true }).click();
  await expect(page).toHaveURL(`${filled.url}/projects/fieldnotes`);
  await expect(page.locator('h1')).toHaveText('Fieldnotes');
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
});

test('A1 LEARNING-2: the address of a heading leads there, where the text comes from the device, too, and Back to the place before', async ({
  page,
  filled,
}) => {
  const address = `${filled.url}/learnings/marked`;
  const heading = page.getByRole('heading', { name: 'Last heading' });
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto(`${address}#h-last-heading`);
  await expect(heading).toBeInViewport();
  const first = page.getByRole('link', { name: 'First heading' });
  await first.scrollIntoViewIfNeeded();
  const place = () => page.evaluate(() => Math.round(window.scrollY));
  const before = await place();
  await first.click();
  await expect(page).toHaveURL(`${address}#h-first-heading`);
  await expect(heading).not.toBeInViewport();
  expect(await place()).not.toBe(before);
  await page.goBack();
  await expect(page).toHaveURL(`${address}#h-last-heading`);
  await expect.poll(place).toBe(before);
});

test('LEARNING-2: code gets its colours after the text is shown, nothing moves, and paper and forced colours have none', async ({
  page,
  filled,
}) => {
  let goOn = () => {};
  const looked = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(/\/highlight-/, async (route) => {
    await looked;
    await route.continue();
  });
  await open(page, filled.url);
  const text = page.locator('main .prose');
  const places = () =>
    text.evaluate((it) => [...it.children].map((child) => child.getBoundingClientRect().top));
  const [words, before] = [await text.textContent(), await places()];
  await expect(coloured(page)).toHaveCount(0);
  goOn();
  await expect(coloured(page)).toHaveText('const');
  expect([await text.textContent(), await places()]).toEqual([words, before]);
  const isColoured = () =>
    coloured(page).evaluate((it) => {
      const around = it.closest('code') ?? it;
      return getComputedStyle(it).color !== getComputedStyle(around).color;
    });
  expect(await isColoured()).toBe(true);
  await page.emulateMedia({ media: 'print' });
  expect(await isColoured()).toBe(false);
  await page.emulateMedia({ media: 'screen', forcedColors: 'active' });
  expect(await isColoured()).toBe(false);
});

test('LEARNING-2: code stays plain, and nobody is told, where what highlights it cannot be loaded', async ({
  page,
  filled,
}) => {
  await page.route(/\/highlight-code/, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (it) => it.url().includes('/highlight-code'));
  await open(page, filled.url);
  await failed;
  await expect(page.getByRole('group', { name: 'Code, TypeScript' })).toContainText('const long');
  await expect(coloured(page)).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('LEARNING-2: what highlights code is not loaded for a language that it does not know', async ({
  page,
  filled,
}) => {
  await filled.sql(`update public.learnings set content = $1 where title = 'Marked'`, [
    '# First heading\n\n```jq\ndef a: 1;\n```\n',
  ]);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const known = page.waitForResponse(/\/highlight-known/);
  await open(page, filled.url);
  await (await known).finished();
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  expect(asked.filter((url) => url.includes('/highlight-code'))).toEqual([]);
});

test('HOME-5 A12 LEARNING-2: a picture is enlarged by the keyboard and by a tap, one in a link leads on, and axe finds nothing', async ({
  browser,
  filled,
}) => {
  const context = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await open(page, filled.url);
  const button = page.getByRole('button', { name: 'Enlarge picture: Sample' });
  const dialog = page.getByRole('dialog', { name: 'Picture: Sample' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await expect(dialog.getByRole('img')).toBeInViewport({ ratio: 1 });
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  await button.tap();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`${filled.url}/learnings/marked`);
  await page.getByRole('img', { name: 'Linked' }).tap();
  await expect(page).toHaveURL(`${filled.url}/projects`);
  await context.close();
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('O1 LEARNING-2: the pictures of a text are kept, and shown', async ({
    page,
    context,
    filled,
  }) => {
    await page.goto(filled.url);
    const isKept = () =>
      page.evaluate(async () => {
        const cache = await caches.open('fieldnotes-pictures');
        return (await cache.match('/icons/maskable-512.png')) !== undefined;
      });
    await expect.poll(isKept).toBe(true);
    await untilControlled(page);
    await context.setOffline(true);
    await open(page, filled.url);
    const picture = page.locator('main .prose img').first();
    await picture.scrollIntoViewIfNeeded();
    const width = () => picture.evaluate((it: HTMLImageElement) => it.naturalWidth);
    await expect.poll(width).toBe(512);
  });
});
