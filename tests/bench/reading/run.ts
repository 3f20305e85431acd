import { type Browser, chromium, type Page } from '@playwright/test';
import { browserArguments, findShell } from '../../support/browser.ts';
import { startEmbedded } from '../../support/embedded.ts';
import { readFlags } from '../../support/flags.ts';
import { longMarkdown } from '../../support/long-markdown.ts';
import { median } from '../peers/statistics.ts';

/**
 * `npm run bench:reading` measures what reading costs a slow phone: how long the page does not answer while a very long text comes,
 * and how long the search takes for a query. It prints a table for docs/benchmarks.md. It reads the site that `npm run test:build`
 * has made.
 */

const { values } = readFlags({
  runs: { type: 'string', default: '5' },
  slowdown: { type: 'string', default: '4' },
  site: { type: 'string', default: 'test-results/site' },
});
const runs = Number(values.runs);
const [words, fences, learnings] = [50_000, 300, 2_000];

const browser = await chromium.launch({
  executablePath: findShell(),
  args: [...browserArguments],
});
const rows = [
  ['', 'ms: median (least–most)'],
  ['---', '---:'],
  ...(await readText(browser)),
  ...(await search(browser)),
];
await browser.close();
console.log(rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n'));

/** The text is opened by its address on a device without content, and again on one that has it. */
async function readText(on: Browser): Promise<string[][]> {
  const embedded = await startEmbedded({ siteDir: values.site });
  await embedded.sql(`insert into learnings (title, slug, content) values ('Long', 'long', $1)`, [
    longMarkdown(words, fences),
  ]);
  const [first, again]: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    const page = await slowPhone(on);
    for (const times of [first, again]) {
      await page.goto(`${embedded.url}/learnings/long`);
      await page.waitForFunction(
        () =>
          document.querySelector('main [role=doc-endnotes]') !== null &&
          document.querySelector('main [data-loading]') === null,
        null,
        { timeout: 120_000 },
      );
      // The colours of the code in view.
      await page.waitForSelector('[data-token]', { state: 'attached', timeout: 60_000 });
      times.push(await page.evaluate(() => Math.max(0, ...window.longTasks)));
    }
    await page.context().close();
  }
  await embedded.stop();
  const what = `the longest task while a text of ${words} words with ${fences} fences comes`;
  return [
    [`${what}, first visit`, told(first)],
    ['… with everything on the device', told(again)],
  ];
}

/** From a key to the results of the query that it completes. */
async function search(on: Browser): Promise<string[][]> {
  const embedded = await startEmbedded({ siteDir: values.site, seed: false });
  await embedded.sql(
    `insert into learnings (title, description, content)
     select 'Learning ' || n, 'About topic ' || n % 40, $1 || ' word' || n from generate_series(1, ${learnings}) n`,
    [longMarkdown(300, 2)],
  );
  const page = await slowPhone(on);
  await page.goto(`${embedded.url}/learnings`);
  await page.waitForFunction(
    (all) => document.querySelector('main [role=status]')?.textContent?.startsWith(all) ?? false,
    '2,000',
    { timeout: 120_000 },
  );
  await page.keyboard.press('/');
  const field = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
  const times: number[] = [];
  // The first builds the index.
  await field.fill(`word${learnings}`);
  await page.getByRole('option', { name: `Learning ${learnings}` }).waitFor({ timeout: 120_000 });
  await page.waitForTimeout(10_000);
  for (let run = 0; run < runs * 2; run += 1) {
    const wanted = 17 * (run + 1);
    await field.fill('');
    await page.waitForTimeout(1_000);
    times.push(await page.evaluate(untilFound, [`word${wanted}`, `Learning ${wanted}`] as const));
  }
  await page.context().close();
  await embedded.stop();
  return [[`a query of the search in ${learnings} learnings`, told(times)]];
}

async function slowPhone(on: Browser): Promise<Page> {
  const context = await on.newContext({
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slowdown) });
  await page.addInitScript(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => {
      window.longTasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'longtask', buffered: true });
  });
  return page;
}

declare global {
  interface Window {
    /** In ms. */
    longTasks: number[];
  }
}

/** Runs in the page: types a query at once. @returns ms until the first result is the one that is wanted */
function untilFound([query, title]: readonly [string, string]): Promise<number> {
  const field = document.querySelector<HTMLInputElement>('dialog [role=combobox]');
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  return new Promise((resolve) => {
    const start = performance.now();
    const look = () => {
      const [found] = document.querySelectorAll('dialog [role=option]');
      if (!found?.textContent?.includes(title)) return;
      observer.disconnect();
      resolve(performance.now() - start);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    set?.call(field, query);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

function told(times: readonly number[]): string {
  const [least, most] = [Math.min(...times), Math.max(...times)];
  return `${Math.round(median(times) ?? 0)} (${Math.round(least)}–${Math.round(most)})`;
}
