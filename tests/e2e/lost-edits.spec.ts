import type { Page } from '@playwright/test';
import { type FaultProxy, startFaultProxy } from '../lab/fault-proxy.ts';
import { type KillableBrowser, killableBrowser } from '../lab/killable-browser.ts';
import { addItem, addTask, itemOf, newTab, signIn } from '../support/admin-at-work.ts';
import type { Embedded } from '../support/embedded.ts';
import { test as base, expect } from './fixtures.ts';

base.use({ serviceWorkers: 'allow' });

base.describe.configure({ retries: 0 });

/**
 * An edit that the screen has confirmed is never lost and never doubled, whatever happens to network, process and disk.
 */

const test = base.extend<{ network: FaultProxy; phone: KillableBrowser }>({
  network: async ({ embedded }, use) => {
    const proxy = await startFaultProxy(embedded.url);
    await use(proxy);
    await proxy.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from its pattern
  phone: async ({}, use) => {
    const phone = killableBrowser();
    await use(phone);
    await phone.stop();
  },
});

async function count(embedded: Embedded, from: string): Promise<number> {
  const [row] = await embedded.sql(`select count(*)::int as n from ${from}`);
  return Number(row?.n);
}

const waiting = (page: Page) => page.getByRole('link', { name: /waiting|needs? you/ });

for (const fault of ['answer lost', 'cut in the middle'] as const) {
  test(`Y15 Y56 E5: the answer to a push is ${fault}: it is sent again, applied once, and shown once all the while`, async ({
    page,
    network,
    embedded,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await signIn(page, network.url, embedded);
    network.meant = /sync_push/;
    network.fault = fault;
    await addItem(page, network.url, 'commentaries', 'Heard by nobody');
    await expect.poll(() => network.counts[fault] ?? 0).toBeGreaterThan(0);
    // The network knows of the request before the server has handled it.
    await expect
      .poll(() => count(embedded, "commentaries where title = 'Heard by nobody'"))
      .toBe(1);
    const item = page.getByRole('listitem').filter({ hasText: 'Heard by nobody' });
    await expect(item).toHaveCount(1);
    network.fault = 'none';
    await expect(waiting(page)).toHaveCount(0);
    await expect(item).toHaveCount(1);
    expect(await count(embedded, "commentaries where title = 'Heard by nobody'")).toBe(1);
    expect(await count(embedded, 'sync.ledger')).toBe(1);
  });
}

test('E4: a browser that is killed right after the screen has confirmed an edit has not lost it', {
  tag: '@long',
}, async ({ phone, network, embedded }) => {
  // It starts a browser again and again.
  test.slow();
  let page = await newTab(await phone.start());
  await signIn(page, network.url, embedded);
  await addItem(page, network.url, 'resources', 'Before the tunnel');
  // Before it counts as waiting, the page does not say that anything waits.
  await expect.poll(() => count(embedded, 'sync.ledger')).toBe(1);
  await expect(waiting(page)).toHaveCount(0);
  // By now there is the worker that answers without a network, and it has the part of the board.
  await page.goto(`${network.url}/projects/ask-my-notes`);
  await expect(page.getByPlaceholder('Enter a new task...')).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  network.fault = 'reset';
  const edits: readonly [what: string, act: () => Promise<void>][] = [
    ['A thought', () => addItem(page, network.url, 'commentaries', 'A thought')],
    ['A tool', () => addItem(page, network.url, 'ai_tools', 'A tool')],
    ['A task', () => addTask(page, network.url, 'A task')],
  ];
  for (const [n, [what, act]] of edits.entries()) {
    await act();
    // It is on the list before it is on the disk; what waits is read from there.
    await expect(waiting(page)).toHaveText(n === 0 ? /1 edit waiting/ : `${n + 1} edits waiting`);
    await phone.kill();
    page = await newTab(await phone.start());
    await page.goto(`${network.url}/admin/outbox`);
    await expect(page.getByText(`“${what}”`).first()).toBeVisible();
  }
  await expect(waiting(page)).toHaveText(/3 edits waiting/);
  network.fault = 'none';
  await expect(waiting(page)).toHaveCount(0);
  expect(await count(embedded, "commentaries where title = 'A thought'")).toBe(1);
  expect(await count(embedded, "ai_tools where name = 'A tool'")).toBe(1);
  expect(await count(embedded, "tasks where content = 'A task'")).toBe(1);
  expect(await count(embedded, 'sync.ledger')).toBe(4);
});

/** From now on the next `times` edits meet a storage that fails with a browser's error. */
async function failingStorage(page: Page): Promise<(name: string, times: number) => Promise<void>> {
  await page.addInitScript(() => {
    const { add } = IDBObjectStore.prototype;
    const state = { name: '', times: 0 };
    Object.assign(window, { storage: state });
    IDBObjectStore.prototype.add = function (...given) {
      if (this.name !== 'outbox' || state.times === 0) return add.apply(this, given);
      state.times -= 1;
      throw new DOMException('said the storage', state.name);
    };
  });
  return (name, times) =>
    page.evaluate(
      (to) => {
        Object.assign((window as unknown as { storage: object }).storage, to);
      },
      { name, times },
    );
}

for (const { ids, name, words } of [
  { ids: 'E14 Y34', name: 'QuotaExceededError', words: 'This device has no room left' },
  // Safari's error when its storage process has gone (dexie #2008).
  { ids: 'Y33', name: 'UnknownError', words: 'This device couldn’t save it' },
]) {
  test(`${ids}: a storage that fails with ${name} in the middle of an edit: tried once more, then said, and what was typed stays`, async ({
    page,
    network,
    embedded,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    const fail = await failingStorage(page);
    await signIn(page, network.url, embedded);
    await fail(name, 1);
    await addItem(page, network.url, 'commentaries', 'At the second try');
    await expect
      .poll(() => count(embedded, "commentaries where title = 'At the second try'"))
      .toBe(1);

    await fail(name, 1_000);
    const form = page.getByRole('form', { name: 'New commentary' });
    await form.getByLabel(/^Title/).fill('Not yet');
    await form.getByLabel(/^Content/).fill('Still here.');
    await form.getByRole('button', { name: 'Add Commentary' }).click();
    await expect(page.getByText(words).first()).toBeVisible();
    await expect(form.getByLabel(/^Title/)).toHaveValue('Not yet');
    await expect(form.getByLabel(/^Content/)).toHaveValue('Still here.');
    await expect(itemOf(page, 'Not yet')).toHaveCount(0);
    await fail(name, 0);
    await form.getByRole('button', { name: 'Add Commentary' }).click();
    await expect(itemOf(page, 'Not yet')).toBeVisible();
    await expect.poll(() => count(embedded, "commentaries where title = 'Not yet'")).toBe(1);

    // On the board, too.
    await page.goto(`${network.url}/projects/ask-my-notes`);
    await fail(name, 1_000);
    await page.getByPlaceholder('Enter a new task...').fill('Not lost');
    await page.getByRole('button', { name: 'Add Task' }).click();
    await expect(page.getByText('Error adding task').first()).toBeVisible();
    await expect(page.getByPlaceholder('Enter a new task...')).toHaveValue('Not lost');
  });
}
