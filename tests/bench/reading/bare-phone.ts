import { setTimeout } from 'node:timers/promises';
import type { Browser, CDPSession } from '@playwright/test';

/** A phone's browser profile, in which pages are opened one after another. */
export interface BarePhone {
  open(address: string): Promise<BarePage>;
  close(): Promise<void>;
}

export interface BarePage {
  /** Resolves when the expression is true in the page, which is asked every 200 ms. */
  until(expression: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * A phone whose pages run as they do for their readers. Playwright's pages tell it of their consoles and errors: with that,
 * Chromium notes for each error that a script makes where it was made, and has to parse the whole script once more to know. Of
 * react-dom, which makes three as it is loaded, that is 20 ms.
 */
export async function barePhone(browser: Browser): Promise<BarePhone> {
  const system = await browser.newBrowserCDPSession();
  const { browserContextId } = await system.send('Target.createBrowserContext');
  return {
    async open(address) {
      const { targetId } = await system.send('Target.createTarget', {
        url: 'about:blank',
        browserContextId,
      });
      const ask = await attach(system, targetId);
      await ask('Emulation.setDeviceMetricsOverride', {
        width: 390,
        height: 844,
        deviceScaleFactor: 1,
        // Styles for a mouse are none of a phone's.
        mobile: true,
      });
      await ask('Emulation.setTouchEmulationEnabled', { enabled: true });
      await ask('Page.enable', {});
      // Installing the worker is no part of what is measured.
      await ask('Page.addScriptToEvaluateOnNewDocument', {
        source:
          'if (navigator.serviceWorker) navigator.serviceWorker.register = () => new Promise(() => {});',
      });
      await ask('Page.navigate', { url: address });
      return {
        async until(expression) {
          const isTrue = async () => {
            const { result } = await ask<{ result: { value?: unknown } }>('Runtime.evaluate', {
              expression,
            });
            return result.value === true;
          };
          while (!(await isTrue())) await setTimeout(200);
        },
        close: async () => void (await system.send('Target.closeTarget', { targetId })),
      };
    },
    async close() {
      await system.send('Target.disposeBrowserContext', { browserContextId });
      await system.detach();
    },
  };
}

/** @returns what sends a command to the page, and resolves with its result */
async function attach(system: CDPSession, targetId: string) {
  const { sessionId } = await system.send('Target.attachToTarget', { targetId, flatten: false });
  const asked = new Map<number, (result: never) => void>();
  let last = 0;
  system.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return;
    const { id, result, error } = JSON.parse(event.message);
    if (error) throw new Error(error.message);
    asked.get(id)?.(result as never);
    asked.delete(id);
  });
  return <Result>(method: string, params: object): Promise<Result> =>
    new Promise((resolve) => {
      last += 1;
      asked.set(last, resolve);
      const message = JSON.stringify({ id: last, method, params });
      void system.send('Target.sendMessageToTarget', { sessionId, message });
    });
}
