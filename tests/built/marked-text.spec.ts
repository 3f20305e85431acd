import type { Page } from '@playwright/test';
import { filledTest as test } from '../e2e/filled-pages.ts';
import { expect, untilControlled } from '../e2e/fixtures.ts';
import { inEveryLook, violations } from '../support/axe.ts';
import { code, everyConstruct, title } from '../support/every-construct.ts';
import { sidewaysScroll } from '../support/sideways-scroll.ts';

/** LEARNING-2: a learning with each construct of Markdown, in a browser. */

test.beforeEach(async ({ filled }) => {
  await filled.sql(
    `insert into public.learnings (title, description, content, tags) values ($1, 'All of it', $2, '{md}')`,
    [title, everyConstruct],
  );
});

/** Other tests of this worker count what is there. */
test.afterEach(async ({ filled }) => {
  await filled.sql('delete from public.learnings where title = $1', [title]);
});

async function open(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/learnings/marked`);
  await untilWhole(page);
}

/** Until the text is there, with its links by name. */
async function untilWhole(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'First heading' })).toBeVisible();
  await expect(page.locator('[data-loading]')).toHaveCount(0);
}

/** The first keyword of the code, once it is highlighted. */
const coloured = (page: Page) => page.locator('[data-token="keyword"]').first();

test('A9 LOOK-3 LOOK-13 LEARNING-2: in every window and look, at 400 % too, only code and tables scroll, and axe finds nothing', async ({
  page,
  filled,
}) => {
  await open(page, filled.url);
  await expect(coloured(page)).toHaveText('const');
  const boxes = [
    page.getByRole('group', { name: 'Code, TypeScript' }),
    page.getByRole('group', { name: 'Table' }),
  ];
  // 320 px are 1280 at 400 %.
  await inEveryLook(page, [320, 390, 768, 1280], async (look) => {
    expect.soft(await sidewaysScroll(page), look).toBeLessThanOrEqual(0);
    for (const box of boxes) {
      const [inside, outside] = await box.evaluate((it) => [it.scrollWidth, it.clientWidth]);
      expect.soft(inside, look).toBeGreaterThan(outside ?? 0);
    }
    expect.soft(await violations(page, look), look).toEqual([]);
  });
  const button = await page.getByRole('button', { name: 'Copy code' }).first().boundingBox();
  expect(Math.min(button?.width ?? 0, button?.height ?? 0)).toBeGreaterThanOrEqual(44);
});

test('LEARNING-2: a formula in a line stands on the line, and one that is wider than a phone scrolls in itself, by keyboard too', async ({
  page,
  filled,
}) => {
  const sum = Array.from({ length: 14 }, (_, place) => `a_{${place}}`).join(' + ');
  await filled.sql(`update public.learnings set content = $2 where title = $1`, [
    title,
    `# First heading\n\nFormulas, $x$ and $\\frac{x}{2}$, in a line, and $${sum}$ at its end.`,
  ]);
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, filled.url);
  const small = page.locator('main .prose [data-formula="inline"]').first();
  await expect(small.locator('math')).toBeVisible();
  const offTheLine = await small.evaluate((it) => {
    // An empty inline block ends at the baseline; so does an x.
    const baseline = document.createElement('span');
    baseline.style.display = 'inline-block';
    it.before(baseline);
    const end = it.querySelector('math')?.getBoundingClientRect().bottom ?? 0;
    return Math.abs(end - baseline.getBoundingClientRect().bottom);
  });
  expect(offTheLine).toBeLessThanOrEqual(1);

  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  const wide = page.locator('main .prose p [data-formula][tabindex="0"]');
  await expect(wide.locator('math')).toBeAttached();
  const scrolled = () => wide.evaluate((it) => it.scrollLeft);
  expect(await wide.evaluate((it) => it.scrollWidth > it.clientWidth)).toBe(true);
  await wide.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(scrolled).toBeGreaterThan(0);
});

test('LOOK-7 LEARNING-2: on paper nothing is cut off, and nothing is there that paper has no use for', async ({
  page,
  filled,
}) => {
  await open(page, filled.url);
  await expect(coloured(page)).toHaveText('const');
  // A4 between its edges.
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  const cutOff = () =>
    page
      .locator('main .prose :is([role="group"], pre, p, li, td)')
      .evaluateAll((all) =>
        all
          .filter(
            (it) =>
              it.scrollWidth > it.clientWidth + 1 && getComputedStyle(it).display !== 'inline',
          )
          .map((it) => `${it.scrollWidth} > ${it.clientWidth}: ${it.outerHTML.slice(0, 80)}`),
      );
  expect(await cutOff()).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await expect(page.getByRole('button').filter({ hasText: 'Copy', visible: true })).toHaveCount(0);
  await expect(page.getByText('Contents').filter({ visible: true })).toHaveCount(0);
  await expect(page.locator('main .prose img').first()).toBeVisible();
});

test('A9 A12 LEARNING-2: with forced colours every part keeps its edge or mark, and the tree of a screen reader has them all', async ({
  page,
  filled,
}) => {
  await open(page, filled.url);
  await page.emulateMedia({ forcedColors: 'active' });
  const edge = (selector: string, side: 'Left' | 'Top') =>
    page
      .locator(`main .prose ${selector}`)
      .first()
      .evaluate((it, named) => {
        const {
          [`border${named}Width`]: width,
          [`border${named}Color`]: colour,
          backgroundColor,
        } = getComputedStyle(it) as unknown as Record<string, string>;
        return Number.parseFloat(width ?? '') >= 1 && colour !== backgroundColor;
      }, side);
  for (const selector of ['[data-code]', '[role=doc-endnotes]', 'td'])
    expect.soft(await edge(selector, 'Top'), selector).toBe(true);
  for (const selector of ['blockquote', '[data-alert]'])
    expect.soft(await edge(selector, 'Left'), selector).toBe(true);
  await expect(page.locator('main .prose')).toMatchAriaSnapshot(`
    - heading "First heading" [level=2]:
      - link "First heading"
    - paragraph:
      - emphasis: emphasis
      - strong: strength
      - code: code <b>
      - deletion: what is gone
      - link "project"
      - link "address (opens in a new tab)"
      - link "Ask My Notes"
      - link "other words"
      - superscript:
        - link "Footnote 1"
    - button "Copy code"
    - group "Code, TypeScript":
      - code
    - button "Copy code"
    - group "Code, jq":
      - code
    - heading "Second heading with code" [level=3]
    - list:
      - listitem:
        - text: one
        - list:
          - listitem:
            - text: nested
            - list:
              - listitem: deeper
      - listitem: two
    - list:
      - listitem:
        - paragraph: first
        - paragraph: with a second paragraph
      - listitem:
        - paragraph: second
    - list:
      - listitem:
        - checkbox "Done" [checked] [disabled]
        - text: done
      - listitem:
        - checkbox "To do" [disabled]
        - text: open
        - list
    - blockquote:
      - paragraph: A quote of two
      - paragraph: paragraphs.
    - blockquote:
      - paragraph: Note
    - blockquote:
      - paragraph: Tip
    - blockquote:
      - paragraph: Important
    - blockquote:
      - paragraph: Warning
    - blockquote:
      - paragraph: Caution
    - group "Table":
      - table:
        - rowgroup:
          - row:
            - columnheader "Left"
            - columnheader "Right"
        - rowgroup:
          - row "wide 1"
          - row "code link"
    - heading "Third heading" [level=4]
    - paragraph:
      - 'button "Enlarge picture: Sample"'
    - paragraph:
      - link "Linked":
        - img "Linked"
    - button "Copy code"
    - group "Code":
      - code: indented <div>
    - heading "Last heading" [level=3]
    - separator
    - list:
      - listitem:
        - paragraph:
          - link "Back to reference 1"
      - listitem:
        - paragraph:
          - link "Back to reference 2"
  `);
});

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
  await untilWhole(page);
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
  // It knows the languages.
  const known = page.waitForResponse(/\/text-later/);
  await open(page, filled.url);
  await (await known).finished();
  for (let idle = 0; idle < 3; idle += 1)
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
    // Its links by name may put the text into the page once more, so the picture is looked for each time.
    const width = () =>
      page
        .locator('main .prose img')
        .first()
        .evaluate((it: HTMLImageElement) => {
          it.scrollIntoView();
          return it.naturalWidth;
        });
    await expect.poll(width).toBe(512);
  });
});
