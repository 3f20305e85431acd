import type { Page } from '@playwright/test';
import { expect, test } from '../e2e/fixtures.ts';
import { inboxTest } from '../e2e/inbox-test.ts';
import { sitePages } from '../e2e/site-pages.ts';
import { addItem, type FormOf, forms, signIn } from '../support/admin-at-work.ts';
import { browserArguments } from '../support/browser.ts';

/** By plain http from another machine, as a phone opens a site in the home network: no workers, caches, locks or clipboard. */

// An address for documents and tests (RFC 5737), which leads to this machine: that of the machine itself would be trusted.
const ELSEWHERE = '192.0.2.1';

test.use({
  serviceWorkers: 'allow',
  viewport: { width: 1280, height: 800 },
  launchOptions: {
    executablePath: process.env.SHELL_PATH ?? '',
    args: [...browserArguments, `--host-resolver-rules=MAP ${ELSEWHERE} 127.0.0.1`],
  },
});

const fromElsewhere = (url: string) => url.replace('localhost', ELSEWHERE);

async function expectInsecure(page: Page): Promise<void> {
  expect(await page.evaluate(() => [isSecureContext, 'serviceWorker' in navigator])).toEqual([
    false,
    false,
  ]);
}

test('ROUTE-1: every page opens by its address, one after another in the same tab, and again', async ({
  page,
  embedded,
}) => {
  const url = fromElsewhere(embedded.url);
  for (const { path, heading, shows } of [
    ...sitePages,
    { path: '/offline', heading: 'On this device', shows: 'device' },
  ]) {
    await page.goto(`${url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
    await expect(page.locator('main').getByText(shows).first()).toBeVisible();
  }
  await expectInsecure(page);
  await page.reload();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Oops');
  await page.goto(`${url}/projects/fieldnotes?debug`);
  const details = page.getByRole('dialog', { name: 'Sync details' });
  await details.getByRole('button', { name: 'Copy all' }).click();
  await expect(details.getByText('Copied.')).toBeVisible();
  await details.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(page.getByText('Copied as Markdown')).toBeVisible();
});

test('an admin signs in, edits on every tab, sees the outbox and the board, and signs out', async ({
  page,
  embedded,
}) => {
  const url = fromElsewhere(embedded.url);
  await signIn(page, url, embedded);
  await expectInsecure(page);
  for (const kind of Object.keys(forms) as FormOf[]) await addItem(page, url, kind, `New ${kind}`);
  await expect
    .poll(() => embedded.sql("select title from commentaries where title = 'New commentaries'"))
    .toHaveLength(1);
  for (const path of ['/', '/projects/fieldnotes', '/admin/outbox', '/offline', '/admin']) {
    await page.goto(`${url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Unexpected Application Error')).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByLabel('Password')).toBeVisible();
});

test('U8: scripts that come long before that of the app are no reason to repair', async ({
  page,
  embedded,
  startFront,
}) => {
  const front = await startFront(embedded.url, 'none');
  front.meant = /assets\/index-.*\.js/;
  let bring = () => {};
  front.gate = new Promise<void>((resolve) => {
    bring = resolve;
  });
  await page.clock.install();
  await page.addInitScript(() => {
    document.addEventListener(
      'load',
      ({ target }) => {
        if (target instanceof HTMLScriptElement) document.documentElement.dataset.came = target.src;
      },
      true,
    );
  });
  await page.goto(`${fromElsewhere(front.url)}/projects`, { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-came', /\/pieces-/);
  await page.clock.fastForward(30_000);
  bring();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  expect(front.asked.filter((path) => /^\/(projects|index.html)/.test(path))).toEqual([
    '/projects',
  ]);
});

test('U8: a script that does not arrive is told, and Try again brings the page', async ({
  page,
  embedded,
  startFront,
  complaints,
}) => {
  const front = await startFront(embedded.url, 'error 500');
  front.meant = /assets\/index-.*\.js/;
  const url = fromElsewhere(front.url);
  await page.goto(`${url}/projects`);
  await expect(page.getByRole('alert')).toContainText('could not be put together');
  front.fault = 'none';
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  complaints.length = 0;
});

inboxTest('INBOX-7: a visitor’s message is sent, once', async ({ page, embedded }) => {
  const stored = () => embedded.sql('select message from sync.message');
  await page.goto(`${fromElsewhere(embedded.url)}/contact`);
  await expectInsecure(page);
  const form = page.locator('#root');
  for (const [label, value] of Object.entries({ Name: 'Ada', Email: 'a@b.example', Message: 'Hi' }))
    await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Sent.', { exact: true })).toBeVisible();
  await page.reload();
  await expect(form.getByLabel('Message', { exact: true })).toHaveValue('');
  expect(await stored()).toEqual([{ message: 'Hi' }]);
});
