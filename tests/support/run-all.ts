import { spawn } from 'node:child_process';
import { type Count, counted, inWords, slowest, sum } from './counted.ts';
import { failuresIn } from './failures-in.ts';
import { readFlags } from './flags.ts';
import { parts, skipped } from './parts.ts';

/**
 * `npm test`, and with the names of layers what `.ci/run` runs. Every layer runs, so that one run shows every failure; then each
 * has a line with its result and its time. With REQUIRE_ALL=1, as in continuous integration, a test that cannot run is a
 * failure.
 *
 * Layers run one after another: side by side they were no faster on two cores, and starved each other. Only types and lint,
 * which keep one core busy, run beside the others; their output is printed in one piece when they end. That of the others
 * is printed as it comes: a run that is ended from outside has then said how far it came.
 */

interface Layer {
  /** The arguments of npm's `run`. */
  command: string;
  /** The report that counts its tests. A layer without one counts as a test. */
  report?: string;
}

const vitest = 'test-results/vitest.json';
const playwright = 'test-results/playwright.json';

/** What an edit goes through in a browser, from the form to the server and back: what this site may not lose. */
const edits = ['edits', 'lost-edits', 'drafts', 'outbox', 'hostile'].map(
  (name) => `tests/e2e/${name}.spec.ts`,
);

const layers = {
  checks: { command: 'check' },
  quick: {
    command: 'test:unit -- --project=node --project=alone --project=servers --project=screens',
    report: vitest,
  },
  edits: { command: `test:e2e -- --grep-invert=@long ${edits.join(' ')}`, report: playwright },
  // The rest is what `npm test` leaves to `.ci/run`.
  // The rules are part of the checks.
  vitest: { command: 'test:unit -- --project=!rules', report: vitest },
  browser: { command: 'test:e2e -- --grep-invert=@apart', report: playwright },
  site: { command: 'test:e2e -- --project=site', report: playwright },
  places: {
    command: 'test:e2e -- --project=conditions --project=pages --project=built',
    report: playwright,
  },
  engines: {
    command: 'test:e2e -- --project=chromium --project=firefox --project=webkit',
    report: playwright,
  },
  hosted: { command: 'test:hosted' },
} satisfies Record<string, Layer>;

const LEFT_TO_THE_GATE =
  'Left to .ci/run: pages that are only read, what a build makes, conditions, hosts, owners’ commands, a new kind, a new column, torture, rights, addresses, pictures and the feed at the database, the board, Firefox, WebKit, a hosted project.';
/** With these one machine that plays everything takes too long: Firefox and WebKit draw in software there. */
const LEFT_TO_MORE_MACHINES =
  'Left to .ci/run with the names site, places and engines, machines of their own at each push: Lighthouse, a slow line, minutes of edits in many tabs, the looks of Firefox and WebKit, a device that keeps nothing, and that part of the walk which one engine is enough for.';

const { positionals } = readFlags({}, { allowPositionals: true });
const chosen = (positionals.length > 0 ? positionals : ['checks', 'quick', 'edits']).map((name) => {
  const layer: Layer | undefined = layers[name as keyof typeof layers];
  if (layer !== undefined) return { name, layer };
  console.error(`No layer is called ${name}: ${Object.keys(layers).join(', ')}`);
  return process.exit(2);
});

const { lines: missing, mayBegin } = skipped(parts, process.env.REQUIRE_ALL === '1');
for (const line of missing) console.log(line);
if (!mayBegin) {
  console.error('REQUIRE_ALL is set: nothing may be skipped.');
  process.exit(1);
}

const told: string[] = [];
const failed: string[] = [];
const flaky: string[] = [];
const counts: Count[] = [];
const begun = Date.now();
const isBeside = ({ name }: { name: string }) => name === 'checks';
const beside = chosen.filter(isBeside).map(({ name, layer }) => runLayer(name, layer));
for (const { name, layer } of chosen.filter((one) => !isBeside(one))) await runLayer(name, layer);
await Promise.all(beside);
// Last, where a long log is looked at first.
const left = [
  ...(positionals.length === 0 ? [LEFT_TO_THE_GATE] : []),
  ...(positionals.includes('browser') ? [LEFT_TO_MORE_MACHINES] : []),
];
const all = `all in ${secondsSince(begun)} s`;
const total = sum(counts);
console.log(
  [
    '',
    ...slowest(total.files),
    ...failed,
    ...flaky,
    ...told,
    all,
    ...missing,
    ...left,
    inWords(total),
  ].join('\n'),
);

async function runLayer(name: string, { command, report }: Layer): Promise<void> {
  const begunLayer = Date.now();
  console.log(`${name}: begun`);
  const asItComes = !isBeside({ name });
  const { code, printed } = await run(command, asItComes);
  const passed = code === 0;
  const result = passed ? 'passed' : 'FAILED';
  console.log(`\n──── ${name}: ${result} ────${asItComes ? '' : `\n${printed}`}`);
  told.push(`${result}  ${String(secondsSince(begunLayer)).padStart(4)} s  ${name}`);
  const count = counted(report, passed);
  counts.push(count);
  flaky.push(...count.flaky.map((test) => `FLAKY ${test}`));
  if (passed) return;
  process.exitCode = 1;
  failed.push(...failuresIn(printed));
}

function run(
  command: string,
  asItComes: boolean,
): Promise<{ code: number | null; printed: string }> {
  const child = spawn('npm', ['run', '--silent', ...command.split(' ')]);
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      printed.push(data);
      if (asItComes) process.stdout.write(data);
    });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, printed: Buffer.concat(printed).toString() }));
  });
}

function secondsSince(time: number): number {
  return Math.round((Date.now() - time) / 1000);
}
