import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  built,
  filledPages,
  snapshots,
  filledTest as test,
  untilReplaced,
} from '../e2e/filled-pages.ts';
import { expect, untilControlled } from '../e2e/fixtures.ts';
import { signIn } from '../support/admin-at-work.ts';
import { expectStill } from '../support/layout-shift.ts';
import { htmlProblems } from '../support/valid-html.ts';
import { said, saidByBuild } from './said-in-head.ts';

/** Pages that the build has filled with their content, in a browser. */

test('PAGES-1: every page of the whole build is valid HTML', async ({ filled }) => {
  const pages = readdirSync(filled.folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  );
  expect(pages.length).toBeGreaterThan(30);
  for (const name of pages)
    expect
      .soft(await htmlProblems(readFileSync(join(filled.folder, name), 'utf8')), name)
      .toEqual([]);
});

test('HOME-10: without a script that ever comes no page says that something loads, and what stands below it is seen', async ({
  page,
  filled,
}) => {
  const pages = readdirSync(filled.folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  );
  for (const name of pages)
    expect
      .soft(readFileSync(join(filled.folder, name), 'utf8'), name)
      .not.toMatch(/<[^>]*data-loading/);
  await page.route('**/assets/*.js', () => {});
  for (const { path } of filledPages) {
    await page.goto(`${filled.url}${path}`, { waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(page.locator('.spinning, .after-wait').filter({ visible: true })).toHaveCount(0);
  }
});

test('HOME-10: until the app knows which theme is chosen, no other one looks chosen', async ({
  page,
  filled,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.route('**/assets/*.js', () => {});
  await page.goto(filled.url, { waitUntil: 'commit' });
  const system = page.locator('#built label', { hasText: 'System' }).first();
  const clear = 'rgba(0, 0, 0, 0)';
  await expect(system).not.toHaveCSS('background-color', clear);
  await page.evaluate(() => localStorage.setItem('fieldnotes.theme', 'dark'));
  await page.reload({ waitUntil: 'commit' });
  await expect(system).toHaveCSS('background-color', clear);
});

test('PAGES-2: where scripts never come, the ways on can be followed on a phone', async ({
  page,
  filled,
}) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${filled.url}/learnings`);
  // It has loaded itself once more by then.
  await expect(page.getByText('This page could not be put together')).toBeVisible();
  // Fonts that come later move what is far down, and a press would miss it.
  await page.evaluate(() => document.fonts.ready);
  await page
    .getByRole('navigation', { name: 'All pages' })
    .getByRole('link', { name: 'Resources' })
    .click();
  await expect(page.locator('main h1')).toHaveText('Resources');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('L7 PAGES-2: every page shows its title, its content and the ways on, on a phone too', async ({
    page,
    filled,
  }) => {
    for (const { path, shows } of filledPages) {
      await page.goto(`${filled.url}${path}`);
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expect(page.locator('main h1')).toBeVisible();
        await expect(page.getByRole('contentinfo')).toBeVisible();
        // A button would do nothing, and is not there.
        if (path !== '/contact')
          await expect(page.locator('main').getByText(shows).first()).toBeVisible();
        for (const name of ['Projects', 'Learnings', 'Chatter', 'Contact'])
          await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
        // Nor would a filter. A picture that could be enlarged is one to look at.
        const pictures = page
          .locator('main')
          .getByRole('button')
          .filter({ has: page.locator('img') });
        for (const picture of await pictures.all())
          await expect(picture.locator('img')).toBeVisible();
        if (path === '/chatter') expect(await pictures.count()).toBeGreaterThan(0);
        const buttons = page.getByRole('button').filter({ hasNot: page.locator('img') });
        await expect(buttons.filter({ visible: true })).toHaveCount(0);
        await expect(page.getByRole('searchbox')).toHaveCount(0);
        await expect(page.getByRole('radio')).toHaveCount(0);
        if (path === '/contact')
          await expect(page.locator('.falling > span').first()).toHaveCSS(
            'animation-play-state',
            'paused',
          );
        await expect(
          page.getByRole('status').filter({ visible: true, hasText: 'Loading' }),
        ).toHaveCount(0);
      }
    }
    await page.getByRole('link', { name: 'Projects', exact: true }).first().click();
    await expect(page).toHaveTitle('Projects · Fieldnotes');
  });
});

test('PAGES-3: an admin who is signed in gets the board to edit, and nothing moves', async ({
  page,
  filled,
}) => {
  await signIn(page, filled.url, filled);
  await page.goto(`${filled.url}/projects/fieldnotes`);
  await untilReplaced(page);
  await expect(page.getByRole('button', { name: /^Move/ }).first()).toBeVisible();
  await expectStill(page, 'with the board');
});

test('PAGES-7: search engines that run scripts keep what is there, also while nobody answers', async ({
  page,
  filled,
  startFront,
}) => {
  await page.route(snapshots, (route) => route.abort());
  const { url } = await startFront(filled.url, 'reset');
  const pages = {
    'learnings/evals-before-prompts': 'Learning not found or error',
    'projects/fieldnotes': 'Error loading project details',
  };
  for (const [path, words] of Object.entries(pages)) {
    await page.goto(`${url}/${path}`);
    await expect(page.locator('#root')).toContainText(words);
    await expect(page.locator('meta[name=robots]')).toHaveCount(0);
    await expect(page.locator('link[rel=canonical]')).toHaveCount(1);
  }
});

test('L3 PAGES-3: a device that nobody answers keeps the page to read, until its reader wants more', async ({
  page,
  filled,
  startFront,
}) => {
  await page.route(snapshots, (route) => route.abort());
  const { url } = await startFront(filled.url, 'reset');
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${url}/learnings/evals-before-prompts`);
  // The app is there, behind it.
  await expect(page.locator('#root h1')).toHaveCount(1);
  await expect(page.locator('#root')).toContainText('Can’t reach the server');
  await expect(page.getByText('passes sometimes is a different fact')).toBeVisible();
  await expect(page.getByText(/as of [A-Z][a-z]+ \d/).filter({ visible: true })).toHaveCount(1);
  // Its links lead on as links do.
  await page.getByRole('link', { name: 'Chatter', exact: true }).first().click();
  await expect(page).toHaveURL(`${url}/chatter`);
  await expect(page.getByText('Vibes are a unit of measurement')).toBeVisible();
  await expect(page.locator('#root h1')).toHaveCount(1);
  await page.getByRole('button', { name: 'Menu' }).focus();
  await expect(built(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
});

test('PAGES-10: a page is painted before it asks for its scripts', async ({ page, filled }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const file = request.url().match(/assets\/.*\.(js|css)$/)?.[1];
    if (file !== undefined) asked.push(file);
  });
  await page.route('**/assets/*.css', async (route) => {
    // All of the HTML is here, so the browser knows everything that it names.
    await page.locator('#built footer').waitFor({ state: 'attached' });
    asked.push('styled');
    await route.continue();
  });
  await page.goto(`${filled.url}/chatter`);
  await expect(page.locator('#built')).toHaveCount(0);
  expect(asked.slice(0, 3)).toEqual(['css', 'styled', 'js']);
});

test('SNAPSHOT-4: a first visit takes no more bytes of content than without a snapshot, plus 5 %', async ({
  page,
  filled,
  seeded,
  startFront,
}) => {
  async function bytesOfContent(backendUrl: string): Promise<number> {
    const { url } = await startFront(backendUrl, 'none');
    let bytes = 0;
    const counted: Promise<void>[] = [];
    page.on('requestfinished', (request) => {
      if (!/assets\/snapshot-|sync_pull/.test(request.url())) return;
      const count = async () => {
        const { responseHeadersSize, responseBodySize } = await request.sizes();
        bytes += responseHeadersSize + responseBodySize;
      };
      counted.push(count());
    });
    await page.goto(url);
    await expect(page.getByText(/^as of/).first()).toBeAttached();
    await expect.poll(() => counted.length).toBeGreaterThan(backendUrl === filled.url ? 1 : 0);
    await page.goto('about:blank');
    await Promise.all(counted);
    page.removeAllListeners('requestfinished');
    return bytes;
  }
  const before = await bytesOfContent(seeded.url);
  expect(before).toBeGreaterThan(5_000);
  expect(await bytesOfContent(filled.url)).toBeLessThan(before * 1.05);
});

test('PAGES-4 PAGES-7: search engines keep no page that is not there, and nothing of it goes along', async ({
  page,
  filled,
}) => {
  const robots = page.locator('head meta[name=robots]');
  const address = page.locator('head link[rel=canonical]');
  await page.goto(`${filled.url}/nowhere`);
  await expect(page).toHaveTitle('Oops! Page not found · Fieldnotes');
  await expect(robots).toHaveAttribute('content', 'noindex');
  await expect(address).toHaveCount(0);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(address).toHaveAttribute('href', `${filled.url}/`);
  await expect(robots).toHaveCount(0);
  await page.getByRole('link', { name: 'On this device' }).first().click();
  await expect(page).toHaveTitle('On this device · Fieldnotes');
  await expect(page.locator('head [data-page]')).toHaveCount(0);
});

test('PAGES-4: an item that is newer than the build opens by its address, and shows nothing of another page', async ({
  page,
  filled,
  startFront,
}) => {
  await filled.sql(
    "insert into public.learnings (title, description) values ('Newer than the build', 'new')",
  );
  const front = await startFront(filled.url, 'hang');
  const path = '/learnings/newer-than-the-build';
  await page.goto(`${front.url}${path}`);
  await expect(page.locator('main h1')).toBeVisible();
  await expect(built(page)).toHaveCount(0);
  await expect(page).toHaveTitle('Learning · Fieldnotes');
  await expect(page.locator('link[rel=canonical]')).toHaveCount(0);
  const robots = page.locator('head meta[name=robots]');
  await expect(robots).toHaveAttribute('content', 'noindex');
  front.fault = 'none';
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Newer than the build' })).toBeVisible();
  await expect(robots).toHaveCount(0);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${filled.url}${path}`);
});

test('HOST-2: the name of a page’s file is another name of the page', async ({ page, filled }) => {
  for (const path of ['/projects', '/learnings/evals-before-prompts']) {
    await page.goto(`${filled.url}${path}.html?from=there#main`);
    await expect(page).toHaveURL(`${filled.url}${path}?from=there#main`);
    await untilReplaced(page);
    await expect(page).not.toHaveTitle(/Oops|Learning ·/);
  }
});

test.describe('where a worker keeps the shell', () => {
  test.use({ serviceWorkers: 'allow' });

  test('SNAPSHOT-4: a first visit asks for the snapshot, then only for what came after it', async ({
    page,
    filled,
    startFront,
  }) => {
    const title = `Added after the build, ${Date.now()}`;
    await filled.sql('insert into public.commentaries (title, content) values ($1, $1)', [title]);
    const { url } = await startFront(filled.url, 'none');
    const asked: string[] = [];
    page.on('request', (request) => {
      const what = request.url().match(/assets\/snapshot-|sync_pull/)?.[0];
      if (what !== undefined) asked.push(`${what} ${request.postDataJSON()?.cursor ?? ''}`.trim());
    });
    await page.goto(`${url}/chatter`);
    await expect(page.getByText(title).first()).toBeVisible();
    expect(asked[0]).toBe('assets/snapshot-');
    expect(asked.filter((what) => what.startsWith('assets'))).toHaveLength(1);
    expect(asked[1]).toMatch(/^sync_pull [1-9]/);
    // Neither again: the device has a copy of its own, and its worker a page that does not preload the snapshot.
    await untilControlled(page);
    asked.length = 0;
    await page.reload();
    await expect(page.getByText(title).first()).toBeVisible();
    expect(asked.filter((what) => what.startsWith('assets') || what === 'sync_pull 0')).toEqual([]);
  });

  test('PAGES-7 PAGES-9: title, description, address and preview follow the reader in the words of the build, and visitors download no preview', async ({
    page,
    context,
    filled,
  }) => {
    const asked: string[] = [];
    context.on('request', (request) => asked.push(request.url()));
    await page.goto(`${filled.url}/learnings`);
    await untilReplaced(page);
    await untilControlled(page);
    const follow = async () => {
      const wanted = await saidByBuild(page);
      expect(wanted.length).toBeGreaterThan(20);
      await expect.poll(() => said(page)).toEqual(wanted);
    };
    const goOn = async (name: string) => {
      await page.getByRole('link', { name, exact: true }).first().click();
      await expect(page).toHaveTitle(`${name} · Fieldnotes`);
      await follow();
    };
    await follow();
    await goOn('Evals before prompts');
    const url = `${filled.url}/previews/learnings/evals-before-prompts.png`;
    await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', url);
    expect((await fetch(url)).headers.get('content-type')).toBe('image/png');
    await goOn('Projects');
    await goOn('Ask My Notes');
    await page.goBack();
    await expect(page).toHaveTitle('Projects · Fieldnotes');
    await follow();
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter((it) => it.includes('/previews/'))).toEqual([]);
  });

  test('PAGES-4 PAGES-5: a device keeps the shell without content of any address, and opens Markdown as the file that it is', async ({
    page,
    context,
    filled,
  }) => {
    await page.goto(filled.url);
    await untilControlled(page);
    const kept = await page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.includes('precache'));
      const cache = await caches.open(names[0] ?? '');
      const request = (await cache.keys()).find(({ url }) => url.includes('/shell.html'));
      const page = request === undefined ? undefined : await cache.match(request);
      return page?.text();
    });
    expect(kept).toContain('<div id="root"></div>');
    expect(kept).not.toMatch(/<meta name="built-for"|id="built"|canonical"/);
    await page.goto(`${filled.url}/learnings`);
    await expect(page.getByRole('link', { name: 'Evals before prompts' })).toBeVisible();
    await expect(page.locator('meta[name="built-for"]')).toHaveCount(0);
    await page.goto(`${filled.url}/learnings/evals-before-prompts.md`);
    await expect(page.getByText('title: "Evals before prompts"')).toBeVisible();
    await context.setOffline(true);
    await page.goto(`${filled.url}/chatter`);
    await expect(page.getByText('Vibes are a unit of measurement')).toBeVisible();
  });
});
