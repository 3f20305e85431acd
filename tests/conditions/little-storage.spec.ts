import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { expect, readingTest, sample } from '../e2e/fixtures.ts';
import { sitePages } from '../e2e/site-pages.ts';
import { killableBrowser } from '../lab/killable-browser.ts';
import { signIn } from '../support/admin-at-work.ts';
import { browserArguments, findBrowser } from '../support/browser.ts';

readingTest.use({ serviceWorkers: 'allow' });

/** Devices that give the site little storage, or none: it shows its content, or a truthful sentence. */

const keepsNothing = /doesn’t store anything for this site\. What you see, and any unsent edits/;

/** How many pages of rows a device has. */
const keptPages = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        indexedDB.open('fieldnotes').onsuccess = (event) => {
          const database = (event.target as IDBOpenDBRequest).result;
          const done = (count: number) => {
            database.close();
            resolve(count);
          };
          if (!database.objectStoreNames.contains('pages')) return done(0);
          const request = database.transaction('pages').objectStore('pages').count();
          request.onsuccess = () => done(request.result);
        };
      }),
  );

/** Visits every public page: it has its content, no error screen, and makes no storm of requests. */
async function expectEveryPage(page: Page, url: string, words = keepsNothing): Promise<void> {
  for (const { path, shows } of sitePages) {
    let calls = 0;
    const count = (request: { url(): string }) => {
      if (request.url().includes('/rest/')) calls += 1;
    };
    page.on('request', count);
    await page.goto(`${url}${path}`);
    await expect(page.locator('main').getByText(shows).first()).toBeVisible();
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByText(/Unexpected Application Error/)).toHaveCount(0);
    // The requests of one visit: nothing is asked for again and again.
    expect(calls).toBeLessThan(10);
    page.off('request', count);
  }
}

readingTest(
  'site data blocked: every page shows its content, and says that nothing is kept',
  async ({ embedded }) => {
    const profile = mkdtempSync(join(tmpdir(), 'fieldnotes-blocked-'));
    mkdirSync(join(profile, 'Default'));
    const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
    writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(blocked));
    const context: BrowserContext = await chromium.launchPersistentContext(profile, {
      executablePath: findBrowser(),
      // The shell has no settings.
      headless: false,
      args: [...browserArguments, '--headless=new'],
    });
    const page = await context.newPage();
    await page.goto(embedded.url);
    // The setting works: otherwise this would be an ordinary visit.
    expect(await page.evaluate(() => Reflect.get(window, 'sessionStorage')).catch(String)).toMatch(
      /SecurityError|denied/,
    );
    await expectEveryPage(page, embedded.url);
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  },
);

const lacks: [string, () => void][] = [
  ['missing', () => void Object.defineProperty(window, 'indexedDB', { value: undefined })],
  [
    'throwing at open',
    () => {
      IDBFactory.prototype.open = () => {
        throw new Error('not for you');
      };
    },
  ],
];
for (const [how, take] of lacks) {
  readingTest(
    `IndexedDB ${how}: every page shows its content, and says that nothing is kept`,
    async ({ page, embedded }) => {
      await page.addInitScript(take);
      await expectEveryPage(page, embedded.url);
    },
  );
}

readingTest(
  'no room: every page shows its content, and says that the device is full',
  async ({ page, context, embedded }) => {
    const tools = await context.newCDPSession(page);
    const { origin } = new URL(embedded.url);
    await tools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 100 });
    await expectEveryPage(page, embedded.url, /This device has no room left/);
  },
);

readingTest(
  'IndexedDB deleted in use: what is on the screen stays, and the content is there again',
  async ({ page }) => {
    await page.goto('/projects');
    await expect(page.getByText(sample.project).first()).toBeVisible();
    await page.evaluate(() => {
      const gaps: string[] = [];
      Object.assign(window, { gaps });
      new MutationObserver(() => {
        const text = document.querySelector('main')?.textContent ?? '';
        if (/Loading|No projects|Unable/.test(text)) gaps.push(text);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          indexedDB.deleteDatabase('fieldnotes').onsuccess = resolve;
        }),
    );
    await expect.poll(() => keptPages(page)).toBeGreaterThan(0);
    expect(await page.evaluate(() => Reflect.get(window, 'gaps'))).toEqual([]);
    await expect(page.getByText(sample.project).first()).toBeVisible();
  },
);

readingTest(
  'R42: the files of large values lost: what else is here shows without a server, and they are fetched again with one',
  async ({ embedded }) => {
    const insert = (title: string, content: string) =>
      embedded.sql(
        `insert into learnings (title, description, content) values ('${title}', 'x', ${content})`,
      );
    // Chromium keeps a value that is above 64 kB after compression in a file of its own.
    const book = `(select string_agg(md5(n::text), ' ') from generate_series(1, 8000) as n)`;
    await insert('As long as a book', book);
    await insert('As short as a note', `'Brief.'`);
    const phone = killableBrowser();
    try {
      const before = await (await phone.start()).newPage();
      await before.goto(`${embedded.url}/learnings`);
      await expect(before.getByText('As long as a book')).toBeVisible();
      await expect.poll(() => keptPages(before)).toBeGreaterThan(0);
      await phone.kill();
      expect(phone.loseFiles()).toBeGreaterThan(0);

      const context = await phone.start();
      await context.route('**/rest/**', (route) => route.abort());
      const page = await context.newPage();
      await page.goto(`${embedded.url}/learnings`);
      await expect(page.getByText('As short as a note')).toBeVisible();
      await expect(page.getByText('As long as a book')).toHaveCount(0);
      await context.unroute('**/rest/**');
      await expect(page.getByText('As long as a book')).toBeVisible();
    } finally {
      await phone.stop();
    }
  },
);

readingTest(
  'storage silent for a while, without network: a page seen before shows at once when one goes back',
  async ({ page, context }) => {
    await page.goto('/projects');
    await expect(page.getByText(sample.project).first()).toBeVisible();
    await page.getByRole('link', { name: 'Contact' }).first().click();
    await expect(page).toHaveURL('/contact');
    // A transaction on everything, which lasts until the page is closed: all others wait for it.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          indexedDB.open('fieldnotes').onsuccess = ({ target }) => {
            const { result } = target as IDBOpenDBRequest;
            const meta = result
              .transaction([...result.objectStoreNames], 'readwrite')
              .objectStore('meta');
            const goOn = () => {
              meta.get('status').onsuccess = goOn;
            };
            meta.get('status').onsuccess = () => resolve(goOn());
          };
        }),
    );
    await context.setOffline(true);
    await expect(page.getByText(/storage isn’t responding/)).toBeVisible();
    await page.evaluate(() => {
      const firsts: string[] = [];
      Object.assign(window, { firsts });
      new MutationObserver(() => {
        const main = document.querySelector('main');
        if (main?.querySelector('h1')?.textContent === 'Projects') firsts.push(main.innerText);
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.goBack();
    await expect(page.getByText(sample.project).first()).toBeVisible();
    const [first] = await page.evaluate(() => Reflect.get(window, 'firsts') as string[]);
    expect(first).toContain(sample.project);
  },
);

readingTest(
  'IndexedDB that fails to open for a while, as in Safari: the session and the form are there when it opens',
  async ({ page, embedded }) => {
    await page.addInitScript(() => {
      const { open } = IDBFactory.prototype;
      const failing = new URLSearchParams(location.search).has('failing');
      Object.assign(window, { failing });
      IDBFactory.prototype.open = function (...given) {
        if (!Reflect.get(window, 'failing')) return open.apply(this, given);
        const lost = new DOMException('Connection to Indexed Database server lost', 'UnknownError');
        const failed = Object.assign(new EventTarget(), { error: lost });
        setTimeout(() => {
          const event = new Event('error');
          failed.dispatchEvent(event);
          (failed as unknown as IDBOpenDBRequest).onerror?.(event);
        });
        return failed as unknown as IDBOpenDBRequest;
      };
    });
    await page.setViewportSize({ width: 1280, height: 900 });
    await signIn(page, embedded.url, embedded);
    await page.goto(`${embedded.url}/admin?tab=learnings&failing`);
    await expect(page.getByText(/storage isn’t responding/)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Admin Login' })).toHaveCount(0);
    await page.evaluate(() => Object.assign(window, { failing: false }));
    const title = page.getByRole('form', { name: 'New learning' }).getByLabel('Title');
    await title.fill('Not lost');

    // In the middle of it, too.
    await page.evaluate(() => {
      Object.assign(window, { failing: true });
      indexedDB.deleteDatabase('fieldnotes');
    });
    await expect(page.getByText(/storage isn’t responding/)).toBeVisible();
    await expect(title).toHaveValue('Not lost');
    await page.evaluate(() => Object.assign(window, { failing: false }));
    await expect(page.getByText(/Your session has ended/)).toBeVisible();
    await expect(page.getByText(/storage isn’t responding/)).toHaveCount(0);
    await expect(title).toHaveValue('Not lost');
  },
);
