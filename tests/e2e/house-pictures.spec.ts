import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { smallTargets } from '../pages/looked-at.ts';
import { signIn } from '../support/admin-at-work.ts';
import { inEveryLook, violations } from '../support/axe.ts';
import type { Embedded } from '../support/embedded.ts';
import { sidewaysScroll } from '../support/sideways-scroll.ts';
import { nameOfPixel, redPixel } from '../support/small-pictures.ts';
import { supabaseClient } from '../support/supabase-client.ts';
import { expect, test, untilControlled } from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

/** PICTURE-10, PICTURE-11, PICTURE-12: keeping house with pictures, on a database and with another site. */

const OPEN = 'https://pictures.example';

/** Another site lets pages of all sites read its picture. */
async function openSite(page: Page): Promise<void> {
  await page.context().route(`${OPEN}/**`, (route) =>
    route.fulfill({
      body: Buffer.from(redPixel),
      contentType: 'image/png',
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
}

/** One lets none. Playwright's own answers let all. */
async function closedSite(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(redPixel)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A picture that the server has had for long. */
async function storedLongAgo({ url, sql, backend }: Embedded, more: number): Promise<string> {
  const admin = supabaseClient(url);
  await admin.auth.signInWithPassword(backend.demoAdmin);
  const bytes = new Uint8Array([...redPixel, more]);
  const name = nameOfPixel(bytes);
  const file = new Blob([bytes], { type: 'image/png' });
  expect((await admin.storage.from('pictures').upload(name, file)).error).toBeNull();
  await sql(`update storage.objects set created_at = now() - interval '31 days'`);
  return name;
}

const namesIn = async ({ sql }: Embedded) =>
  (await sql(`select name from storage.objects order by name`)).map(({ name }) => name);
const line = (page: Page, words: string | RegExp) =>
  page.getByRole('list', { name: 'Pictures' }).locator(':scope > li').filter({ hasText: words });

test('PICTURE-12: a picture of another site is taken in wherever it is named, or it is said why not', async ({
  page,
  embedded,
  complaints,
}) => {
  await openSite(page);
  const closedOne = await closedSite();
  await embedded.sql(`
    insert into learnings (title, content) values ('Pictured', 'See ![red](${OPEN}/open.png "t") and ![](${closedOne.url}/closed.png)');
    insert into commentaries (title, content, image_url) values ('Pictured, too', 'x', '${OPEN}/open.png')`);
  await signIn(page, embedded.url, embedded);
  await untilControlled(page);
  await page.getByRole('link', { name: 'Pictures', exact: true }).click();
  await page.getByRole('button', { name: /^Elsewhere/ }).click();
  const open = line(page, '“Pictured, too”');
  await expect(open.getByRole('link', { name: '“Pictured”' })).toBeVisible();
  const closed = line(page, 'no alternative text').filter({ hasText: '127.0.0.1' });
  await closed.getByRole('button', { name: /^Keep a copy here/ }).click();
  await expect(closed.getByText(/^127\.0\.0\.1:\d+ doesn’t let this site read/)).toBeVisible();
  await open.getByRole('button', { name: /^Keep a copy here/ }).click();
  await expect(page.getByText('The site keeps a copy')).toBeVisible();
  await expect(open).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('As it was before')).toBeVisible();
  await expect(open).toHaveCount(1);
  await open.getByRole('button', { name: /^Keep a copy here/ }).click();
  await expect(open).toHaveCount(0);
  // Until then it can be taken back.
  await expect.poll(() => namesIn(embedded)).toHaveLength(1);
  const [name] = await namesIn(embedded);
  await expect
    .poll(() => embedded.sql(`select content from learnings where title = 'Pictured'`))
    .toEqual([
      { content: `See ![red](/pictures/${name} "t") and ![](${closedOne.url}/closed.png)` },
    ]);
  expect(
    await embedded.sql(`select image_url from commentaries where title = 'Pictured, too'`),
  ).toEqual([{ image_url: `/pictures/${name}` }]);
  await expect
    .poll(
      async () => (await fetch(`${embedded.url}/storage/v1/object/public/pictures/${name}`)).status,
    )
    .toBe(200);
  closedOne.stop();
  // What another site or the page's policy refuses, Chromium writes to the console.
  const ours = complaints.filter((it) => !it.includes(closedOne.url));
  complaints.splice(0, complaints.length, ...ours);
});

test('PICTURE-11: what nothing needs is deleted from the server, and nothing else', async ({
  page,
  embedded,
}) => {
  const [used, past, unused] = [
    await storedLongAgo(embedded, 1),
    await storedLongAgo(embedded, 2),
    await storedLongAgo(embedded, 3),
  ];
  await embedded.sql(`
    insert into learnings (title, content) values ('Pictured', '![red](/pictures/${used})'), ('Gone', '![red](/pictures/${past})');
    delete from learnings where title = 'Gone'`);
  await signIn(page, embedded.url, embedded);
  await page.goto('/admin/pictures?show=unused');
  await expect(line(page, past.slice(0, 8))).toContainText('a deleted item that can be restored');
  await expect(line(page, unused.slice(0, 8))).toContainText('Nothing needs it.');
  await expect(line(page, used.slice(0, 8))).toHaveCount(0);
  await page.getByRole('button', { name: /^Unused/ }).click();
  await expect(line(page, used.slice(0, 8))).toContainText('1 × 1 px');
  await page.getByRole('button', { name: /^Unused/ }).click();
  page.once('dialog', (question) => void question.accept());
  await page.getByRole('button', { name: /^Delete 1 unused picture/ }).click();
  await expect(page.getByText('1 picture deleted')).toBeVisible();
  await expect(line(page, unused.slice(0, 8))).toHaveCount(0);
  await expect(line(page, past.slice(0, 8))).toHaveCount(1);
  expect(await namesIn(embedded)).toEqual([past, used].sort());
});

test('PICTURE-10: the page fits every window, in both themes', async ({ page, embedded }) => {
  const unused = await storedLongAgo(embedded, 1);
  await embedded.sql(`
    insert into learnings (title, content) values (repeat('Long title ', 20), '![](/pictures/projects/x.svg)')`);
  await signIn(page, embedded.url, embedded);
  await page.goto('/admin/pictures');
  await expect(line(page, unused.slice(0, 8))).toBeVisible();
  await inEveryLook(page, [320, 390, 1280], async (look) => {
    expect.soft(await violations(page, look), look).toEqual([]);
    expect.soft(await sidewaysScroll(page), look).toBeLessThanOrEqual(0);
    // Room that is kept for longer words lies above what is said, which heads the list.
    const said = page.locator('main [role=status]', { hasText: 'pictures.' });
    const list = page.getByRole('list', { name: 'Pictures' });
    const [above, below] = [await said.boundingBox(), await list.boundingBox()];
    expect.soft((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0), look).toBeCloseTo(12, 0);
    if (!look.includes('1280')) expect.soft(await smallTargets(page), look).toEqual([]);
  });
});
