import { spawn } from 'node:child_process';
import { failuresIn } from './failures-in.ts';
import { parts, skipped } from './parts.ts';

/**
 * `npm test`: its layers, each with its result and its time. All of them run, so that one run shows every failure.
 * With REQUIRE_ALL=1, as in continuous integration, a layer that cannot run is a failure.
 *
 * A layer's output is printed in one piece when the layer ends. They run one after another: side by side they were no
 * faster on two cores, and starved each other. Only types and lint, which keep one core busy, run beside the first of them.
 */

/** Each layer's name, and the arguments of npm's `run`. */
const layers: Readonly<Record<string, string>> = {
  unit: 'test:unit -- tests/unit tests/sync tests/lab src',
  integration: 'test:unit -- tests/integration --exclude **/add-a-kind.test.ts -t ^(?!.*@long)',
  // Builds the site first.
  browser: 'test:e2e -- --project=site --grep-invert=@long',
};

const { lines, mayBegin } = skipped(parts, process.env.REQUIRE_ALL === '1');
for (const line of lines) console.log(line);
if (!mayBegin) {
  console.error('REQUIRE_ALL is set: nothing may be skipped.');
  process.exit(1);
}

const told: string[] = [];
const failed: string[] = [];
const begun = Date.now();
const checked = runLayer('types and lint', 'check');
for (const [name, command] of Object.entries(layers)) await runLayer(name, command);
await checked;
// Last, where a long log is looked at first.
console.log(['', ...failed, ...told, `all in ${secondsSince(begun)} s`, ...lines].join('\n'));

async function runLayer(name: string, command: string): Promise<void> {
  const begunLayer = Date.now();
  console.log(`${name}: begun`);
  const { code, printed } = await run(command);
  const result = code === 0 ? 'passed' : 'FAILED';
  console.log(`\n──── ${name}: ${result} ────\n${printed}`);
  told.push(`${result}  ${String(secondsSince(begunLayer)).padStart(4)} s  ${name}`);
  if (code !== 0) {
    process.exitCode = 1;
    failed.push(...failuresIn(printed));
  }
}

function run(command: string): Promise<{ code: number | null; printed: string }> {
  const child = spawn('npm', ['run', '--silent', ...command.split(' ')]);
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => void printed.push(data));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, printed: Buffer.concat(printed).toString() }));
  });
}

function secondsSince(time: number): number {
  return Math.round((Date.now() - time) / 1000);
}
