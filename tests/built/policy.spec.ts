import { expect, untilControlled, test as writing } from '../e2e/fixtures.ts';
import { addItem, openTab, signIn } from '../support/admin-at-work.ts';
import { noteRefusals } from '../support/refused.ts';

writing.use({ serviceWorkers: 'allow' });

/** The page's Content-Security-Policy in a real browser: it lets the site do all that it does, and a stranger nothing. Each page by itself: tests/pages. */

const test = writing.extend<{ refused: string[] }>({
  refused: async ({ context }, use) => use(await noteRefusals(context)),
});

test('HOST-1: dashboard, board, player and the page of the device ask for nothing that the policy refuses', async ({
  context,
  page,
  embedded,
  refused,
}) => {
  await context.route('https://open.spotify.com/embed/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<p>Playing</p><script>parent.postMessage({ type: 'ready' }, '*')</script>`,
    }),
  );
  await context.route('https://open.spotify.com/oembed**', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { title: 'A song of the test' },
    }),
  );
  await signIn(page, embedded.url, embedded);
  for (const tab of ['Commentaries', 'Projects', 'Resources', 'AI Tools', 'Learnings', 'Music'])
    await openTab(page, embedded.url, tab);
  await page
    .getByLabel('Spotify Link')
    .fill('https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC');
  await page.getByRole('button', { name: 'Load Info' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('A song of the test');
  await addItem(page, embedded.url, 'commentaries', 'A note of the test');

  await page.goto('/');
  await page.getByRole('heading', { name: 'Currently Listening' }).scrollIntoViewIfNeeded();
  await expect(page.locator('iframe[src*="spotify"]')).toBeVisible();

  await page.goto('/projects/fieldnotes');
  const grip = page.getByRole('button', { name: /^Drag/ }).first();
  await grip.scrollIntoViewIfNeeded();
  await grip.hover();
  await page.mouse.down();
  await page.mouse.move(300, 300, { steps: 5 });
  await page.mouse.up();

  await untilControlled(page);
  await page.goto('/offline');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(refused).toEqual([]);
});

test('HOST-1: a stranger’s script, frame and request are refused', async ({
  page,
  complaints,
  refused,
}) => {
  await page.goto('/');
  await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    const button = document.createElement('button');
    button.setAttribute('onclick', 'window.injected = true');
    const frame = document.createElement('iframe');
    frame.src = 'https://evil.example/';
    document.body.append(script, button, frame);
    button.click();
    await fetch('https://evil.example/').catch(() => {});
  });
  // By the page's policy and by the header's.
  const what = ['connect-src', 'frame-src', 'script-src-attr', 'script-src-elem'];
  const directives = () => [...new Set(refused.map((it) => it.split(':')[0]))].toSorted();
  await expect.poll(directives).toEqual(what);
  expect(await page.evaluate(() => 'injected' in window)).toBe(false);
  expect(complaints.splice(0).length).toBeGreaterThan(0);
});

test('O1: pictures of other sites are kept too, though the page may not fetch them', async ({
  context,
  page,
  embedded,
  refused,
}) => {
  const address = 'https://pictures.example/a.svg';
  await context.route(address, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      headers: { 'access-control-allow-origin': '*' },
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    }),
  );
  await embedded.sql(
    `insert into commentaries (title, content, image_url) values ('Far away', 'x', '${address}')`,
  );
  await page.goto('/posts');
  await expect
    .poll(() =>
      page.evaluate(async (url) => {
        const kept = await (await caches.open('fieldnotes-pictures')).match(url);
        return kept?.headers.get('content-type') ?? null;
      }, address),
    )
    .toBe('image/svg+xml');
  expect(refused).toEqual([]);
});
