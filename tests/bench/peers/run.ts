import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { findBrowser } from '../../support/browser.ts';
import { readFlags } from '../../support/flags.ts';
import { freePort } from '../../support/free-port.ts';
import { startBackend } from './backend.ts';
import { chart } from './chart.ts';
import { type Contestant, contestants, floor, ours } from './contestants.ts';
import { startProxy } from './counting-proxy.ts';
import { type Ground, measure } from './measure.ts';
import { buildPage, type ScriptSizes, servePages } from './pages.ts';
import { profileReport, report, withGenerated } from './report.ts';
import type { Results, Sample } from './sample.ts';

/**
 * `npm run bench` measures the engine beside other libraries and writes docs/benchmarks.md and its chart. Every sample is
 * in tests/bench/peers/results.json.
 *
 * | flag | means |
 * |---|---|
 * | `--runs 7` | how often everybody is measured at each size |
 * | `--sizes 100,1000,10000,100000` | rows; 100,000 is for ours and the floor only, in at most 3 runs |
 * | `--peers fieldnotes,floor` | who takes part, by the names of files in contestants/ |
 * | `--profile` | tells instead where the time of the slower steps goes, and leaves out what that makes slower: the times |
 * | `--print` | prints the report, and leaves the documents as they are |
 * | `--again` | measures nothing: the report of the results that are there |
 */
const { values } = readFlags({
  runs: { type: 'string', default: '7' },
  sizes: { type: 'string', default: '100,1000,10000,100000' },
  peers: { type: 'string', default: contestants.map(({ id }) => id).join(',') },
  profile: { type: 'boolean', default: false },
  print: { type: 'boolean', default: false },
  again: { type: 'boolean', default: false },
});

/** From this size on only ours and the floor take part: minutes of the others would tell nothing new. */
const LARGE = 100_000;
const LARGE_RUNS = 3;

const here = import.meta.dirname;
const root = resolve(here, '../../..');
const resultsFile = join(here, values.profile ? 'profiles.json' : 'results.json');

if (!values.again) await measureAll();
const results: Results = JSON.parse(readFileSync(resultsFile, 'utf8'));
const told = values.profile ? profileReport(results) : report(results);
console.log(told);
if (!values.print) writeDocuments(results);

async function measureAll(): Promise<void> {
  const peers = values.peers.split(',').map(toContestant);
  const sizes = values.sizes.split(',').map(Number);
  install();
  const about = describe();
  const samples: Sample[] = [];
  const scripts = new Map<string, ScriptSizes>();
  for (const { id } of peers) scripts.set(id, await buildPage(id));

  const backend = await startBackend();
  const pages = await servePages();
  const proxy = await startProxy(backend.url, await freePort());
  const ground: Ground = { backend, proxy, pages: pages.url, isProfiled: values.profile };
  const take = async (
    peer: Contestant,
    rows: Awaited<ReturnType<typeof backend.seed>>,
    run: number,
  ) => measure(peer, scripts.get(peer.id) ?? new Map(), rows, run, ground);
  try {
    const [first = ours] = peers;
    console.error('Warming up …');
    await take(first, await backend.seed(100), -1);
    for (const size of sizes) {
      const isLarge = size >= LARGE;
      const runs = isLarge ? Math.min(LARGE_RUNS, Number(values.runs)) : Number(values.runs);
      const rows = await backend.seed(size);
      for (let run = 0; run < runs; run += 1) {
        for (const peer of peers.filter(({ id }) => !isLarge || [ours.id, floor.id].includes(id))) {
          const sample = await take(peer, rows, run);
          samples.push(sample);
          console.error(inOneLine(sample));
          // After each one, so that a run that is stopped keeps what it has.
          writeFileSync(resultsFile, JSON.stringify({ about, samples } satisfies Results, null, 1));
        }
      }
    }
  } finally {
    await proxy.down();
    pages.close();
    backend.stop();
  }
}

function toContestant(id: string): Contestant {
  const found = contestants.find((it) => it.id === id);
  if (found !== undefined) return found;
  throw new Error(`No '${id}' here: ${contestants.map((it) => it.id).join(', ')}`);
}

/** Installs the peers; they are no dependency of the site. */
function install(): void {
  if (!existsSync(join(here, 'node_modules'))) {
    console.error('Installing the peers …');
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund'];
    execFileSync('npm', ['ci', ...flags], { cwd: here, stdio: 'inherit' });
  }
  const shared = Object.entries(dependenciesOf(here));
  const site = dependenciesOf(root);
  const different = shared.filter(([name, version]) => (site[name] ?? version) !== version);
  if (different.length === 0) return;
  const names = different.map(
    ([name, version]) => `${name} is ${version}, and ${site[name]} in the site`,
  );
  throw new Error(`tests/bench/peers/package.json: ${names.join('; ')}. Make them equal.`);
}

function dependenciesOf(folder: string): Record<string, string> {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies;
}

function describe(): Results['about'] {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' });
  const isChanged = git('status', '--porcelain', 'src', 'tools', 'supabase') !== '';
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: git('rev-parse', '--short', 'HEAD').trim() + (isChanged ? ' with changes' : ''),
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    node: process.version,
    browser: execFileSync(findBrowser(), ['--version'], { encoding: 'utf8' }).trim(),
    packages: dependenciesOf(here),
  };
}

function inOneLine({ contestant, rows, run, values, messages }: Sample): string {
  const numbers = Object.entries(values).map(
    ([name, value]) => `${name} ${typeof value === 'number' ? Math.round(value) : value}`,
  );
  return [`${contestant} ${rows} ${run}:`, numbers.join(', '), ...messages].join(' ');
}

function writeDocuments(results: Results): void {
  const document = join(root, 'docs/benchmarks.md');
  const command = values.profile ? 'npm run bench -- --profile' : 'npm run bench';
  writeFileSync(document, withGenerated(readFileSync(document, 'utf8'), told, command));
  if (!values.profile) writeFileSync(join(root, 'docs/benchmarks.svg'), chart(results.samples));
}
