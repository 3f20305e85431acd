import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'vite';
import { findBrowser, findShell } from './browser.ts';

/** `npm run test:e2e`: finds a browser, builds the site once, runs the browser tests. Takes Playwright's arguments. */

/** The build under test, apart from dist/, which may be somebody's real site. */
const siteDir = resolve('test-results/site');

try {
  process.env.SHELL_PATH = findShell();
  process.env.CHROMIUM_PATH = findBrowser();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
Object.assign(process.env, { VITE_SUPABASE_URL: '', VITE_SUPABASE_PUBLISHABLE_KEY: '' });
rmSync('test-results', { recursive: true, force: true });
await build({ logLevel: 'warn', build: { outDir: siteDir, emptyOutDir: true } });
const { status } = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, SITE_DIR: siteDir } },
);
process.exit(status ?? 1);
