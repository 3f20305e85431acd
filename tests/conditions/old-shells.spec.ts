import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, deployedTest as test, untilControlled, versionOf } from '../e2e/fixtures.ts';
import { deployAnotherBuild } from '../support/deploy.ts';

test.use({ serviceWorkers: 'allow' });

/** The device's copy of the site is older than the host's build, or incomplete. */

/** Follows a link of the frame without loading the page again. */
const openAdmin = (page: Page) =>
  page.evaluate(() => {
    history.pushState({ idx: 1 }, '', '/admin');
    dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } }));
  });

/** Opens the site until the device has a shell of it. @returns how often the page has been loaded since */
async function openKept(page: Page): Promise<() => number> {
  await page.goto('/');
  await untilControlled(page);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}

/** Empties the browser's own cache of files that may be cached for ever. */
async function clearHttpCache(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await devtools.detach();
}

/** Removes the files of this part from the host, and keeps the rest. */
function takeAway(folder: string, part: string): void {
  const assets = join(folder, 'assets');
  for (const name of readdirSync(assets)) if (name.startsWith(part)) rmSync(join(assets, name));
}

test.use({ viewport: { width: 1280, height: 800 } });

test('U3: when the host no longer has a part of an old shell, the new version is loaded, once, at the same address', async ({
  page,
  deployed,
  complaints,
}) => {
  const loads = await openKept(page);
  deployAnotherBuild(deployed);
  await openAdmin(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByLabel('Password')).toBeVisible();
  expect([await versionOf(page), loads(), new URL(page.url()).pathname]).toEqual([1, 1, '/admin']);
  complaints.length = 0;
});

test('U3: a part that the newest build lacks too is reported, without a loop', async ({
  page,
  deployed,
  complaints,
}) => {
  const loads = await openKept(page);
  takeAway(deployed, 'admin-page');
  await openAdmin(page);
  await expect(page.getByRole('heading', { name: 'This part could not be loaded' })).toBeVisible();
  expect(loads()).toBe(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'This part could not be loaded' })).toBeVisible();
  expect(loads()).toBe(1);
  complaints.length = 0;
});

test('U3: offline, a message says that a part is not on the device, and the rest works', async ({
  page,
  context,
  complaints,
}) => {
  await openKept(page);
  await context.setOffline(true);
  await openAdmin(page);
  await expect(page.getByRole('heading', { name: 'Not on this device yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page.getByRole('heading', { name: 'Project Roadmap' })).toBeVisible();

  await page.goto('/projects?debug');
  await expect(page.getByText('The sync details aren’t saved on this device yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();

  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await clearHttpCache(page);
  await page.keyboard.press('/');
  await expect(page.getByText('The search could not be loaded.').first()).toBeVisible();
  complaints.length = 0;
});

/** Stores something where edits are stored. */
const leaveTrace = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('fieldnotes');
        opening.onsuccess = () => {
          const database = opening.result;
          const writing = database.transaction('meta', 'readwrite');
          writing.objectStore('meta').put({ key: 'trace', value: 'kept' });
          writing.oncomplete = () => {
            database.close();
            resolve();
          };
          writing.onerror = reject;
        };
        opening.onerror = reject;
      }),
  );
const readTrace = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('fieldnotes');
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction('meta').objectStore('meta').get('trace');
          reading.onsuccess = () => {
            database.close();
            resolve(reading.result?.value);
          };
          reading.onerror = reject;
        };
        opening.onerror = reject;
      }),
  );

/** The page is kept and its scripts are not: a partial eviction leaves that. */
const evictScripts = (page: Page) =>
  page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (/\/assets\/.*\.js/.test(request.url)) await cache.delete(request);
      }
    }
  });

test('U8: a shell whose scripts are gone from device and host is repaired; stored data stays', async ({
  page,
  deployed,
  complaints,
}) => {
  await openKept(page);
  await expect(page.getByRole('heading', { name: 'Project Roadmap' })).toBeVisible();
  await leaveTrace(page);
  deployAnotherBuild(deployed);
  await evictScripts(page);
  await clearHttpCache(page);
  await page.goto('/projects');
  await expect(page.locator('meta[name=version]')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  expect(await readTrace(page)).toBe('kept');
  complaints.length = 0;
});

test('U8: a broken shell without a network says what is wrong', async ({
  page,
  context,
  complaints,
}) => {
  await openKept(page);
  await evictScripts(page);
  await clearHttpCache(page);
  await context.setOffline(true);
  await page.goto('/projects');
  await expect(page.getByRole('alert')).toContainText('there is no connection to fetch it');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  complaints.length = 0;
});

test('U8: a shell that was deleted while its worker lives is kept again with the next page', async ({
  page,
  context,
}) => {
  await openKept(page);
  const count = () =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find((one) => one.includes('precache'));
      return name === undefined ? 0 : (await (await caches.open(name)).keys()).length;
    });
  const whole = await count();
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await page.goto('/learnings');
  await expect.poll(count).toBe(whole);
  await context.setOffline(true);
  await page.goto('/projects');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
});

test('O1: a project that is named like a file, or like a step in a path, can be opened, offline too', async ({
  page,
  context,
  embedded,
}) => {
  const ids = (
    await embedded.sql('select id from projects order by created_at desc, id limit 2')
  ).map(({ id }) => String(id));
  await embedded.sql(
    "update projects set slug = 'llama.cpp', title = 'Named like a file' where id = $1",
    [ids[0]],
  );
  await embedded.sql("update projects set slug = '..', title = 'A step up' where id = $1", [
    ids[1],
  ]);
  await page.goto('/projects/llama.cpp');
  await expect(page.getByRole('heading', { level: 1, name: 'Named like a file' })).toBeVisible();
  await untilControlled(page);
  await context.setOffline(true);
  await page.goto('/projects/llama.cpp');
  await expect(page.getByRole('heading', { level: 1, name: 'Named like a file' })).toBeVisible();
  await page.goto('/projects');
  await page.getByRole('link', { name: 'A step up' }).click();
  await expect(page).toHaveURL('/projects/a-step-up');
  await expect(page.getByRole('heading', { level: 1, name: 'A step up' })).toBeVisible();
  await page.goto('/learnings/v1.0');
  await expect(page.getByText('Learning not found or error loading data.')).toBeVisible();
});
