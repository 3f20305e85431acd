import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { browserArguments, findShell } from '../../support/browser.ts';
import { startEmbedded } from '../../support/embedded.ts';
import { readFlags } from '../../support/flags.ts';
import { longMarkdown } from '../../support/long-markdown.ts';
import { pagesProcessorTime } from '../pages-processor.ts';
import { spread } from '../peers/statistics.ts';
import { barePhone } from './bare-phone.ts';

/**
 * `npm run bench:reading` measures what reading costs a slow phone: how long the page does not answer while a very long text comes,
 * and how long the search takes for a query. It prints a table for docs/benchmarks.md. It reads the site that `npm run test:build`
 * has made.
 *
 * What is slowed down is the time of the processor, which is not longer when the machine is busy. A browser that is slowed down
 * itself tells by the clock alone.
 */

const { values } = readFlags({
  runs: { type: 'string', default: '5' },
  slowdown: { type: 'string', default: '4' },
  site: { type: 'string', default: 'test-results/site' },
});
const [runs, slowdown] = [Number(values.runs), Number(values.slowdown)];
const [words, fences, learnings] = [50_000, 300, 2_000];

/** The text with its last notes, and the colours of the code in view. */
const SHOWN = `document.querySelector('main [role=doc-endnotes]') !== null
  && document.querySelector('main [data-loading]') === null
  && document.querySelector('[data-token]') !== null`;

const browser = await chromium.launch({
  executablePath: findShell(),
  args: [...browserArguments],
});
const rows = [
  ['', `ms of the processor × ${values.slowdown}: median (least–most)`],
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
    const device = await barePhone(on);
    for (const times of [first, again]) {
      await on.startTracing(undefined, { categories: ['toplevel'] });
      const page = await device.open(`${embedded.url}/learnings/long`);
      await page.until(SHOWN);
      times.push(longestTask(await on.stopTracing()) * slowdown);
      // What a page has to do when it is left is not the next one's.
      await page.close();
    }
    await device.close();
  }
  await embedded.stop();
  const what = `the longest task while a text of ${words} words with ${fences} fences comes`;
  return [
    [`${what}, first visit`, spread(first)],
    ['… with everything on the device', spread(again)],
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
  const device = await phone(on);
  const page = await device.newPage();
  const system = await on.newBrowserCDPSession();
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
    const before = await pagesProcessorTime(system);
    await field.fill(`word${wanted}`);
    await page.getByRole('option').first().getByText(`Learning ${wanted}`).waitFor();
    times.push(((await pagesProcessorTime(system)) - before) * slowdown);
  }
  await device.close();
  await embedded.stop();
  return [[`a query of the search in ${learnings} learnings`, spread(times)]];
}

function phone(on: Browser): Promise<BrowserContext> {
  return on.newContext({
    viewport: { width: 390, height: 844 },
    // Styles for a mouse are none of a phone's.
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  });
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** When it began and how long it took, in µs. */
  readonly ts: number;
  readonly dur?: number;
  /** The processor's time, in µs. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/**
 * What a task waits for while a debugger keeps it is not its own: this bench is one, and the tasks that go on meanwhile stand in it.
 *
 * @returns of the threads of all pages, in ms
 */
function longestTask(trace: Buffer): number {
  const { traceEvents }: { traceEvents: readonly TraceEvent[] } = JSON.parse(trace.toString());
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents
    .filter(
      ({ name, pid, tid }) =>
        name === 'ThreadControllerImpl::RunTask' && threads.has(`${pid} ${tid}`),
    )
    .map((task) => ({ ...task, own: task.tdur ?? 0 }))
    .sort((a, b) => a.ts - b.ts);
  const around = new Map<string, typeof tasks>();
  for (const task of tasks) {
    const thread = `${task.pid} ${task.tid}`;
    const open = (around.get(thread) ?? []).filter(({ ts, dur = 0 }) => task.ts < ts + dur);
    const outer = open.at(-1);
    if (outer !== undefined) outer.own -= task.tdur ?? 0;
    around.set(thread, [...open, task]);
  }
  return Math.max(...tasks.map(({ own }) => own)) / 1_000;
}
