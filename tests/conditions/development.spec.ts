import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
import { openPage, sitePages } from '../e2e/site-pages.ts';
import { type Command, startCommand } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';

/**
 * `npm run dev`, where React mounts each screen twice (StrictMode): every page opens by its address, on a device that
 * has nothing. Whether a screen is mounted again before or after its first answer is a race, so each page is opened
 * several times; with DEV_LOADS=20 twenty times. Most of a load is fetching hundreds of sources, so only the first load of a
 * page does that: the others have them in the browser's cache, and all else is taken away before each.
 */

const loads = Number(process.env.DEV_LOADS ?? 2);

// One server for all of them.
test.describe.configure({ mode: 'serial' });

let dev: Command;
let origin: string;
const data = mkdtempSync(join(tmpdir(), 'fieldnotes-dev-'));

test.beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  const words = ['--import', 'tsx', 'tools/server/commands/dev.ts'];
  const settings = { PORT: String(port), SITE_DATA_DIR: data, VITE_SUPABASE_URL: '' };
  dev = startCommand(process.execPath, words, settings);
  await dev.untilPrinted(/backend: embedded/);
});

test.afterAll(async () => {
  dev.process.kill('SIGINT');
  await dev.ended;
  rmSync(data, { recursive: true, force: true });
});

/** What did not arrive on the last pages, which says what a page lacked that did not open. */
let missing: string[] = [];

test.afterEach(() => {
  const { status, expectedStatus } = test.info();
  if (status !== expectedStatus) console.log(`Did not arrive:\n${missing.join('\n')}`);
  missing = [];
});

function noteWhatIsMissing(page: Page): void {
  page.on('requestfailed', (request) => {
    missing.push(`${request.url()} ${request.failure()?.errorText}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) missing.push(`${response.url()} ${response.status()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') missing.push(message.text());
  });
}

// While it runs its owner builds the site, which reads the sources with a server of Vite's, too.
test('a build beside it takes none of its packages away', async ({ page, browser }) => {
  const earlier = await browser.newPage();
  await earlier.goto(origin);
  await expect(earlier.locator('main h1')).toBeVisible();
  await earlier.close();
  const build = `import { atBase } from './tools/build/pages/real-pages.ts';
    await atBase({ mode: 'production', root: process.cwd(), base: '/' }, async () => {});`;
  await promisify(execFile)(process.execPath, [
    ...['--import', 'tsx', '--input-type', 'module', '--eval', build],
  ]);
  noteWhatIsMissing(page);
  await page.goto(`${origin}/admin`);
  await expect(page.getByLabel('Password')).toBeVisible();
});

for (const { path, shows } of sitePages) {
  test(`${path} opens by its address, each time`, async ({ browser }) => {
    test.setTimeout(120_000 + loads * 20_000);
    const context = await browser.newContext();
    for (let load = 0; load < loads; load += 1) {
      const page = await context.newPage();
      noteWhatIsMissing(page);
      const devTools = await context.newCDPSession(page);
      // The cache of requests is none of these.
      await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      await openPage(page, { path: `${origin}${path}`, shows });
      await expect(page.locator('main h1')).toBeVisible();
      await page.close();
    }
    await context.close();
  });
}
