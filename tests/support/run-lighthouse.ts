import { join } from 'node:path';
import { buildSite, builtSite, makeBuild } from './build-site.ts';
import { withFilledSite } from './filled-site.ts';
import { readFlags } from './flags.ts';
import { type Judgement, steady, withLighthouse } from './lighthouse.ts';

/**
 * `npm run lighthouse`: builds the site with its sample content, serves it as `npm start` does, and prints what Lighthouse
 * says of every page on a phone.
 *
 * | flag | means |
 * |---|---|
 * | `--runs 3` | how often each page is judged; the table has the medians |
 * | `--only /learnings` | judges the addresses that begin so; may be given several times |
 */
const { runs, only } = readFlags({
  runs: { type: 'string', default: '3' },
  only: { type: 'string', multiple: true, default: ['/'] },
}).values;

const categories = ['performance', ...steady];

await buildSite();
const build = join(builtSite, '../filled');
await makeBuild(build);
await withFilledSite(build, async ({ url }) => {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  const pages = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)]
    .map(([, address = '']) => new URL(address).pathname)
    .filter((path) => only.some((start) => path.startsWith(start)));
  console.log(row(['page', ...categories, 'LCP', 'blocked', 'machine']));
  console.log(row(Array(categories.length + 4).fill('---')));
  const faults = new Set<string>();
  await withLighthouse(async (judge) => {
    for (const path of pages) {
      const judgements: Judgement[] = [];
      for (let run = 0; run < Number(runs); run++)
        judgements.push(await judge(`${url}${path}`, categories));
      const of = (number: (it: Judgement) => number) => median(judgements.map(number));
      const scores = categories.map((name) => String(of(({ scores }) => scores[name] ?? 0)));
      const lcp = `${(of(({ lcp }) => lcp ?? 0) / 1000).toFixed(1)} s`;
      const blocked = `${Math.round(of(({ tbt }) => tbt ?? 0))} ms`;
      const machine = String(Math.round(of((it) => it.machine)));
      console.log(row([path, ...scores, lcp, blocked, machine]));
      for (const fault of judgements.flatMap((it) => it.faults)) faults.add(`${path} ${fault}`);
    }
  });
  if (faults.size > 0) {
    console.log(`\n${[...faults].join('\n')}`);
    process.exitCode = 1;
  }
});

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
