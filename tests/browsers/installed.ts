import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findShell } from '../support/browser.ts';
import type { Engine } from './engine.ts';
import { chromium, firefox } from './puppeteer.ts';
import { type WebKitPrograms, webkit } from './webkit.ts';

/** The engines that this machine has. */

export type EngineName = 'chromium' | 'firefox' | 'webkit';

export const firefoxPath: string | null =
  ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path)) ?? null;

export const webkitPrograms: WebKitPrograms | null = (() => {
  const [driver, xvfb] = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'];
  const miniBrowser = miniBrowserPath();
  if (miniBrowser === null || !existsSync(driver) || !existsSync(xvfb)) return null;
  return { driver, xvfb, miniBrowser };
})();

/** It is beside the library, in a folder named for the machine and the library's version. */
function miniBrowserPath(): string | null {
  const lib = '/usr/lib';
  if (!existsSync(lib)) return null;
  const folders = readdirSync(lib)
    .filter((name) => name.endsWith('-linux-gnu'))
    .flatMap((name) => readdirSync(join(lib, name)).map((it) => join(lib, name, it)));
  const candidates = folders
    .filter((it) => /webkit2?gtk-\d/.test(it))
    .map((it) => join(it, 'MiniBrowser'));
  return candidates.find((path) => existsSync(path)) ?? null;
}

export const installedEngines: readonly EngineName[] = [
  'chromium',
  ...(firefoxPath === null ? [] : (['firefox'] as const)),
  ...(webkitPrograms === null ? [] : (['webkit'] as const)),
];

/** @throws where the machine has none */
export function engineNamed(name: EngineName): Engine {
  if (name === 'chromium') return chromium(findShell());
  if (name === 'firefox' && firefoxPath !== null) return firefox(firefoxPath);
  if (name === 'webkit' && webkitPrograms !== null) return webkit(webkitPrograms);
  throw new Error(`${name} is not installed.`);
}
