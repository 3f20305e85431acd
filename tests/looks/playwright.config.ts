import { defineConfig } from '@playwright/test';
import { browserArguments, findShell } from '../support/browser.ts';

/** Used by run.ts: pictures are taken into SHOTS_DIR, or compared with those in it. */
export default defineConfig({
  testDir: '.',
  // Of two pictures that differ: both, and where.
  outputDir: '../../shots-compared',
  snapshotPathTemplate: `${process.env.SHOTS_DIR}/{arg}{ext}`,
  fullyParallel: true,
  workers: 2,
  timeout: 240_000,
  expect: {
    timeout: 60_000,
    // Edges of letters are not drawn the same each time.
    toHaveScreenshot: { maxDiffPixelRatio: 0.0002 },
  },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findShell(), args: [...browserArguments] },
    contextOptions: { reducedMotion: 'reduce' },
    serviceWorkers: 'block',
  },
});
