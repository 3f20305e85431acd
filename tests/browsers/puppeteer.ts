import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Page, type Browser as Puppet } from 'puppeteer-core';
import { browserArguments } from '../support/browser.ts';
import type { Browser, BrowserOptions, Engine, Window } from './engine.ts';

/** Chromium through its own protocol, Firefox through WebDriver BiDi. */

/** @param executablePath a whole Chromium where site data is to be blocked: its shell reads no preferences */
export function chromium(executablePath: string): Engine {
  return {
    async start({ dark = false, siteData } = {}) {
      const userDataDir = mkdtempSync(join(tmpdir(), 'fieldnotes-profile-'));
      if (siteData === 'blocked') {
        mkdirSync(join(userDataDir, 'Default'));
        writeFileSync(
          join(userDataDir, 'Default/Preferences'),
          JSON.stringify({ profile: { default_content_setting_values: { cookies: BLOCK } } }),
        );
      }
      const puppet = await puppeteer.launch({
        browser: 'chrome',
        executablePath,
        userDataDir,
        args: [...browserArguments, '--window-size=1280,900'],
        defaultViewport: null,
      });
      return browserOf(puppet, {
        async prepare(page) {
          const value = dark ? 'dark' : 'light';
          await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
          if (siteData === 'no IndexedDB') await page.evaluateOnNewDocument(takeIndexedDB);
        },
        closed: () => rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5 }),
      });
    },
  };
}

/** Chromium's name for it in its preferences. */
const BLOCK = 2;

export function firefox(executablePath: string): Engine {
  return {
    async start(options = {}) {
      const puppet = await puppeteer.launch({
        browser: 'firefox',
        executablePath,
        args: ['--width=1280', '--height=900'],
        defaultViewport: null,
        extraPrefsFirefox: preferences(options),
      });
      return browserOf(puppet, {
        async prepare(page) {
          if (options.siteData === 'no IndexedDB') await page.evaluateOnNewDocument(takeIndexedDB);
        },
        mayLoad: afterTheLastLoad(),
      });
    },
  };
}

function preferences({ dark = false, siteData }: BrowserOptions) {
  return {
    'ui.systemUsesDarkTheme': dark ? 1 : 0,
    ...(siteData === 'blocked' ? { 'network.cookie.cookieBehavior': 2 } : {}),
  };
}

/** Runs in the page: as in a browser without IndexedDB. */
function takeIndexedDB(): void {
  Object.defineProperty(window, 'indexedDB', { value: undefined });
}

/** ms; a page that is not there by then comes from a server that does not answer. */
const COMMITTED_MS = 2_000;

/**
 * Firefox drops a navigation that begins while the one before is being committed, with empty pages too (some 3 of 200 on
 * a busy machine). Nobody's page can do anything about it, so the next waits for the document of the one before.
 */
function afterTheLastLoad(): (page: Page) => Promise<void> {
  const left = new WeakMap<Page, number>();
  const bornAt = (page: Page) => page.evaluate(() => performance.timeOrigin).catch(() => null);
  return async (page) => {
    const end = Date.now() + COMMITTED_MS;
    let born = await bornAt(page);
    while ((born === null || born === left.get(page)) && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      born = await bornAt(page);
    }
    left.set(page, born ?? 0);
  };
}

interface Parts {
  /** Runs in each window before it is used. */
  prepare(page: Page): Promise<void>;
  /** Ends when a window can load another address. */
  mayLoad?(page: Page): Promise<void>;
  closed?(): void;
}

function browserOf(puppet: Puppet, { prepare, mayLoad, closed }: Parts): Browser {
  return {
    async open() {
      const page = await puppet.newPage();
      await prepare(page);
      page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));
      return windowOf(page, mayLoad);
    },
    async close() {
      await puppet.close();
      closed?.();
    },
  };
}

function windowOf(page: Page, mayLoad: Parts['mayLoad'] = async () => {}): Window {
  return {
    async load(url) {
      await mayLoad(page);
      // Its result shows on the page. The next load ends it, and a dead server never answers.
      void page.goto(url, { waitUntil: 'domcontentloaded' }).catch(() => {});
    },
    async reload() {
      await mayLoad(page);
      // The page may go away before it has answered.
      await page.evaluate(() => location.reload()).catch(() => {});
    },
    evaluate: (task, ...args) =>
      page.evaluate(task as never, ...(args as unknown as never[])) as never,
    clickAt: (x, y) => page.mouse.click(x, y),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    close: () => page.close(),
  };
}
