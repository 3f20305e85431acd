import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { freePort } from '../support/free-port.ts';
import { type Browser, type Engine, keys, type Window } from './engine.ts';
import { webkitWithProfile } from './webkit-with-profile.ts';

/**
 * WebKit through WebDriver: WebKitWebDriver starts the browser that comes with the webkit2gtk library, on a screen in
 * memory. Each browser has a driver and a screen of its own, because the colours a device prefers are GTK's, and GTK
 * reads them from the environment. A driven browser keeps nothing, so one with a profile is inspected instead.
 */
export interface WebKitPrograms {
  driver: string;
  miniBrowser: string;
  xvfb: string;
}

/** @param limit ms; without one it waits for as long as it takes */
type Call = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
  limit?: number,
) => Promise<unknown>;

/**
 * A script that is sent while its page goes away is sometimes never answered, while the next one is. No script of the
 * tests takes nearly as long, in ms.
 */
const SCRIPT_MS = 15_000;

export function webkit(programs: WebKitPrograms): Engine {
  return {
    async start({ dark = false, width = 1280, profile } = {}) {
      const screen = spawn(programs.xvfb, ['-displayfd', '3', '-screen', '0', '1280x900x24'], {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      });
      const env = {
        ...process.env,
        DISPLAY: `:${await firstLine(screen.stdio[3] as Readable)}`,
        GTK_THEME: dark ? 'Adwaita:dark' : 'Adwaita',
        // Its sandbox does not start for root, which continuous integration often is.
        ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}),
      };
      if (profile !== undefined)
        return webkitWithProfile(programs.miniBrowser, { env, profile, end: () => ended(screen) });
      const port = await freePort();
      const driver = spawn(programs.driver, [`--port=${port}`], { stdio: 'ignore', env });
      const call = caller(`http://127.0.0.1:${port}`);
      await untilReady(call, driver);
      const session = (await call('POST', '/session', {
        capabilities: {
          alwaysMatch: {
            pageLoadStrategy: 'none',
            unhandledPromptBehavior: 'accept',
            'webkitgtk:browserOptions': { binary: programs.miniBrowser, args: ['--automation'] },
          },
        },
      })) as { sessionId: string };
      const of: Call = (method, path, ...more) =>
        call(method, `/session/${session.sessionId}${path}`, ...more);
      return browserOf(of, width, async () => {
        await of('DELETE', '').catch(() => {});
        await Promise.all([ended(driver), ended(screen)]);
      });
    },
  };
}

function browserOf(call: Call, width: number, close: () => Promise<void>): Browser {
  // A session has one current window, so commands take turns.
  let turn: Promise<unknown> = Promise.resolve();
  let current = '';
  let first = true;

  function inWindow(handle: string): Call {
    return (method, path, ...more) => {
      const mine = turn.then(async () => {
        if (current !== handle) await call('POST', '/window', { handle });
        current = handle;
        return call(method, path, ...more);
      });
      turn = mine.catch(() => {});
      return mine;
    };
  }

  async function newHandle(): Promise<string> {
    if (!first) {
      const made = (await call('POST', '/window/new', { type: 'window' })) as { handle: string };
      return made.handle;
    }
    first = false;
    return (await call('GET', '/window')) as string;
  }

  return {
    async open() {
      const inOwn = inWindow(await newHandle());
      // As wide as the windows of the other engines: the default is as narrow as a tablet.
      await inOwn('POST', '/window/rect', { width, height: 900 });
      return windowOf(inOwn);
    },
    close,
    kill: () => Promise.reject(new Error('It has no profile.')),
  };
}

function windowOf(call: Call): Window {
  const press = (value: string) =>
    call('POST', '/actions', {
      actions: [
        {
          type: 'key',
          id: 'keyboard',
          actions: [...value].flatMap((key) => [
            { type: 'keyDown', value: key },
            { type: 'keyUp', value: key },
          ]),
        },
      ],
    });
  const evaluate: Window['evaluate'] = (task, ...args) =>
    call(
      'POST',
      '/execute/sync',
      { script: `return (${task}).apply(null, arguments)`, args },
      SCRIPT_MS,
    ) as never;
  return {
    load: async (url) => void (await call('POST', '/url', { url })),
    // The page may go away before it has answered.
    reload: () => evaluate(() => window.location.reload()).catch(() => {}),
    evaluate,
    async clickAt(x, y) {
      await call('POST', '/actions', {
        actions: [
          {
            type: 'pointer',
            id: 'mouse',
            parameters: { pointerType: 'mouse' },
            actions: [
              { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      });
    },
    press: async (key) => void (await press(keys[key])),
    type: async (text) => void (await press(text)),
    close: async () => void (await call('DELETE', '/window')),
  };
}

function caller(driver: string): Call {
  return async (method, path, body, limit) => {
    const answer = await fetch(`${driver}${path}`, {
      method,
      ...(limit === undefined ? {} : { signal: AbortSignal.timeout(limit) }),
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (answer.ok) return value;
    throw new Error(`WebKit: ${method} ${path}: ${JSON.stringify(value)}`);
  };
}

async function untilReady(call: Call, driver: ChildProcess): Promise<void> {
  while (driver.exitCode === null) {
    const status = await call('GET', '/status').catch(() => null);
    if (status !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('WebKitWebDriver ended before it was ready.');
}

function firstLine(stream: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    stream.once('data', (data) => resolve(String(data).trim()));
    stream.once('end', () => reject(new Error('Xvfb did not start.')));
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill();
  });
}
