import { test as base } from '@playwright/test';
import { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts';
import { remember } from './restore.ts';
import { supabaseClient } from './supabase-client.ts';

/** The built site and an embedded backend at one origin, for any browser that a test brings. */

/** The folder that `npm run test:e2e` built into. */
export const siteDir: string = (() => {
  const dir = process.env.SITE_DIR;
  if (dir === undefined) throw new Error('Run the browser tests with `npm run test:e2e`.');
  return dir;
})();

interface WorkerFixtures {
  /** A backend with the sample content, for all tests of a worker. */
  seeded: Embedded;
  /** A migrated backend without any content. */
  blank: Embedded;
  /** A backend that tests write to, and a function that puts the sample content back. */
  written: { embedded: Embedded; restore: () => Promise<void> };
}

interface Fixtures {
  /** The same; it has the sample content when a test begins. */
  embedded: Embedded;
}

export const backendTest = base.extend<Fixtures, WorkerFixtures>({
  // For every test, used or not: tests with different worker fixtures could not share a worker and its browser.
  seeded: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from its pattern
    async ({}, use) =>
      withEmbedded({}, async (embedded) => {
        await answerOnce(embedded.url);
        await use(embedded);
      }),
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: see above
  blank: [async ({}, use) => withEmbedded({ seed: false }, use), { scope: 'worker' }],
  written: [
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) =>
      withEmbedded({}, async (embedded) => {
        await answerOnce(embedded.url);
        const restore = await embedded.exclusively(remember);
        await use({ embedded, restore: () => embedded.exclusively(restore) });
      }),
    { scope: 'worker' },
  ],
  embedded: async ({ written: { embedded, restore } }, use) => {
    await embedded.up();
    await restore();
    await use(embedded);
  },
  baseURL: async ({ embedded }, use) => {
    await use(embedded.url);
  },
});

export async function withEmbedded(
  options: EmbeddedOptions,
  use: (embedded: Embedded) => Promise<void>,
): Promise<void> {
  const embedded = await startEmbedded({ siteDir, ...options });
  await use(embedded);
  await embedded.stop();
}

/** The first answer of a backend takes a busy machine longer than a page waits for one. */
async function answerOnce(url: string): Promise<void> {
  const { error } = await supabaseClient(url).rpc('sync_pull', { cursor: 0 });
  if (error !== null) throw error;
}
