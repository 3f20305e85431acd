import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { expect, siteDir, test, untilKept } from '../e2e/fixtures.ts';
import { signIn, typeCredentials } from '../support/admin-at-work.ts';
import { expectNoViolations } from '../support/axe.ts';
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

/** Shares as an installed site hears it: by a form that is posted to the manifest's address. */
async function share(page: Page, shared: typeof talk, colours: readonly string[]): Promise<void> {
  // The page leaves in the middle of it.
  const leaving = page.waitForURL(/\/admin/);
  const { share_target: target } = JSON.parse(
    readFileSync(join(siteDir, 'manifest.webmanifest'), 'utf8'),
  );
  await page.evaluate(
    async ({ shared, colours, target }) => {
      const { action, method, enctype, params } = target;
      const form = document.createElement('form');
      Object.assign(form, { action: `/${action}`, method, enctype });
      for (const [name, value] of Object.entries(shared))
        form.append(Object.assign(document.createElement('input'), { name: params[name], value }));
      const files = new DataTransfer();
      for (const [at, colour] of colours.entries()) {
        const canvas = new OffscreenCanvas(300, 200);
        const drawing = canvas.getContext('2d');
        if (drawing === null) throw new Error('nothing can be drawn');
        drawing.fillStyle = colour;
        drawing.fillRect(0, 0, 300, 200);
        const file = await canvas.convertToBlob({ type: 'image/png' });
        files.items.add(new File([file], `photo-${at + 1}.png`, { type: 'image/png' }));
      }
      const chosen = Object.assign(document.createElement('input'), {
        type: 'file',
        name: params.files[0].name,
        multiple: true,
      });
      chosen.files = files.files;
      form.append(chosen);
      document.body.append(form);
      form.submit();
    },
    { shared, colours, target },
  );
  await leaving;
}

const walk = { title: 'A walk', text: 'By the river.', url: '' };

/** An admin without a network shares two pictures. */
async function shareInATunnel(page: Page, embedded: Parameters<typeof atHome>[1]): Promise<void> {
  await atHome(page, embedded);
  await page.context().setOffline(true);
  await share(page, walk, ['#c04020', '#2040c0']);
}

const given = (page: Page) => page.getByRole('dialog', { name: 'Insert pictures' });
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const name = String.raw`/pictures/[0-9a-f]{32}-300x200-[0-9a-f]{6}\.png`;

test('PICTURE-9: pictures shared while offline wait for their words, over a reload, and are on the server once', async ({
  page,
  context,
  embedded,
}) => {
  await shareInATunnel(page, embedded);
  await expect(page).toHaveURL(/\/admin\/commentary\/new\?shared$/);
  await expect(given(page)).toBeVisible();
  // Nothing is lost with the page, wherever it is opened again, and no word comes twice.
  await page.reload();
  await expect(given(page)).toBeVisible();
  await page.goto('/admin');
  await expect(given(page)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Continue/ })).toHaveCount(0);
  await given(page).getByLabel('What picture 1 of 2 shows').fill('Red');
  await given(page).getByLabel('What picture 2 of 2 shows').fill('Blue');
  await given(page).getByRole('button', { name: 'Insert' }).click();
  await expect(content(page)).toHaveValue(
    new RegExp(String.raw`^By the river\.\n\n!\[Red\]\(${name}\)\n\n!\[Blue\]\(${name}\)$`),
  );
  await expect(page).toHaveURL(/\/admin\/commentary\/new$/);
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('A walk');
  await page.getByRole('button', { name: 'Add Commentary' }).click();
  await expect(page).toHaveURL(/\/admin\/commentary\/[\da-f-]{36}$/);
  // They are not offered again.
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await context.setOffline(false);
  const stored = () =>
    embedded.sql(`select name from storage.objects where bucket_id = 'pictures'`);
  await expect.poll(async () => (await stored()).length).toBe(2);
  await expect
    .poll(() => embedded.sql(`select 1 from commentaries where title = 'A walk'`))
    .toHaveLength(1);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await expect(given(page)).toHaveCount(0);
});

test('PICTURE-9: pictures shared are for a learning instead, with their words, over a reload too', async ({
  page,
  context,
  embedded,
}) => {
  await shareInATunnel(page, embedded);
  await expect(given(page)).toBeVisible();
  await expectNoViolations(page, [390]);
  const instead = (of: string) => given(page).getByRole('button', { name: `As a ${of} instead` });
  await instead('learning').click();
  await expect(page).toHaveURL(/\/admin\/learnings\/new\?shared$/);
  await expect(instead('commentary')).toBeVisible();
  // The dashboard knows where they are now.
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/admin\/learnings\/new\?shared$/);
  await instead('commentary').click();
  await expect(page).toHaveURL(/\/admin\/commentary\/new\?shared$/);
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('A walk');
  await instead('learning').click();
  await expect(page).toHaveURL(/\/admin\/learnings\/new\?shared$/);
  await given(page).getByLabel('What picture 1 of 2 shows').fill('Red');
  // Words of a picture are not given up by a slip.
  await expect(instead('commentary')).toBeDisabled();
  await instead('commentary').click({ force: true });
  await given(page).getByLabel('What picture 2 of 2 shows').fill('Blue');
  await given(page).getByRole('button', { name: 'Insert' }).click();
  await expect(content(page)).toHaveValue(
    new RegExp(String.raw`^By the river\.\n\n!\[Red\]\(${name}\)\n\n!\[Blue\]\(${name}\)$`),
  );
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('A walk');
  await page.getByRole('textbox', { name: 'Description' }).fill('Along the river.');
  await page.getByRole('button', { name: 'Add Learning' }).click();
  await expect(page).toHaveURL(/\/admin\/learnings\/[\da-f-]{36}$/);
  // Nothing of it has stayed behind.
  await page.goto('/admin/commentary/new');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('');
  await expect(page.getByRole('button', { name: /^Continue/ })).toHaveCount(0);
  await context.setOffline(false);
  await expect
    .poll(() => embedded.sql(`select 1 from learnings where title = 'A walk'`))
    .toHaveLength(1);
});

test('PICTURE-9: pictures shared while signed out wait for an admin, and can be left out', async ({
  page,
  embedded,
}) => {
  await page.goto(embedded.url);
  await untilKept(page);
  await share(page, { ...walk, text: '' }, ['#c04020']);
  await expect(
    page.getByText('What you shared is saved on this device: 1 picture. Sign in as an admin'),
  ).toBeVisible();
  await page.reload();
  await expect(page.getByText('What you shared is saved on this device')).toBeVisible();
  await typeCredentials(page, embedded.backend.demoAdmin);
  await expect(given(page)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('A walk');
  await given(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(given(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(given(page)).toBeVisible();
  await given(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(given(page)).toHaveCount(0);
  // It does not come again while that can be undone, either.
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await expect(given(page)).toHaveCount(0);
});

test('PICTURE-9: a visitor who shares pictures can delete them', async ({ page, embedded }) => {
  await page.goto(embedded.url);
  await untilKept(page);
  await share(page, walk, ['#c04020', '#2040c0']);
  await page.getByRole('button', { name: 'Delete them' }).click();
  await expect(page.getByText('What you shared is saved')).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.getByText('What you shared is saved')).toHaveCount(0);
});

test('CAPTURE-1: words that the installed site is given without pictures become a resource', async ({
  page,
  embedded,
}) => {
  await atHome(page, embedded);
  await share(page, talk, []);
  await expectTalk(page);
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
