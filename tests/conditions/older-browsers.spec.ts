import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'acorn';
import { expect, readingTest, siteDir } from '../e2e/fixtures.ts';
import { openPage, sitePages } from '../e2e/site-pages.ts';

/** The oldest browsers that README.md names, as far as this one can stand in for them. */

/** Features that the newest browser has and at least one of the oldest lacks. */
function forgetWhatIsNew(): void {
  const later: [object | undefined, string[]][] = [
    [window, ['Iterator', 'scheduler', 'navigation', 'cookieStore']],
    [AbortSignal, ['any']],
    [Promise, ['withResolvers', 'try']],
    [Array, ['fromAsync']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [URL, ['canParse', 'parse']],
    [Document.prototype, ['startViewTransition']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [ArrayBuffer.prototype, ['transfer', 'resize']],
    [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf']],
    [Element.prototype, ['checkVisibility', 'setHTMLUnsafe', 'moveBefore']],
  ];
  const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
  later.push([
    iterators,
    [
      'map',
      'filter',
      'take',
      'drop',
      'flatMap',
      'reduce',
      'toArray',
      'some',
      'every',
      'find',
      'forEach',
    ],
  ]);
  for (const [owner, names] of later) {
    for (const name of names) if (owner !== undefined) Reflect.deleteProperty(owner, name);
  }
}

readingTest('every page shows its content without newer features', async ({ page }) => {
  await page.addInitScript(forgetWhatIsNew);
  for (const one of sitePages) await openPage(page, one);
  expect(await page.evaluate(() => 'any' in AbortSignal)).toBe(false);
});

for (const [lack, take] of [
  ['registered properties', () => Reflect.deleteProperty(CSS, 'registerProperty')],
  ['time limits', () => Reflect.deleteProperty(AbortSignal, 'timeout')],
] as const) {
  readingTest(
    `a browser without ${lack} gets a plain message, and nothing runs in it`,
    async ({ page, complaints }) => {
      await page.addInitScript(take);
      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/rest/')) calls.push(request.url());
      });
      await page.goto('/');
      await expect(page.getByRole('heading', { name: /too old for Fieldnotes/ })).toBeVisible();
      await expect(page.getByText(/Safari 16\.4/)).toBeVisible();
      await expect.poll(() => complaints.splice(0).join()).toContain('too old');
      expect(calls).toEqual([]);
    },
  );
}

readingTest('the scripts are written in the language of those browsers', () => {
  const scripts = readdirSync(join(siteDir, 'assets')).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(1);
  for (const name of scripts.map((it) => `assets/${it}`).concat('sw.js', 'outbox-worker.js')) {
    const text = readFileSync(join(siteDir, name), 'utf8');
    expect(() => parse(text, { ecmaVersion: 2022, sourceType: 'module' }), name).not.toThrow();
  }
});
