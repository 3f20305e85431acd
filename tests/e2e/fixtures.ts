import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { site } from '../../src/site.config.ts';
import { type FaultProxy, startFaultProxy } from '../lab/fault-proxy.ts';
import { backendTest, siteDir, withEmbedded } from '../support/backend-fixtures.ts';

/** The built site and an embedded backend at one origin, with the sample content in it when a test begins. */
export { expect, siteDir };

interface Fixtures {
  /** The errors that the page threw or wrote to its console; a test that causes some takes them out. */
  complaints: string[];
  /** Puts a faulty network before a backend. Each is an origin of its own, so the device has nothing for it. */
  startFront: (backendUrl: string, fault: FaultProxy['fault']) => Promise<FaultProxy>;
}

/** Chromium's own messages about failed requests: expected when a test takes the server away. */
const networkTrouble =
  /Failed to load resource|WebSocket connection to .* failed|net::ERR_|error occurred when fetching the script/;

export const test = backendTest.extend<Fixtures>({
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      context.on('weberror', (error) => complaints.push(String(error.error())));
      context.on('console', (message) => {
        if (message.type() !== 'error' || networkTrouble.test(message.text())) return;
        complaints.push(message.text());
      });
      await context.addInitScript(watchPresses);
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from its pattern
  startFront: async ({}, use) => {
    const fronts: FaultProxy[] = [];
    await use(async (backendUrl, fault) => {
      const front = await startFaultProxy(backendUrl, { live: false });
      front.fault = fault;
      fronts.push(front);
      return front;
    });
    await Promise.all(fronts.map((front) => front.stop()));
  },
});

/** For tests that change nothing on the server. Their devices are still their own. */
export const readingTest = test.extend({
  embedded: async ({ seeded }, use) => {
    await use(seeded);
  },
});

/**
 * Runs in the page: reports a press whose pointer goes down on one element and up on another. That happens when the
 * page moves in between, and the press then does nothing, or something else.
 */
function watchPresses(): void {
  const control = ({ target }: Event) =>
    target instanceof Element ? target.closest('button, a, input, textarea, select, label') : null;
  const name = (element: Element | null) => element?.outerHTML.slice(0, 200) ?? 'nothing';
  let pressed: { on: Element | null; x: number; y: number } | null = null;
  window.addEventListener(
    'pointerdown',
    (event) => {
      pressed = { on: control(event), x: event.clientX, y: event.clientY };
    },
    { capture: true },
  );
  window.addEventListener(
    'pointerup',
    (event) => {
      const stayed = event.clientX === pressed?.x && event.clientY === pressed.y;
      if (pressed?.on && stayed && pressed.on !== control(event)) {
        console.error(`Pressed in vain: ${name(pressed.on)}; let go on ${name(control(event))}`);
      }
      pressed = null;
    },
    { capture: true },
  );
}

/** For tests that change more than rows: a backend that no other test uses. */
export const ownTest = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: see above
  embedded: async ({}, use) => withEmbedded({}, use),
});

/** For tests that deploy: a folder of their own with the built site, `deployed`, and a backend that serves it. */
export const deployedTest = test.extend<{ deployed: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: see above
  deployed: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-site-'));
    cpSync(siteDir, folder, { recursive: true });
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  embedded: async ({ deployed }, use) => withEmbedded({ siteDir: deployed }, use),
});

/** The number of marks of the second version on the page. */
export const versionOf = (page: Page): Promise<number> =>
  page.locator('meta[name=version]').count();

/** The texts of the sample content that these tests look for. */
export const sample = {
  project: 'Ask My Notes',
  tool: 'Ollama',
};

/** The number of different pictures in the sample content, with the owner's portrait. */
const samplePictures = new Set(
  [...readFileSync('supabase/seed.sql', 'utf8').matchAll(/'(\/pictures\/[^']+)'/g)].map(
    (it) => it[1],
  ),
).add(site.profile.image).size;

/** Waits until the service worker controls the page: it can be loaded without a network. */
export async function untilControlled(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Waits until the service worker controls the page and the content's pictures are kept. */
export async function untilKept(page: Page): Promise<void> {
  await untilControlled(page);
  const kept = () =>
    page.evaluate(async () => (await (await caches.open('fieldnotes-pictures')).keys()).length);
  await expect.poll(kept).toBe(samplePictures);
}

/** Waits until every picture in view is loaded and valid. */
export async function expectPictures(page: Page): Promise<void> {
  await expect(page.locator('main img').first()).toBeVisible();
  await page.evaluate(async () => {
    for (const image of document.querySelectorAll('img')) {
      image.loading = 'eager';
      await image.decode().catch(() => {});
    }
  });
  const widths = await page
    .locator('img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
  expect(widths.length).toBeGreaterThan(0);
  expect(Math.min(...widths)).toBeGreaterThan(0);
}

export const alertText =
  'There was an error connecting to the database. Please check your connection and try again.';
