import type { Page } from '@playwright/test';
import { site } from '../../src/site.config.ts';
import { smallTargets } from '../pages/looked-at.ts';
import { signIn } from '../support/admin-at-work.ts';
import { inEveryLook, violations } from '../support/axe.ts';
import { sidewaysScroll } from '../support/sideways-scroll.ts';
import { expect, test, untilControlled } from './fixtures.ts';

test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });

/** The headings of Home that anyone could have read since the page was opened. */
async function watchGreetings(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { greetings: seen });
    const look = () => {
      for (const heading of document.querySelectorAll('h1'))
        if (heading.checkVisibility({ opacityProperty: true })) seen.add(heading.textContent ?? '');
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return () =>
    page.evaluate(() => [...(window as unknown as { greetings: Set<string> }).greetings]);
}

test('FIRST-5: the profile is changed on a phone without a network, and everybody has it', async ({
  page,
  context,
  browser,
  embedded,
}) => {
  await signIn(page, '', embedded);
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await untilControlled(page);
  await context.setOffline(true);
  await page.getByLabel('Name', { exact: true }).fill('Rosa');
  await page.getByLabel('Greeting (Optional)').fill('Fresh bread');
  await page.getByLabel('Links (Optional)').fill('Blog https://rosa.example');
  await page.getByRole('button', { name: 'Add Profile' }).click();
  await expect(page.getByText('Profile added successfully')).toBeVisible();
  await context.setOffline(false);

  const visitor = await browser.newContext();
  const other = await visitor.newPage();
  await expect(async () => {
    await other.goto(embedded.url);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Fresh bread', {
      timeout: 2_000,
    });
  }).toPass();
  await expect(other.locator('main').getByText('Rosa', { exact: true })).toBeVisible();
  await expect(other.getByRole('link', { name: /^Blog/ })).toBeVisible();
  await expect(other.getByText(site.introduction)).toBeVisible();
  // A device that has it never shows the words of the configuration first.
  const greetings = await watchGreetings(other);
  for (let load = 0; load < 3; load++) {
    await other.reload();
    await expect(other.locator('main').getByText('Rosa', { exact: true })).toBeVisible();
    expect(await greetings()).toEqual(['Fresh bread']);
  }
  // Nor where its storage is busy for longer than other content is waited for.
  const writer = await visitor.newPage();
  await writer.goto(`${embedded.url}/offline`);
  await writer.evaluate(keepStorageBusy);
  await other.reload();
  await other.waitForFunction(() =>
    [...document.querySelectorAll('#root .after-wait:has(h1)')].some((box) =>
      box.getAnimations().some(({ currentTime }) => Number(currentTime) > 150),
    ),
  );
  await writer.close();
  await expect(other.locator('main').getByText('Rosa', { exact: true })).toBeVisible();
  expect(await greetings()).toEqual(['Fresh bread']);
  await visitor.close();
});

/** A write that goes on until the page is closed: all others wait for it, as for one of a system that is busy. */
function keepStorageBusy(): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('fieldnotes');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const store = opening.result.transaction('meta', 'readwrite').objectStore('meta');
      const goOn = () => {
        store.get('position').onsuccess = goOn;
      };
      store.get('position').onsuccess = () => {
        resolve();
        goOn();
      };
    };
  });
}

test('FIRST-5: of two devices that add the profile without a network the first is kept, and the second is told and keeps its words', async ({
  browser,
  embedded,
}) => {
  const devices = await Promise.all(['Rosa', 'Vera'].map(() => browser.newContext()));
  const pages: Page[] = [];
  for (const [at, name] of ['Rosa', 'Vera'].entries()) {
    const device = devices[at];
    const page = await device?.newPage();
    if (device === undefined || page === undefined) throw new Error('there is no page');
    pages.push(page);
    await signIn(page, embedded.url, embedded);
    await page.getByRole('link', { name: 'Profile', exact: true }).click();
    await untilControlled(page);
    await device.setOffline(true);
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Greeting (Optional)').fill(`Words of ${name}`);
    await page.getByRole('button', { name: 'Add Profile' }).click();
    await expect(page.getByText('Profile added successfully')).toBeVisible();
  }
  const stored = () => embedded.sql('select name, greeting from site_profile');
  await devices[0]?.setOffline(false);
  await expect.poll(stored).toEqual([{ name: 'Rosa', greeting: 'Words of Rosa' }]);
  await devices[1]?.setOffline(false);
  const [, second] = pages;
  if (second === undefined) throw new Error('there is no second device');
  await second.goto(`${embedded.url}/admin/outbox`);
  await expect(second.getByText('It exists already.')).toBeVisible();
  await expect(second.getByText(/Vera/).first()).toBeVisible();
  // What it shows is what everybody has now; what was typed is in the file of its edits.
  await second.goto(`${embedded.url}/admin/profile`);
  await expect(second.getByLabel('Name', { exact: true })).toHaveValue('Rosa');
  const kept = await second.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('fieldnotes');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const asked = opening.result.transaction('rejected').objectStore('rejected').getAll();
          asked.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(asked.result));
          };
        };
      }),
  );
  expect(kept).toContain('Words of Vera');
  expect(await stored()).toEqual([{ name: 'Rosa', greeting: 'Words of Rosa' }]);
  for (const device of devices) await device.close();
});

test('A8 A10 LOOK-5: the page of the profile fits a phone, in every look', async ({
  page,
  embedded,
}) => {
  await signIn(page, '', embedded);
  await page.goto('/admin/profile');
  await expect(page.getByRole('button', { name: 'Add Profile' })).toBeVisible();
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  expect(await smallTargets(page)).toEqual([]);
  await inEveryLook(page, [], async (look) => {
    expect.soft(await violations(page, look), look).toEqual([]);
  });
});
