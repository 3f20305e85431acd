import puppeteer, { type Page, type Browser as Puppet } from 'puppeteer-core';
import { browserArguments } from '../support/browser.ts';
import type { Browser, Engine, Window } from './engine.ts';
import { killed } from './killed.ts';

/** Chromium through its own protocol, Firefox through WebDriver BiDi. */

export function chromium(executablePath: string): Engine {
  return {
    async start({ profile, width = 1280 } = {}) {
      const puppet = await puppeteer.launch({
        browser: 'chrome',
        executablePath,
        ...(profile === undefined ? {} : { userDataDir: profile }),
        args: [...browserArguments, `--window-size=${width},900`],
        defaultViewport: null,
      });
      return browserOf(puppet, async (page) => {
        await narrow(page, width);
        return windowOf(page);
      });
    },
  };
}

export function firefox(executablePath: string): Engine {
  return {
    async start({ dark = false, width = 1280, siteData, profile } = {}) {
      const puppet = await puppeteer.launch({
        browser: 'firefox',
        executablePath,
        ...(profile === undefined ? {} : { userDataDir: profile }),
        args: [`--width=${width}`, '--height=900'],
        defaultViewport: null,
        extraPrefsFirefox: {
          'ui.systemUsesDarkTheme': dark ? 1 : 0,
          ...(siteData === 'blocked' ? { 'network.cookie.cookieBehavior': 2 } : {}),
        },
      });
      return browserOf(puppet, async (page) => {
        await narrow(page, width);
        if (siteData === 'no IndexedDB') await page.evaluateOnNewDocument(takeIndexedDB);
        return windowOf(page, afterTheLastLoad(page));
      });
    },
  };
}

/** Their own windows are never as narrow as a phone. */
async function narrow(page: Page, width: number): Promise<void> {
  if (width < 500) await page.setViewport({ width, height: 900 });
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
function afterTheLastLoad(page: Page): () => Promise<void> {
  let left: number | null = null;
  const bornAt = () => page.evaluate(() => performance.timeOrigin).catch(() => null);
  return async () => {
    const end = Date.now() + COMMITTED_MS;
    let born = await bornAt();
    while ((born === null || born === left) && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      born = await bornAt();
    }
    left = born;
  };
}

function browserOf(puppet: Puppet, prepared: (page: Page) => Window | Promise<Window>): Browser {
  return {
    async open() {
      const page = await puppet.newPage();
      page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));
      return prepared(page);
    },
    close: () => puppet.close(),
    async kill() {
      const child = puppet.process();
      if (child !== null) await killed(child);
    },
  };
}

/** @param mayLoad ends when the window can load another address */
function windowOf(page: Page, mayLoad = async () => {}): Window {
  return {
    async load(url) {
      await mayLoad();
      // Its result shows on the page. The next load ends it, and a dead server never answers.
      void page.goto(url, { waitUntil: 'domcontentloaded' }).catch(() => {});
    },
    async reload() {
      await mayLoad();
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
