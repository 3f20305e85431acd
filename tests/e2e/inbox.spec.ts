import type { Page } from '@playwright/test';
import { unseenFocus } from '../pages/looked-at.ts';
import { signIn } from '../support/admin-at-work.ts';
import { inEveryLook, violations } from '../support/axe.ts';
import type { Embedded } from '../support/embedded.ts';
import { expect, untilControlled } from './fixtures.ts';
import { inboxTest as test } from './inbox-test.ts';

const typed = { Name: 'Ada', Email: 'ada@example.com', Message: 'Hello!' };

/** In the app: a built page stands before it at first. */
const field = (page: Page, label: string) =>
  page.locator('#root').getByLabel(label, { exact: true });

async function fillIn(page: Page, more: Partial<Record<keyof typeof typed, string>> = {}) {
  for (const [label, value] of Object.entries({ ...typed, ...more }))
    await field(page, label).fill(value);
}

const send = (page: Page) =>
  page.locator('#root').getByRole('button', { name: 'Send Message' }).click();

const stored = async ({ sql }: Embedded) =>
  (await sql('select message from sync.message order by place')).map(({ message }) => message);

/** The ids of the messages that a page sends. */
function watchSent(page: Page): string[] {
  const ids: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/inbox_send')) ids.push(request.postDataJSON().id);
  });
  return ids;
}

const waits = /^Your message waits on this device and is sent when there is a network/;

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('INBOX-7: what is sent without a network survives a reload, and is sent once from any page', async ({
    page,
    context,
    embedded,
  }) => {
    await page.goto('/contact');
    await untilControlled(page);
    // The page's own part is on the device, too.
    await page.reload();
    await context.setOffline(true);
    await embedded.down();
    await fillIn(page);
    await send(page);
    await expect(page.getByText(waits)).toBeVisible();
    await expect(field(page, 'Message')).toHaveValue('');

    await page.reload();
    await expect(page.getByText(waits)).toBeVisible();
    await page.goto('/posts');
    await embedded.up();
    await context.setOffline(false);
    await expect.poll(() => stored(embedded)).toEqual(['Hello!']);
    await page.goto('/contact');
    await expect(page.getByText(/^Sent today \d\d:\d\d\.$/)).toBeVisible();
    await expect(page.getByText(waits)).toHaveCount(0);
    expect(await stored(embedded)).toEqual(['Hello!']);
  });
});

test('INBOX-3 INBOX-7: a tab that is killed between sending and the answer sends nothing twice', async ({
  page,
  context,
  embedded,
}) => {
  await page.goto('/contact');
  const first = watchSent(page);
  let onAnswered = () => {};
  const answered = new Promise<void>((resolve) => {
    onAnswered = resolve;
  });
  await page.route('**/rpc/inbox_send', async (route) => {
    // The server has it, and the page never hears so.
    await route.fetch();
    onAnswered();
  });
  await fillIn(page);
  await send(page);
  await answered;
  await page.close();

  const next = await context.newPage();
  const second = watchSent(next);
  await next.goto('/contact');
  await expect(next.getByText('Sent.', { exact: true })).toBeVisible();
  expect(second).toEqual(first);
  expect(await stored(embedded)).toEqual(['Hello!']);
});

test('INBOX-7: a draft is there again, and the sixth message of an hour waits', async ({
  page,
  embedded,
}) => {
  await page.goto('/contact');
  await fillIn(page, { Message: 'Half a thought' });
  await page.reload();
  await expect(field(page, 'Message')).toHaveValue('Half a thought');
  for (let n = 1; n <= 5; n += 1) {
    await fillIn(page, { Message: String(n), Email: `${n}@example.com` });
    await send(page);
    await expect.poll(async () => (await stored(embedded)).length).toBe(n);
    await expect(page.getByText('Sent.', { exact: true })).toBeVisible();
  }
  await fillIn(page, { Message: 'One more' });
  await send(page);
  await expect(
    page.getByText(
      /^Not taken yet: .* five messages an hour from one connection\. Your message waits/,
    ),
  ).toBeVisible();
  await expect(page.getByText('One more')).toBeVisible();
  expect(await stored(embedded)).toEqual(['1', '2', '3', '4', '5']);
});

test('INBOX-6 INBOX-9: an admin reads what strangers wrote as text, and answers, marks and deletes it', async ({
  page,
  embedded,
}) => {
  const message = `<img src=x onerror="document.title='hacked'"><script>alert(1)</script>\u202E\u0007 ${'🙂'.repeat(5_000)} שלום`;
  await page.goto('/contact');
  await fillIn(page, { Name: '\u202E<b>Eve</b>', Message: message });
  await send(page);
  await expect(page.getByText('Sent.', { exact: true })).toBeVisible();

  await signIn(page, embedded.url, embedded);
  await page.getByRole('link', { name: 'Inbox (1 unread)' }).click();
  await expect(page.getByText('1 message, 1 unread')).toBeVisible();
  const card = page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
  await expect(card.locator('p[dir=auto]').last()).toHaveText(message.trim());
  expect(await card.locator('img, script, b').count()).toBe(0);
  expect(await page.title()).not.toBe('hacked');
  const overflow = await page.evaluate(() => document.body.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await inEveryLook(page, [390, 1280], async (look) =>
    expect.soft(await violations(page, look), look).toEqual([]),
  );
  // It covers some of what is below it for a while.
  await expect(page.getByText('Admin Access Granted')).toBeHidden({ timeout: 30_000 });
  expect.soft(await unseenFocus(page)).toEqual([]);
  await expect(card.getByRole('link', { name: 'Reply by e-mail' })).toHaveAttribute(
    'href',
    'mailto:ada@example.com?subject=Re%3A%20Your%20message',
  );
  await card.getByRole('button', { name: 'Mark as read' }).click();
  await expect(page.getByText('1 message, 0 unread')).toBeVisible();
  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No messages.')).toBeVisible();
  expect(await stored(embedded)).toEqual([]);
});

test('INBOX-8: a built page takes no letter before it is heard, and names an e-mail address', async ({
  browser,
  embedded,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${embedded.url}/contact`);
  await expect(page.getByLabel('Message', { exact: true })).not.toBeEditable();
  // Playwright finds no text in it.
  await expect(page.locator('#built main noscript p')).toHaveText('The form needs JavaScript.');
  // On the card, and below the form.
  await expect(page.locator('a[href^="mailto:"]')).toHaveCount(2);
  await context.close();
});
