import { withEmbedded } from '../support/backend-fixtures.ts';
import { BUILD_MS, buildNamed } from '../support/builds.ts';
import { test } from './fixtures.ts';

/** A test of a site with an inbox that is open, and of a backend that no other test uses. */
export const inboxTest = test.extend<object, { inboxSite: string }>({
  inboxSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from its pattern
    async ({}, use) => use(await buildNamed('inbox')),
    { scope: 'worker', timeout: BUILD_MS },
  ],
  embedded: async ({ inboxSite }, use) =>
    withEmbedded({ siteDir: inboxSite, seed: false }, async (embedded) => {
      await embedded.sql('update sync.inbox set is_open = true');
      await use(embedded);
    }),
});
