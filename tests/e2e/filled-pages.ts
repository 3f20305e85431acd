import type { Page } from '@playwright/test';
import { BUILD_MS, buildNamed } from '../support/builds.ts';
import { type FilledSite, withFilledSite } from '../support/filled-site.ts';
import { readingTest as base, expect } from './fixtures.ts';
import { sitePages } from './site-pages.ts';

/** For tests of the pages that the build has filled: a site that has them, for all tests of a worker. */

export const filledTest = base.extend<object, { filled: FilledSite }>({
  filled: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from its pattern
    async ({}, use) => withFilledSite(await buildNamed('filled'), use),
    { scope: 'worker', timeout: BUILD_MS },
  ],
});

/** The pages that are filled. */
export const filledPages = sitePages.filter(({ path }) => !['/admin', '/nowhere'].includes(path));

/** What the build has put in. */
export const built = (page: Page) => page.locator('#built');

/** The addresses of the build's snapshot. */
export const snapshots = /\/assets\/snapshot-/;

/** Waits until the app has replaced what the build has put in. */
export async function untilReplaced(page: Page): Promise<void> {
  await expect(built(page)).toHaveCount(0);
  await expect(page.locator('#root h1')).toBeVisible();
}
