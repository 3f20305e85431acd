import type { Page } from '@playwright/test';
import { REPORTED_AFTER_MS, UNASKED_REPORTED_AFTER_MS } from '../../src/lib/limits.ts';
import { untilReplaced } from '../e2e/filled-pages.ts';
import { test as deviceTest, expect } from '../e2e/fixtures.ts';
import { BUILD_MS, buildNamed } from '../support/builds.ts';
import { type FilledSite, withFilledSite } from '../support/filled-site.ts';
import { toldInScale } from './told-in-scale.ts';

/** How often a visitor's page asks the disk: each answer of IndexedDB is a task of the page, whatever is in it. */

/** What another test changes would come with a pull, and be written. */
const test = deviceTest.extend<{ filled: FilledSite }>({
  filled: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from its pattern
    async ({}, use) => withFilledSite(await buildNamed('filled'), use),
    { timeout: BUILD_MS },
  ],
});

declare global {
  interface Window {
    /** By transaction: its stores, and its requests in order. */
    askedOfDisk: { stores: string; requests: string[] }[];
  }
}

/**
 * Runs in the page: counts the transactions and requests of IndexedDB.
 *
 * @param reportAfterMs an exchange that lasts this long is reported, in two more transactions: on a slow machine, too, none does
 */
function countRequests(reportAfterMs: number): void {
  const after = window.setTimeout.bind(window);
  window.setTimeout = ((task: () => void, ms?: number) =>
    ms === reportAfterMs ? 0 : after(task, ms)) as typeof setTimeout;

  const asked: Window['askedOfDisk'] = [];
  window.askedOfDisk = asked;
  const noted = new WeakMap<IDBTransaction, string[]>();
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (...given) {
    const transaction = begin.apply(this, given);
    const requests: string[] = [];
    noted.set(transaction, requests);
    asked.push({ stores: [...transaction.objectStoreNames].join(' '), requests });
    return transaction;
  };
  type Source = IDBObjectStore | IDBIndex | IDBCursor;
  const storeOf = (source: Source): IDBObjectStore => {
    if (source instanceof IDBCursor) return storeOf(source.source);
    return source instanceof IDBIndex ? source.objectStore : source;
  };
  for (const { prototype } of [IDBObjectStore, IDBIndex, IDBCursor]) {
    const ways = prototype as unknown as Record<string, (...given: unknown[]) => unknown>;
    for (const [name, { value: ask }] of Object.entries(
      Object.getOwnPropertyDescriptors(prototype),
    )) {
      if (!/^(get|count|open|put|add|delete$|clear|continue|advance|update)/.test(name)) continue;
      if (typeof ask !== 'function') continue;
      ways[name] = function (this: Source, ...given) {
        const { name: store, transaction } = storeOf(this);
        noted.get(transaction)?.push(`${store}.${name}`);
        return ask.apply(this, given);
      };
    }
  }
}

/** Waits until the page has asked for nothing more for a while: the pull has ended, and idle parts have begun. */
async function untilQuiet(page: Page): Promise<Window['askedOfDisk']> {
  let before = -1;
  await expect
    .poll(
      async () => {
        const count = (await page.evaluate(() => window.askedOfDisk)).length;
        const isQuiet = count === before;
        before = count;
        return isQuiet;
      },
      { intervals: [2_000] },
    )
    .toBe(true);
  return page.evaluate(() => window.askedOfDisk);
}

test.use({ viewport: { width: 1280, height: 800 } });

test('a first and a second visit of Home ask the disk at most for what docs/scale.md says', async ({
  page,
  filled,
  startFront,
}) => {
  const front = await startFront(filled.url, 'none');
  await page.addInitScript(countRequests, UNASKED_REPORTED_AFTER_MS - REPORTED_AFTER_MS);
  for (const visit of ['first visit', 'second visit']) {
    await page.goto(front.url);
    await untilReplaced(page);
    const asked = await untilQuiet(page);
    const all = asked.map(({ stores, requests }) => `${stores}: ${requests.join(', ')}`);
    const count = asked.reduce((sum, { requests }) => sum + requests.length, 0);
    // Nobody looks at them: a visitor has no edits, no drafts, and no conflicts.
    expect(
      all.filter((it) => /\b(outbox|rejected|overwritten|drafts)\.(?!getKey)/.test(it)),
    ).toEqual([]);
    const [[, transactions = 0] = [], [, requests = 0] = []] = toldInScale(visit, [
      'IndexedDB transactions, at most',
      'IndexedDB requests, at most',
    ]);
    expect(asked.length, all.join('\n')).toBeLessThanOrEqual(transactions);
    expect(count, all.join('\n')).toBeLessThanOrEqual(requests);
  }
});
