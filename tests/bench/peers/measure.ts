import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { browserArguments, findBrowser } from '../../support/browser.ts';
import type { BenchBackend, BenchTable } from './backend.ts';
import type { BenchPage } from './bench-page.ts';
import { type Contestant, ours } from './contestants.ts';
import type { CountingProxy } from './counting-proxy.ts';
import type { ScriptSizes } from './pages.ts';
import { type Profiler, profilerOf } from './profiler.ts';
import type { BenchRow } from './rows.ts';
import type { BusySteps, ProfiledStep, Sample, Values } from './sample.ts';

/** How long a step may take, in ms: the slowest library with 100,000 rows needs a minute. */
const STEP_MS = 180_000;

/** How long an edit may take to the server, in ms. */
const EDIT_SENT_MS = 10_000;

/** How many edits are made without a network. */
const EDITS = 100;

/** What all contestants share. */
export interface Ground {
  readonly backend: BenchBackend;
  readonly proxy: CountingProxy;
  /** The address of the pages. */
  readonly pages: string;
  /** Whether the main thread is sampled, too. */
  readonly isProfiled: boolean;
}

/**
 * Takes one contestant through all steps, in a fresh browser profile on the disk. A step that fails leaves a message
 * and no number; the others go on.
 *
 * @param rows what is in the tables, newest first
 * @param run makes its titles differ from those of other runs
 */
export async function measure(
  contestant: Contestant,
  scripts: ScriptSizes,
  rows: readonly BenchRow[],
  run: number,
  ground: Ground,
): Promise<Sample> {
  const profile = mkdtempSync(join(tmpdir(), 'fieldnotes-bench-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    args: [...browserArguments],
  });
  try {
    await context.addInitScript({ path: join(import.meta.dirname, 'page/instruments.js') });
    return await takeSteps(context, { contestant, scripts, rows, run, ground });
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

interface Wanted {
  readonly contestant: Contestant;
  readonly scripts: ScriptSizes;
  readonly rows: readonly BenchRow[];
  readonly run: number;
  readonly ground: Ground;
}

async function takeSteps(context: BrowserContext, wanted: Wanted): Promise<Sample> {
  const { contestant, scripts, rows, run } = wanted;
  const { backend, proxy, pages, isProfiled } = wanted.ground;
  const count = rows.length;
  const first = rows[0]?.id ?? '';
  const ids = rows.slice(0, EDITS).map(({ id }) => id);
  const table: BenchTable = contestant.id === ours.id ? 'resources' : 'links';
  const tag = `${contestant.id} ${count} ${run}`;
  const values: Values = {};
  const messages: string[] = [];
  const busy: BusySteps = {};
  let page = await context.newPage();
  /** Of the present page. */
  let profiler: Profiler | null = null;

  /** Does something of a step, from whose beginning, or from the opening of the page in it, the page is sampled. */
  async function profiled<T>(step: ProfiledStep, work: () => Promise<T>): Promise<T> {
    await profiler?.begin();
    const before = proxy.traffic().answeringMs;
    const result = await work();
    const answering = proxy.traffic().answeringMs - before;
    if (profiler !== null) busy[step] = { ...(await profiler.end()), answering };
    return result;
  }

  async function open(): Promise<void> {
    const next = await context.newPage();
    profiler = isProfiled ? await profilerOf(next) : null;
    await profiler?.begin();
    next.on('pageerror', (error) => messages.push(`page: ${error.message.slice(0, 200)}`));
    await page.close();
    page = next;
    const address = new URL(`${pages}/${contestant.id}/`);
    address.searchParams.set('url', proxy.url);
    address.searchParams.set('key', backend.key);
    address.searchParams.set('rows', String(count));
    await page.goto(address.href, { waitUntil: 'commit' });
    await page.waitForFunction(() => globalThis.bench !== undefined, null, { polling: 20 });
  }

  async function leave(): Promise<void> {
    const blank = await context.newPage();
    await page.close();
    [page, profiler] = [blank, null];
  }

  const ask = <Name extends keyof BenchPage>(name: Name, ...given: Parameters<BenchPage[Name]>) =>
    within(STEP_MS, name, asked(page, name, given));

  async function step(name: string, work: () => Promise<Values>): Promise<void> {
    try {
      Object.assign(values, await work());
    } catch (error) {
      const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
      messages.push(`${name}: ${line.slice(0, 200)}`);
    }
  }

  async function settle(): Promise<void> {
    await ask('settle');
    await proxy.idle(400);
  }

  const bytesOf = (addresses: readonly string[]) =>
    [...new Set(addresses)].reduce((sum, address) => sum + (scripts.get(address) ?? 0), 0);

  await step('the first visit', async () => {
    proxy.reset();
    const { firstRows, everything, onDisk } = await profiled('the first visit', async () => {
      await open();
      return {
        firstRows: await ask('firstRows'),
        everything: await ask('everything'),
        onDisk: await ask('onDisk'),
      };
    });
    await proxy.idle();
    const { reads, writes, preflights } = proxy.traffic();
    const counted = await ask('count');
    if (counted !== count) throw new Error(`${counted} rows of ${count}`);
    return {
      firstRows,
      everything,
      onDisk: onDisk ?? 'never',
      longestTask: (await ask('longestTask', onDisk ?? everything)) ?? 'none',
      readScripts: bytesOf(await ask('scripts', everything)),
      coldRequests: reads.requests + writes.requests,
      coldPreflights: preflights.requests,
      coldBytes: reads.bytes + writes.bytes + preflights.bytes,
    };
  });

  await step('a start while the server is dead', async () => {
    await proxy.down();
    try {
      // Who keeps nothing on the disk is not waited for.
      const patience = values.onDisk === 'never' ? 2_000 : STEP_MS;
      const warm = await profiled('a start', async () => {
        await open();
        return within(patience, 'rows', ask('firstRows')).catch(() => 'never');
      });
      return { warm };
    } finally {
      // Its next attempt is no request of the start that follows.
      await leave();
      await proxy.up();
    }
  });

  await step('a start', async () => {
    proxy.reset();
    await open();
    await ask('everything');
    await proxy.idle(500);
    const { reads, writes, preflights } = proxy.traffic();
    await settle();
    return {
      startRequests: reads.requests + writes.requests,
      startBytes: reads.bytes + writes.bytes + preflights.bytes,
    };
  });

  await step('the list shown again', async () => {
    const back = await ask('back');
    // Some ask the server again.
    await settle();
    return { back };
  });

  await step('a pull', async () => {
    // A poll may bring the change before the pull does; then it is measured with another one.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const title = `server ${tag} ${attempt}`;
      await backend.setTitle(table, first, title);
      proxy.reset();
      await ask('transactions');
      const pull = await profiled('one changed row', () => ask('pull', first, title));
      if (pull === null) continue;
      await settle();
      const { reads, preflights } = proxy.traffic();
      const { readonly, readwrite } = await ask('transactions');
      return {
        pull,
        pullRequests: reads.requests,
        pullPreflights: preflights.requests,
        pullBytes: reads.bytes + preflights.bytes,
        pullReadonly: readonly,
        pullReadwrite: readwrite,
      };
    }
    throw new Error('each change was there before it was asked for');
  });

  /** Makes an edit, and waits until the server has it and the page rests. @returns ms until it was shown */
  async function editAndSend(title: string): Promise<number> {
    const ms = await ask('edit', first, title);
    const until = performance.now() + EDIT_SENT_MS;
    while ((await backend.countTitled(table, title)) === 0) {
      if (performance.now() > until) throw new Error('it has not reached the server');
      await pause(50);
    }
    await settle();
    return ms;
  }

  await step('signing in', async () => {
    await ask('signIn', backend.admin.email, backend.admin.password);
    await settle();
    // The first edit also waits for what signing in has begun. The next one is what an edit usually takes.
    await editAndSend(`first ${tag}`);
    return {};
  });

  await step('an edit', async () => {
    await ask('transactions');
    const edit = await editAndSend(`local ${tag}`);
    const { readonly, readwrite } = await ask('transactions');
    const allScripts = bytesOf(await ask('scripts', null));
    return { edit, editReadonly: readonly, editReadwrite: readwrite, allScripts };
  });

  /** When the server had all edits of this title; else how many it has after `patience` ms without a request. */
  async function acknowledged(title: string, patience: number): Promise<number | string> {
    let done = 0;
    for (let counted: number | null = null; ; await pause(50)) {
      const { open: unanswered, lastAt, lastWriteAt } = proxy.traffic();
      const quiet = unanswered === 0 ? performance.now() - lastAt : 0;
      if (quiet > 150 && lastWriteAt !== null && lastWriteAt !== counted) {
        counted = lastWriteAt;
        done = await backend.countTitled(table, title);
        if (done === EDITS) return lastWriteAt;
      }
      if (quiet > patience) return `${done}/${EDITS}`;
    }
  }

  /** Makes the edits while the browser says that it is offline and the port is closed. */
  async function queueOffline(title: string): Promise<void> {
    await ask('setOnline', false);
    await proxy.down();
    await ask('queue', ids, title);
    await pause(1_000);
  }

  await step('100 edits', async () => {
    const title = `queued ${tag}`;
    await queueOffline(title).finally(proxy.up);
    proxy.reset();
    const began = performance.now();
    const at = await profiled('100 edits', async () => {
      await ask('setOnline', true);
      return acknowledged(title, 12_000);
    });
    const { writes, preflights, reads } = proxy.traffic();
    return {
      push: typeof at === 'number' ? at - began : at,
      pushWrites: writes.requests,
      pushPreflights: preflights.requests,
      pushReads: reads.requests,
      pushBytes: writes.bytes + preflights.bytes,
    };
  });
  await settle().catch(() => {});

  await step('100 edits, the tab closed', async () => {
    const title = `reopened ${tag}`;
    try {
      await queueOffline(title);
      await leave();
    } finally {
      await proxy.up();
    }
    proxy.reset();
    const began = performance.now();
    await open();
    const at = await acknowledged(title, 5_000);
    return { reopened: typeof at === 'number' ? at - began : at };
  });

  return {
    contestant: contestant.id,
    rows: count,
    run,
    values,
    messages: [...new Set(messages)],
    busy,
  };
}

function asked<Name extends keyof BenchPage>(
  page: Page,
  name: Name,
  given: Parameters<BenchPage[Name]>,
): Promise<Awaited<ReturnType<BenchPage[Name]>>> {
  return page.evaluate(
    ([name, given]) => {
      const does = globalThis.bench?.[name as Name] as (...given: unknown[]) => unknown;
      return does(...given) as Awaited<ReturnType<BenchPage[Name]>>;
    },
    [name, given] as [string, unknown[]],
  );
}

function within<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${what} after ${ms / 1000} s`)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
