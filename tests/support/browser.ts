import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import '../../tools/server/commands/env-files.ts';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The browser that the tests run in: `CHROMIUM_PATH`, else one in a usual place, else Playwright's own, else Debian's
 * package, installed now.
 *
 * @throws an error that says what to do, if there is none
 */
export function findBrowser(): string {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) {
    if (existsSync(asked)) return asked;
    throw new Error(`CHROMIUM_PATH names '${asked}', which is not there.`);
  }
  const installed = [...usualPlaces, chromium.executablePath()].find((path) => existsSync(path));
  if (installed !== undefined) return installed;
  installFromDebian();
  if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium';
  throw new Error(
    'The browser tests need Chromium, and there is none. Install it (Debian: apt-get install chromium), ' +
      'or set CHROMIUM_PATH to one.',
  );
}

/**
 * Chromium without its own windows, if Debian's package of it is installed: the same engine, sufficient for most tests,
 * in two thirds of the time. It has no background sync. Otherwise the browser.
 */
export function findShell(): string {
  const shell = '/usr/bin/chromium-headless-shell';
  return !process.env.CHROMIUM_PATH && existsSync(shell) ? shell : findBrowser();
}

function installFromDebian(): void {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return;
  console.log('No Chromium found; installing the Debian package …');
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
    execFileSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'inherit', env });
  } catch {
    // The caller says what to do instead.
  }
}

/** Arguments for headless runs on any machine: no requests of its own, and no sandbox where root has none. */
export const browserArguments: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
