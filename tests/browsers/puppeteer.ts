import puppeteer, { type Page, type Browser as Puppet } from 'puppeteer-core';
import { browserArguments } from '../support/browser.ts';
import type { Browser, BrowserOptions, Engine, Window } from './engine.ts';

/** Chromium through its own protocol, Firefox through WebDriver BiDi. */

export function chromium(executablePath: string): Engine {
  return {
    async start({ dark = false } = {}) {
      const args = [...browserArguments, '--window-size=1280,900'];
      const puppet = await puppeteer.launch({
        browser: 'chrome',
        executablePath,
        args,
        defaultViewport: null,
      });
      return browserOf(puppet, async (page) => {
        const value = dark ? 'dark' : 'light';
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
      });
    },
  };
}

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
      return browserOf(puppet, async () => {});
    },
  };
}

function preferences({ dark = false }: BrowserOptions) {
  return { 'ui.systemUsesDarkTheme': dark ? 1 : 0 };
}

function browserOf(puppet: Puppet, prepare: (page: Page) => Promise<void>): Browser {
  return {
    async open() {
      const page = await puppet.newPage();
      await prepare(page);
      page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));
      return windowOf(page);
    },
    close: () => puppet.close(),
  };
}

function windowOf(page: Page): Window {
  return {
    async load(url) {
      // What becomes of it is seen on the page. The next load ends it, and a dead server never answers.
      void page.goto(url, { waitUntil: 'domcontentloaded' }).catch(() => {});
    },
    evaluate: (task, ...args) =>
      page.evaluate(task as never, ...(args as unknown as never[])) as never,
    clickAt: (x, y) => page.mouse.click(x, y),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    close: () => page.close(),
  };
}
