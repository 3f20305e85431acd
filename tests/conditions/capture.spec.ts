import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { expect, test, untilKept } from '../e2e/fixtures.ts';
import { signIn, typeCredentials } from '../support/admin-at-work.ts';
import { browserArguments, findBrowser } from '../support/browser.ts';

test.use({ serviceWorkers: 'allow' });

/** What is shared to the installed site, as the browser hands it over: by opening the manifest's address. */

const talk = { title: 'A talk on evals', text: '', url: 'https://youtu.be/evals' };
const paper = { title: '', text: 'A paper https://www.example.org/paper', url: '' };

const address = (shared: typeof talk) => `/capture?${new URLSearchParams(shared)}`;
const form = (page: Page) => page.getByRole('form', { name: 'New resource' });
const field = (page: Page, label: string) => form(page).getByLabel(new RegExp(`^${label}`));

async function expectTalk(page: Page): Promise<void> {
  await expect(field(page, 'Title')).toHaveValue(talk.title);
  await expect(field(page, 'Link')).toHaveValue(talk.url);
  await expect(field(page, 'Type')).toHaveValue('video');
  await expect(field(page, 'Source')).toHaveValue('youtu.be');
}

test.beforeEach(({ page }) => page.setViewportSize({ width: 390, height: 800 }));

/** Signed in, with all that an admin needs kept by the worker. */
async function atHome(page: Page, embedded: Parameters<typeof signIn>[2]): Promise<void> {
  await page.goto(embedded.url);
  await untilKept(page);
  await signIn(page, embedded.url, embedded);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

test('CAPTURE-1 P5: shared while offline: the form is filled in, saved, and sent with the network, once', async ({
  page,
  context,
  embedded,
}) => {
  await atHome(page, embedded);
  await context.setOffline(true);
  await page.goto(address(talk));
  await expectTalk(page);
  expect(new URL(page.url()).pathname).toBe('/admin');
  // Neither Reload nor Back shares it once more.
  await page.reload();
  await expectTalk(page);
  await expect(page.getByRole('button', { name: /^Continue/ })).toHaveCount(0);
  await field(page, 'Description').fill('Worth an hour.');
  await form(page).getByRole('button', { name: 'Add Resource' }).click();
  await expect(page.getByText('Resource added successfully').first()).toBeVisible();
  await context.setOffline(false);
  const saved = () =>
    embedded.sql(`select link_url, type from resources where title = '${talk.title}'`);
  await expect.poll(saved).toEqual([{ link_url: talk.url, type: 'video' }]);
});

test('CAPTURE-1: shared twice, the second is in the form and the first offered above it', async ({
  page,
  embedded,
}) => {
  await atHome(page, embedded);
  // The dashboard would open here (FIND-3).
  await page.getByRole('tab', { name: 'Music' }).click();
  await page.goto(address(talk));
  await expectTalk(page);
  await page.goto(address(paper));
  await expect(field(page, 'Title')).toHaveValue('A paper');
  await expect(field(page, 'Type')).toHaveValue('text');
  await page.getByRole('button', { name: /^Continue/ }).click();
  await expectTalk(page);
});

test('CAPTURE-3: shared while signed out, it waits for the sign-in, over a reload and in another tab too', async ({
  page,
  context,
  embedded,
}) => {
  await page.goto(`${embedded.url}${address(paper)}`);
  await expect(page.getByText('What you shared is saved on this device')).toBeVisible();
  await page.goto(`${embedded.url}${address(talk)}`);
  await page.close();
  const next = await context.newPage();
  await next.setViewportSize({ width: 390, height: 800 });
  await next.goto(`${embedded.url}/admin`);
  await expect(next.getByText(talk.title)).toBeVisible();
  await typeCredentials(next, embedded.backend.demoAdmin);
  await expectTalk(next);
  await next.getByRole('button', { name: /^Continue/ }).click();
  await expect(field(next, 'Title')).toHaveValue('A paper');
  await next.goto(`${embedded.url}/admin`);
  await expect(next.getByText('What you shared is saved')).toHaveCount(0);
});

test('CAPTURE-1: a cold start of the browser without a network', async ({ embedded }) => {
  test.slow();
  const profile = mkdtempSync(join(tmpdir(), 'fieldnotes-capture-'));
  const open = () =>
    chromium.launchPersistentContext(profile, {
      executablePath: findBrowser(),
      args: [...browserArguments],
      headless: true,
      viewport: { width: 390, height: 800 },
    });
  let context: BrowserContext = await open();
  await atHome(await context.newPage(), embedded);
  await context.close();
  context = await open();
  await context.setOffline(true);
  const page = await context.newPage();
  await page.goto(`${embedded.url}${address(talk)}`);
  await expectTalk(page);
  await context.close();
  rmSync(profile, { recursive: true, force: true });
});
