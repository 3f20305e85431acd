import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { browserArguments, findBrowser } from '../support/browser.ts';

/**
 * A browser with a profile on disk. Its process can be killed at any moment without warning, as when a phone's battery
 * dies.
 */
export interface KillableBrowser {
  /** Starts it again with the same profile. */
  start(): Promise<BrowserContext>;
  /** SIGKILL to all of its processes; resolves when they are gone. */
  kill(): Promise<void>;
  /** While it is killed: deletes the files in which it keeps large values of IndexedDB. @returns how many there were */
  loseFiles(): number;
  /** Ends it and deletes the profile. */
  stop(): Promise<void>;
}

export function killableBrowser(): KillableBrowser {
  const profile = mkdtempSync(join(tmpdir(), 'fieldnotes-profile-'));
  let running: { child: ChildProcess; browser: Browser } | null = null;

  async function start(): Promise<BrowserContext> {
    // A process group: a browser consists of many processes, and all of them must end.
    const child = spawn(
      findBrowser(),
      [
        ...browserArguments,
        '--headless=new',
        '--remote-debugging-port=0',
        `--user-data-dir=${profile}`,
        '--window-size=1280,900',
        'about:blank',
      ],
      { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const browser = await chromium.connectOverCDP(await addressOf(child));
    running = { child, browser };
    const [context] = browser.contexts();
    if (context === undefined) throw new Error('the browser has no context');
    return context;
  }

  async function kill(): Promise<void> {
    if (running === null) return;
    const { child, browser } = running;
    running = null;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    await gone;
    await browser.close().catch(() => {});
  }

  return {
    start,
    kill,
    loseFiles() {
      const databases = join(profile, 'Default/IndexedDB');
      const files = readdirSync(databases, { recursive: true, withFileTypes: true }).filter(
        (it) => it.isFile() && it.parentPath.includes('.indexeddb.blob'),
      );
      for (const { parentPath, name } of files) rmSync(join(parentPath, name));
      return files.length;
    },
    async stop() {
      await kill();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** The browser prints the address at which it listens to its error output. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let told = '';
    child.stderr?.on('data', (text) => {
      told += text;
      const found = /DevTools listening on (ws:\S+)/.exec(told)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`the browser did not start: ${told}`)));
  });
}
