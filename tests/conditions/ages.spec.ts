import type { Page } from '@playwright/test';
import { MIRROR_VERSION } from '../../src/engine/mirror/database.ts';
import { expect, sample, deployedTest as test, untilKept, versionOf } from '../e2e/fixtures.ts';
import { addItem, alterSession, signIn, typeCredentials } from '../support/admin-at-work.ts';
import { asOlder, deployAnotherBuild } from '../support/deploy.ts';
import type { Embedded } from '../support/embedded.ts';

test.use({ serviceWorkers: 'allow' });

/** Devices that come from another age: with an older mirror, or after a year. */

test.use({ viewport: { width: 1280, height: 900 } });

/** Dexie counts in tens. */
const mirrorVersion = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).find((it) => it.name === 'fieldnotes'));

const lookForUpdate = (page: Page) =>
  page.evaluate(
    async () => void (await (await navigator.serviceWorker.getRegistration())?.update()),
  );

async function inLedger(embedded: Embedded): Promise<number> {
  const [row] = await embedded.sql('select count(*)::int as n from sync.ledger');
  return Number(row?.n);
}

test('Y37: a mirror of an older version, with an edit that waits, is upgraded while an old tab is open: nothing is lost, and neither tab hangs', async ({
  page: old,
  context,
  deployed,
  embedded,
  startFront,
}) => {
  test.slow();
  const restore = asOlder(deployed);
  const front = await startFront(embedded.url, 'none');
  await old.goto(front.url);
  await untilKept(old);
  await signIn(old, front.url, embedded);
  front.fault = 'reset';
  await addItem(old, front.url, 'projects', 'From the older version');
  expect(await mirrorVersion(old)).toMatchObject({ version: 10 * (MIRROR_VERSION - 1) });

  restore();
  deployAnotherBuild(deployed);
  const next = await context.newPage();
  await next.goto(`${front.url}/projects`);
  await lookForUpdate(next);
  await next.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(next.locator('meta[name=version]')).toHaveCount(1);
  await expect(next.locator('main').getByText('From the older version')).toBeVisible();
  await expect(next.locator('main').getByText(sample.project).first()).toBeVisible();
  await expect(next.getByRole('link', { name: '1 edit waiting' })).toBeVisible();
  expect(await mirrorVersion(next)).toMatchObject({ version: 10 * MIRROR_VERSION });

  // The old tab reads on from what is now newer than itself, and says how to follow.
  await expect(old.getByText('This tab still shows the old version.')).toBeVisible();
  await old.getByRole('link', { name: 'Projects', exact: true }).click();
  await expect(old.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await expect(old.locator('main').getByText('From the older version')).toBeVisible();
  expect(await versionOf(old)).toBe(0);
  front.fault = 'none';
  const saved = () =>
    embedded.sql("select title from projects where title = 'From the older version'");
  await expect.poll(saved).toEqual([{ title: 'From the older version' }]);
  await old.getByRole('button', { name: 'Reload' }).click();
  await expect(old.locator('meta[name=version]')).toHaveCount(1);
  await expect(old.locator('main').getByText('From the older version')).toBeVisible();
  expect(await inLedger(embedded)).toBe(1);
});

const DAY_MS = 86_400_000;

/** What the device keeps is a year older: its freshness, its edits, and the visit. */
function letAYearPass(page: Page): Promise<void> {
  return page.evaluate(
    (year) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('fieldnotes');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(['meta', 'outbox'], 'readwrite');
          const meta = transaction.objectStore('meta');
          meta.get('freshness').onsuccess = ({ target }) => {
            const { value } = (target as IDBRequest).result;
            meta.put({ key: 'freshness', value: value - year });
          };
          const outbox = transaction.objectStore('outbox');
          outbox.openCursor().onsuccess = ({ target }) => {
            const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result;
            cursor?.update({ ...cursor.value, at: cursor.value.at - year });
            cursor?.continue();
          };
          transaction.oncomplete = () => {
            opening.result.close();
            const visits = JSON.parse(localStorage.getItem('fieldnotes.visits') ?? '{}');
            const older = JSON.stringify({ ...visits, at: visits.at - year });
            localStorage.setItem('fieldnotes.visits', older);
            resolve();
          };
        };
      }),
    366 * DAY_MS,
  );
}

test('Y10 L2: a site that was not opened for a year shows what it has, says how old it is, catches up, and still has the edit that waits', async ({
  page: before,
  context,
  deployed,
  embedded,
  startFront,
}) => {
  test.slow();
  const front = await startFront(embedded.url, 'none');
  await before.goto(front.url);
  await untilKept(before);
  await signIn(before, front.url, embedded);
  front.fault = 'reset';
  await addItem(before, front.url, 'commentaries', 'From a year ago');
  await before.goto(`${front.url}/robots.txt`);
  await letAYearPass(before);
  await alterSession(before, { expires_at: 1_000_000_000, refresh_token: 'forgotten' });
  await before.close();

  // Meanwhile: other content, forgotten tombstones, another build.
  await embedded.sql(
    `delete from projects where title = '${sample.project}'; insert into projects (title, description) values ('Of this year', 'x'); select sync.prune('-1 second')`,
  );
  deployAnotherBuild(deployed);
  const page = await context.newPage();
  await page.goto(`${front.url}/projects`);
  await expect(page.locator('main').getByText(sample.project).first()).toBeVisible();
  const lastYear = new Date(Date.now() - 366 * DAY_MS).getFullYear();
  await expect(
    page.getByText(new RegExp(`Everything here is from \\w+ \\d+, ${lastYear}`)),
  ).toBeVisible();

  front.fault = 'none';
  await expect(page.locator('main').getByText('Of this year')).toBeVisible();
  await expect(page.locator('main').getByText(sample.project)).toHaveCount(0);
  await expect(page.getByText(/^as of today/).filter({ visible: true })).toHaveCount(1);
  await page.goto(`${front.url}/admin`);
  await expect(page.getByText('Your session has ended. Sign in to send 1 edit.')).toBeVisible();
  await typeCredentials(page, embedded.backend.demoAdmin);
  const saved = () =>
    embedded.sql("select title from commentaries where title = 'From a year ago'");
  await expect.poll(saved).toEqual([{ title: 'From a year ago' }]);
  expect(await inLedger(embedded)).toBe(1);
});
