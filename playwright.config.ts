import { defineConfig } from '@playwright/test';
import { browserArguments } from './tests/support/browser.ts';

/** Run through `npm run test:e2e`, which builds the site and finds the browser. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  workers: 2,
  // A shared machine may stall for longer than any test waits; what needed its second try is listed as flaky.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: process.env.SHELL_PATH ?? '',
      args: [...browserArguments],
    },
    screenshot: 'only-on-failure',
  },
});
