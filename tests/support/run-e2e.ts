import { spawnSync } from 'node:child_process';
import { findBrowser, findShell } from './browser.ts';
import { buildSite, builtSite } from './build-site.ts';

/**
 * `npm run test:e2e`: finds a browser, builds the site once, runs the browser tests. Takes Playwright's arguments. If
 * SITE_DIR names a build, that one is tested. Other builds are made when a test asks for one (builds.ts).
 */

try {
  process.env.SHELL_PATH = findShell();
  process.env.CHROMIUM_PATH = findBrowser();
  if (process.env.SITE_DIR === undefined) await buildSite();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const { status } = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)],
  { stdio: 'inherit', env: { SITE_DIR: builtSite, ...process.env } },
);
process.exit(status ?? 1);
