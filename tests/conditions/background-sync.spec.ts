import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { test as base, expect } from '../e2e/fixtures.ts';
import type { FaultProxy } from '../lab/fault-proxy.ts';
import { addItem, alterSession, signIn } from '../support/admin-at-work.ts';
import { browserArguments, findBrowser } from '../support/browser.ts';
import type { Embedded } from '../support/embedded.ts';

base.use({ serviceWorkers: 'allow' });

/**
 * Waiting edits are sent without any tab: the browser wakes the outbox's worker, and a tab beside it causes no
 * duplicates.
 */

interface Waiting {
  front: FaultProxy;
  /** The browser's own event, as it comes when there is a network again. */
  wake: () => Promise<void>;
  titles: readonly string[];
}

const titles = ['From the first tunnel', 'From the second tunnel', 'From the third tunnel'];

/** An admin whose edits wait on the device; every tab is closed, and the network is still away. */
const test = base.extend<{ waiting: Waiting }>({
  waiting: async ({ context, embedded, startFront }, use) => {
    // In front of the site: the proxy outlives the site's tabs.
    const beside = await context.newPage();
    const tools = await context.newCDPSession(beside);
    const registrations = await watchRegistrations(tools);
    const front = await startFront(embedded.url, 'none');
    const page = await context.newPage();
    await page.setViewportSize({ width: 1280, height: 900 });
    await signIn(page, front.url, embedded);
    front.fault = 'reset';
    for (const title of titles) await addItem(page, front.url, 'commentaries', title);
    await expect(page.getByRole('link', { name: '3 edits waiting' })).toBeVisible();
    await expect.poll(() => tagsOf(page)).toEqual(['fieldnotes-outbox']);
    await page.close();
    const wake = async () => {
      await expect.poll(() => registrations.has(`${front.url}/outbox-worker/`)).toBe(true);
      await tools.send('ServiceWorker.dispatchSyncEvent', {
        origin: front.url,
        registrationId: registrations.get(`${front.url}/outbox-worker/`) ?? '',
        tag: 'fieldnotes-outbox',
        lastChance: false,
      });
    };
    await use({ front, wake, titles });
  },
});

test.use({ launchOptions: { executablePath: findBrowser(), args: [...browserArguments] } });
// Another browser means other workers, each with a backend of its own. So one worker runs all of these.
test.describe.configure({ mode: 'default' });

/** The tags for which the browser was asked to wake a worker. */
function tagsOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const all = await navigator.serviceWorker.getRegistrations();
    const tags = await Promise.all(
      all.map((one) =>
        (
          one as ServiceWorkerRegistration & { sync: { getTags(): Promise<string[]> } }
        ).sync.getTags(),
      ),
    );
    return tags.flat();
  });
}

/** The service workers that the browser knows, by scope. */
async function watchRegistrations(tools: CDPSession): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { scopeURL, registrationId } of registrations) known.set(scopeURL, registrationId);
  });
  await tools.send('ServiceWorker.enable');
  return known;
}

async function onServer(embedded: Embedded): Promise<string[]> {
  const rows = await embedded.sql(
    "select title from commentaries where title like 'From the % tunnel' order by created_at, title",
  );
  return rows.map(({ title }) => String(title)).sort();
}

async function inLedger(embedded: Embedded): Promise<number> {
  const [row] = await embedded.sql('select count(*)::int as n from sync.ledger');
  return Number(row?.n);
}

const sitesTabs = (context: BrowserContext) =>
  context.pages().filter((page) => page.url().startsWith('http'));

test('Y39 Y40: with every tab closed, the worker sends the waiting edits once when the network is back', async ({
  waiting: { front, wake, titles },
  context,
  embedded,
}) => {
  front.fault = 'none';
  expect(sitesTabs(context)).toEqual([]);
  await wake();
  await expect.poll(() => onServer(embedded)).toEqual([...titles].sort());
  expect(await inLedger(embedded)).toBe(titles.length);
  expect(sitesTabs(context)).toEqual([]);

  const page = await context.newPage();
  await page.goto(`${front.url}/chatter`);
  for (const title of titles) await expect(page.getByText(title)).toHaveCount(1);
  await page.goto(`${front.url}/admin/outbox`);
  await expect(page.getByText(/everything is on the server/i)).toBeVisible();
});

test('Y30 Y57: a tab opened at the same moment doubles nothing, and sees what the worker does', async ({
  waiting: { front, wake, titles },
  context,
  embedded,
}) => {
  front.fault = 'none';
  const page = await context.newPage();
  await Promise.all([wake(), page.goto(`${front.url}/admin/outbox`)]);
  await expect(page.getByText(/everything is on the server/i)).toBeVisible();
  expect(await onServer(embedded)).toEqual([...titles].sort());
  expect(await inLedger(embedded)).toBe(titles.length);
  await expect(page.getByText('Needs you')).toHaveCount(0);
});

test('Y19 Y20: the worker refreshes a token that has run out, and leaves edits of a refused session alone', async ({
  waiting: { front, wake, titles },
  context,
  embedded,
}) => {
  const page = await context.newPage();
  // A file of the site, without its code.
  await page.goto(`${front.url}/robots.txt`);
  await alterSession(page, { expires_at: 1_000_000_000, refresh_token: 'taken-back' });
  await page.close();
  front.fault = 'none';
  await wake();
  const again = await context.newPage();
  await again.goto(`${front.url}/admin/outbox`);
  await expect(again.getByText(/sign in/i).first()).toBeVisible();
  expect(await onServer(embedded)).toEqual([]);
  await signIn(again, front.url, embedded);
  await expect.poll(() => onServer(embedded)).toEqual([...titles].sort());

  front.fault = 'reset';
  await addItem(again, front.url, 'commentaries', 'From the fourth tunnel');
  await expect.poll(() => tagsOf(again)).toContain('fieldnotes-outbox');
  await again.goto(`${front.url}/robots.txt`);
  await alterSession(again, { expires_at: 1_000_000_000 });
  await again.close();
  front.fault = 'none';
  await wake();
  await expect.poll(() => onServer(embedded)).toHaveLength(titles.length + 1);
});

test('Y39: without a network the worker keeps everything, and sends it the next time', async ({
  waiting: { front, wake, titles },
  embedded,
}) => {
  await wake();
  expect(await onServer(embedded)).toEqual([]);
  front.fault = 'none';
  await wake();
  await expect.poll(() => onServer(embedded)).toEqual([...titles].sort());
  expect(await inLedger(embedded)).toBe(titles.length);
});

/** An installed site, on a device that was here before, with every tab closed. */
async function installed(context: BrowserContext, url: string) {
  const beside = await context.newPage();
  const tools = await context.newCDPSession(beside);
  const registrations = await watchRegistrations(tools);
  const page = await context.newPage();
  await page.addInitScript(() => {
    const { matchMedia } = window;
    window.matchMedia = (query) =>
      query === '(display-mode: standalone)'
        ? ({ matches: true } as MediaQueryList)
        : matchMedia.call(window, query);
  });
  await page.goto(url);
  await expect(page.getByText(/^as of today/).filter({ visible: true })).toHaveCount(1);
  await expect.poll(() => registrations.has(`${url}/outbox-worker/`)).toBe(true);
  const wake = () =>
    tools.send('ServiceWorker.dispatchPeriodicSyncEvent', {
      origin: url,
      registrationId: registrations.get(`${url}/outbox-worker/`) ?? '',
      tag: 'fieldnotes-news',
    });
  return { page, wake };
}

test('R18: an installed site is brought up to date while every tab is closed', async ({
  context,
  embedded,
}) => {
  const { page, wake } = await installed(context, embedded.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.close();
  await embedded.sql(
    "insert into commentaries (title, content) values ('Overnight', 'While nobody looked.')",
  );
  const [before] = await embedded.sql('select count(*)::int as n from commentaries');
  await wake();
  const next = await context.newPage();
  await next.goto(`${embedded.url}/robots.txt`);
  await expect.poll(() => rowsOf(next, 'commentaries')).toBe(before?.n);
});

/** How many rows of a table this device has, by IndexedDB itself. */
function rowsOf(page: Page, table: string): Promise<number> {
  return page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('fieldnotes');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const pages = database.transaction('pages').objectStore('pages').getAll();
          pages.onsuccess = () => {
            database.close();
            const all = pages.result as { table: string; rows: unknown[] }[];
            const ofTable = all.filter((rowPage) => rowPage.table === name);
            resolve(ofTable.reduce((sum, { rows }) => sum + rows.length, 0));
          };
        };
      }),
    table,
  );
}

test('a visitor who has not installed the site has no second worker', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText(/^as of today/).filter({ visible: true })).toHaveCount(1);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const scopes = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  );
  expect(scopes).toEqual(['/']);
});

test('BADGE-1: a refused edit is a number on the icon; none is left when it is discarded', async ({
  waiting: { front, wake },
  context,
  embedded,
}) => {
  await embedded.sql(
    "alter table commentaries add constraint nothing_of_the_third check (title <> 'From the third tunnel')",
  );
  front.fault = 'none';
  const worker = context.serviceWorkers().find((it) => it.url().endsWith('/outbox-worker.js'))!;
  await worker.evaluate(() => {
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void Object.assign(self, { badge: count }),
    });
  });
  await wake();
  await expect.poll(() => onServer(embedded)).toHaveLength(2);
  // No page is open: the worker says it.
  await expect.poll(() => worker.evaluate(() => Reflect.get(self, 'badge'))).toBe(1);
  const page = await context.newPage();
  await page.addInitScript(() => {
    const note = (count: number) => {
      document.documentElement.dataset.badge = String(count);
    };
    Object.assign(navigator, {
      setAppBadge: async (count: number) => note(count),
      clearAppBadge: async () => note(0),
    });
  });
  await page.goto(`${front.url}/admin/outbox`);
  await expect(page.locator('html')).toHaveAttribute('data-badge', '1');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-badge', '0');
});
