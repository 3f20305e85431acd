import { cpSync } from 'node:fs';
import { untilReplaced } from '../e2e/filled-pages.ts';
import { test as deviceTest, expect, siteDir } from '../e2e/fixtures.ts';
import { BUILD_MS, FILLED_FOR } from '../support/builds.ts';
import { type Embedded, startEmbedded } from '../support/embedded.ts';
import { type FilledSite, fill, inEmptyFolder, withFilledSite } from '../support/filled-site.ts';
import { said, saidByBuild } from './said-in-head.ts';
import { expectTakenOver } from './take-over.ts';

/** The built pages of a list that has more than one. */

const test = deviceTest.extend<object, { long: FilledSite }>({
  long: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from its pattern
    async ({}, use) =>
      inEmptyFolder(async (folder) => {
        cpSync(siteDir, folder, { recursive: true });
        const source = await startEmbedded();
        await beLong(source);
        await fill(folder, source.url, { address: FILLED_FOR, home: '/' });
        await source.stop();
        await withFilledSite(folder, async (site) => {
          await beLong(site);
          await use(site);
        });
      }),
    { scope: 'worker', timeout: BUILD_MS },
  ],
});

// In one worker, which makes the site once.
test.describe.configure({ mode: 'default' });

const path = '/learnings/page/2';

test('L3 PAGES-11: the app takes over the second page of a long list without a jump', async ({
  page,
  startFront,
  long,
}) => {
  const at = { path, heading: 'Learnings', shows: 'Number 98' };
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectTakenOver(page, at, (await startFront(long.url, 'error 500')).url);
    await expect(page.getByText('99 learnings, from number 97 on')).toBeVisible();
  }
});

test('PAGES-3 PAGES-11: the head follows to the second page of a long list and away from it', async ({
  page,
  long,
}) => {
  await page.goto(`${long.url}${path}`);
  await untilReplaced(page);
  const follow = async (title: string) => {
    await expect(page).toHaveTitle(`${title} · Fieldnotes`);
    const wanted = await saidByBuild(page);
    expect(wanted.length).toBeGreaterThan(20);
    await expect.poll(() => said(page)).toEqual(wanted);
  };
  await follow('Learnings, page 2');
  const canonical = page.locator('link[rel="canonical"]');
  await expect(canonical).toHaveAttribute('href', `${long.url}/learnings/page/2`);
  await page.getByRole('link', { name: 'Show all from the beginning' }).click();
  await follow('Learnings');
  await expect(canonical).toHaveAttribute('href', `${long.url}/learnings`);
  await page.getByRole('link', { name: 'Number 3', exact: true }).click();
  await follow('Number 3');
  await page.goBack();
  await page.goBack();
  await follow('Learnings, page 2');
  await expect(canonical).toHaveAttribute('href', `${long.url}/learnings/page/2`);
});

async function beLong({ sql }: Pick<Embedded, 'sql'>): Promise<void> {
  await sql('truncate learnings, projects, resources cascade');
  await sql(
    `insert into learnings (id, title, description, rank, created_at)
     select md5(n::text)::uuid, 'Number ' || n, 'One of many', n, '2026-01-01' from generate_series(1, 99) n`,
  );
}
