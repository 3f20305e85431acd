import { defineConfig } from '@playwright/test';
import type { EngineOption } from './tests/browsers/fixtures.ts';
import { installedEngines } from './tests/browsers/installed.ts';
import { browserArguments } from './tests/support/browser.ts';

/** Run through `npm run test:e2e`, which builds the site and finds the browser. */
export default defineConfig<object, EngineOption>({
  globalSetup: './tests/support/builds.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  // On two cores a fourth made each of the others slower than it was quick itself.
  workers: 3,
  // A test that hangs fails. Neither limit says how fast a machine has to be.
  timeout: 120_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  // A machine that others use too may let a browser stand still for seconds. In `.ci/run` a test that fails is run once more, and
  // named as flaky if it passes then. Those that watch over edits are not: losing one in two runs is losing one.
  retries: process.env.REQUIRE_ALL ? 1 : 0,
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  projects: [
    // The longest tests begin first: begun last, they would leave the other workers with nothing to do.
    ...[...installedEngines].reverse().map((engine) => ({
      name: engine,
      testDir: 'tests/browsers',
      // They draw in software here, several times slower than Chromium's shell.
      ...(engine === 'chromium' ? {} : { workers: 2, timeout: 360_000 }),
      // What visitors and admins do in Chromium, and how it does without storage, is tested in tests/e2e.
      testIgnore: engine === 'chromium' ? [/walk/, /site-data/] : [],
      use: { engine },
    })),
    { name: 'pages', testDir: 'tests/pages' },
    { name: 'built', testDir: 'tests/built', testMatch: '**/*.spec.ts' },
    { name: 'conditions', testDir: 'tests/conditions' },
    { name: 'site', testDir: 'tests/e2e' },
  ],
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: process.env.SHELL_PATH ?? '',
      args: [...browserArguments],
    },
    // Installing it costs each new device a second of the machine. Tests that are about it allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
  },
});
