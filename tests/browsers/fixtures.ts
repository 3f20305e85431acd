import { expect } from '@playwright/test';
import { backendTest, siteDir } from '../support/backend-fixtures.ts';
import type { Browser, BrowserOptions } from './engine.ts';
import { type EngineName, engineNamed } from './installed.ts';
import { type Visitor, visitorIn } from './visitor.ts';

/** The built site, an embedded backend, and a visitor in the engine of the project that the test runs in. */
export { expect, siteDir };

export interface EngineOption {
  engine: EngineName;
}

interface Fixtures {
  /** The preferences of the device. */
  device: BrowserOptions;
  browserOfEngine: Browser;
  visitor: Visitor;
  /** Another window of the same browser. */
  openAnother: () => Promise<Visitor>;
}

export const test = backendTest.extend<Fixtures, EngineOption>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  device: [{}, { option: true }],
  browserOfEngine: async ({ engine, device }, use) => {
    const browser = await engineNamed(engine).start(device);
    await use(browser);
    await browser.close();
  },
  visitor: async ({ browserOfEngine }, use) => {
    await use(visitorIn(await browserOfEngine.open()));
  },
  openAnother: async ({ browserOfEngine }, use) => {
    await use(async () => visitorIn(await browserOfEngine.open()));
  },
});
