import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSite, builtSite, makeBuild } from './build-site.ts';
import { withFilledSite } from './filled-site.ts';
import { readFlags } from './flags.ts';
import { type Judgement, steady, withLighthouse } from './lighthouse.ts';

/**
 * `npm run lighthouse`: builds the site with its sample content, serves it as `npm start` does, and prints what Lighthouse
 * says of every page on a phone. The result is also written to a file. Numbers for speed are those of the machine, of what
 * else it does, and of the browser: compare two results of one hour.
 *
 * | flag | means |
 * |---|---|
 * | `--runs 3` | how often each page is judged; the table has the medians |
 * | `--only /learnings` | judges the addresses that begin so; may be given several times |
 * | `--result test-results/lighthouse.json` | where the result is written |
 * | `--before earlier.json` | an earlier result to compare with |
 */
const { runs, only, result, before } = readFlags({
  runs: { type: 'string', default: '3' },
  only: { type: 'string', multiple: true, default: ['/'] },
  result: { type: 'string', default: 'test-results/lighthouse.json' },
  before: { type: 'string' },
}).values;

interface Result {
  /** Its name and version. */
  readonly browser: string;
  readonly pages: Readonly<Record<string, Medians>>;
}

/** As a `Judgement` has them. */
interface Medians {
  readonly blocked: number;
  readonly lcp: number;
  readonly scores: readonly number[];
  readonly machine: number;
}

const categories = ['performance', ...steady];
// The build removes what earlier runs have left.
const earlier: Result | null = before ? JSON.parse(readFileSync(before, 'utf8')) : null;

await buildSite();
const build = join(builtSite, '../filled');
await makeBuild(build);
await withFilledSite(build, async ({ url }) => {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  const paths = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)]
    .map(([, address = '']) => new URL(address).pathname)
    .filter((path) => only.some((start) => path.startsWith(start)));
  const faults = new Set<string>();
  await withLighthouse(async (judge, browser) => {
    console.log(`In ${browser}${earlier === null ? '' : `; before: in ${earlier.browser}`}.\n`);
    const columns = ['page', 'blocked', ...(earlier === null ? [] : ['before', 'ratio'])];
    console.log(row([...columns, ...categories, 'LCP', 'machine']));
    console.log(row(Array(columns.length + categories.length + 2).fill('---')));
    const pages: Record<string, Medians> = {};
    for (const path of paths) {
      const judgements: Judgement[] = [];
      for (let run = 0; run < Number(runs); run++)
        judgements.push(await judge(`${url}${path}`, categories));
      for (const fault of judgements.flatMap((it) => it.faults)) faults.add(`${path} ${fault}`);
      const medians = mediansOf(judgements);
      pages[path] = medians;
      console.log(inRow(path, medians));
    }
    writeFileSync(result, JSON.stringify({ browser, pages } satisfies Result, null, 2));
    console.log(`\nWritten to ${result}.`);
  });
  if (faults.size > 0) {
    console.log(`\n${[...faults].join('\n')}`);
    process.exitCode = 1;
  }
});

function mediansOf(judgements: readonly Judgement[]): Medians {
  const of = (number: (it: Judgement) => number) => median(judgements.map(number));
  return {
    blocked: of(({ tbt }) => tbt ?? 0),
    lcp: of(({ lcp }) => lcp ?? 0),
    scores: categories.map((name) => of(({ scores }) => scores[name] ?? 0)),
    machine: of((it) => it.machine),
  };
}

function inRow(path: string, { blocked, lcp, scores, machine }: Medians): string {
  const was = earlier?.pages[path]?.blocked;
  const compared =
    was === undefined ? ['–', '–'] : [inMs(was), was === 0 ? '–' : (blocked / was).toFixed(2)];
  return row([
    path,
    inMs(blocked),
    ...(earlier === null ? [] : compared),
    ...scores.map(String),
    `${(lcp / 1000).toFixed(1)} s`,
    String(Math.round(machine)),
  ]);
}

function inMs(ms: number): string {
  return `${Math.round(ms)} ms`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
