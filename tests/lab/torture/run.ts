import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'vite';
import { modelFingerprint } from '../../../tools/build/plugins/model-fingerprint.ts';
import { readFlags } from '../../support/flags.ts';
import { type Mutant, mutants, placesOf } from './mutants.ts';
import { watchForEnd } from './watch.ts';

/**
 * `npm run torture -- --histories 10000 --seed 1` plays histories; `--skip N` leaves out the first of them;
 * `--postgres` on a real PostgreSQL.
 * `npm run torture -- --mutants` plants one bug after the other and tells after how many histories each was
 * found; `--mutant 'its name'` only that one. The exit code and the last line say the result.
 * `--write` puts the counts into docs/torture.md.
 * It prints how often each operation, fault, check and bound was met; a run of the standard size fails if one never was.
 */

const HISTORIES = 1_000;
/** A mutant that lives longer than this has survived. */
const HISTORIES_A_MUTANT = 500;
/** On a real PostgreSQL a history waits for locks, so fewer of them have to find a bug. */
const HISTORIES_ON_POSTGRES = 100;
const PROGRESS_MS = 5_000;
/** A history takes less than a second. One that takes this long waits for something that will never happen. */
const STUCK_MS = 120_000;
const FIGURES = 'docs/torture.md';
/** One for each core of a small machine. */
const AT_ONCE = 2;

const { values: options } = readFlags({
  histories: { type: 'string' },
  skip: { type: 'string', default: '0' },
  seed: { type: 'string', default: '1' },
  postgres: { type: 'boolean', default: false },
  mutants: { type: 'boolean', default: false },
  mutant: { type: 'string' },
  write: { type: 'boolean', default: false },
});
const seed = Number(options.seed);

process.exitCode = options.mutants ? await everyMutant() : await histories();

async function histories(): Promise<number> {
  const mutant = mutants.find(({ name }) => name === options.mutant) ?? null;
  if (options.mutant !== undefined && mutant === null) {
    console.error(`There is no mutant called '${options.mutant}'.`);
    return 2;
  }
  const onPostgres = options.postgres || mutant?.on === 'postgres';
  const usual = onPostgres ? HISTORIES_ON_POSTGRES : HISTORIES;
  const count = Number(options.histories ?? (mutant === null ? usual : HISTORIES_A_MUTANT));
  const loader = await load(mutant);
  const torture = (await loader.ssrLoadModule(
    '/tests/lab/torture/play-all.ts',
  )) as typeof import('./play-all.ts');
  const began = performance.now();
  let told = began;
  let done = 0;
  // Its thread also keeps the process alive while a history waits only for things that Node does not count.
  const watch = watchForEnd(`seed ${seed}: history`, {
    first: Number(options.skip) + 1,
    patience: STUCK_MS,
  });
  const plan = {
    histories: count,
    seed,
    skip: Number(options.skip),
    shrinks: mutant === null && !onPostgres,
    onPlay: () => watch.beat(done),
    onHistory(held: number) {
      done = held;
      if (performance.now() - told < PROGRESS_MS) return;
      told = performance.now();
      console.log(`${done} of ${count} histories`);
    },
  };
  const patch = (sql: string) => (mutant === null ? sql : patched(mutant, sql));
  const outcome = await torture.playAll(plan, { onPostgres, patch });
  const seconds = Math.round((performance.now() - began) / 1000);
  const where = onPostgres ? 'PostgreSQL' : 'Postgres in WASM';
  for (const [what, times] of torture.allCounts(outcome.counts)) {
    console.log(`${String(times).padStart(9)}  ${what}`);
  }
  if (outcome.failure !== null) {
    console.log(JSON.stringify(outcome.failure.history));
    console.log(outcome.failure.message);
    const failing = Number(options.skip) + outcome.histories - 1;
    console.log(`alone: npm run torture -- --seed ${seed} --skip ${failing} --histories 1`);
  }
  if (options.write) {
    const played = `Seed ${seed}, ${outcome.histories} histories of ${outcome.operations} operations:`;
    writeFigures(`${played}\n\n${torture.asList(outcome.counts)}`);
  }
  // Fewer histories need not meet everything; nor do those on PostgreSQL, which are there for what runs at once.
  const isStandard = count >= HISTORIES && !onPostgres;
  const missing = isStandard && outcome.failure === null ? torture.notMet(outcome.counts) : [];
  for (const what of missing) console.log(`NEVER MET: ${what}`);
  const held =
    missing.length === 0 ? 'all held' : `all held, but ${missing.length} things NEVER MET`;
  const result = outcome.failure === null ? held : `number ${outcome.histories} FAILED`;
  console.log(
    `seed ${seed}: ${outcome.histories} histories of ${outcome.operations} operations on ${where}, ${result} (${seconds} s)`,
  );
  watch.stop();
  await loader.close();
  return outcome.failure === null && missing.length === 0 ? 0 : 1;
}

/** Replaces what docs/torture.md says of an earlier run. */
function writeFigures(figures: string): void {
  const page = readFileSync(FIGURES, 'utf8');
  const title = '## How often each was met\n\n';
  const begin = page.indexOf(title) + title.length;
  writeFileSync(
    FIGURES,
    `${page.slice(0, begin)}${figures}\n${page.slice(page.indexOf('\n## ', begin))}`,
  );
}

/** The code under test with one bug in it, in this process only. */
function load(mutant: Mutant | null) {
  return createServer({
    configFile: false,
    define: modelFingerprint(),
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
    plugins: [
      {
        name: 'planted-bug',
        enforce: 'pre',
        transform(code, id) {
          return mutant !== null && /\/src\/(engine\/|lib\/lock\.ts)/.test(id)
            ? patched(mutant, code)
            : null;
        },
      },
    ],
  });
}

/** Plants the bug in the file that contains its place; torture.test.ts checks that each bug has one. */
function patched(mutant: Mutant, code: string): string {
  let bad = code;
  for (const { find, replace } of placesOf(mutant)) bad = bad.replace(find, () => replace.trim());
  // A bug may need Dexie where the original code did not.
  const needs = bad !== code && bad.includes('Dexie.') && !code.includes("from 'dexie'");
  return needs ? `import { Dexie } from 'dexie';\n${bad}` : bad;
}

async function everyMutant(): Promise<number> {
  const left = [...mutants];
  const survivors: string[] = [];
  const worker = async () => {
    for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
      const { found, line } = await oneMutant(mutant);
      if (!found) survivors.push(mutant.name);
      console.log(`${found ? 'caught  ' : 'SURVIVED'}  ${mutant.name}: ${line}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const caught = mutants.length - survivors.length;
  console.log(
    `${caught} of ${mutants.length} mutants caught${survivors.length ? ', but not: ' : ''}`,
  );
  for (const name of survivors) console.log(`  ${name}`);
  return survivors.length === 0 ? 0 : 1;
}

/** In a process of its own, so that nothing of a bug remains. */
function oneMutant({ name }: Mutant): Promise<{ found: boolean; line: string }> {
  return new Promise((resolve) => {
    const child = fork(import.meta.filename, ['--mutant', name, '--seed', String(seed)], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let output = '';
    let errors = '';
    child.stdout?.on('data', (text) => (output += text));
    child.stderr?.on('data', (text) => (errors += text));
    child.on('close', (code) => {
      const lines = output.trim().split('\n');
      const why = lines.find((line) => /^(Broken|\w*Error):/.test(line)) ?? '';
      const last = lines.at(-1) ?? '';
      // Only a failed check counts, not a bug that could not even be loaded.
      const found = code !== 0 && last.includes('FAILED');
      const after = /number (\d+)/.exec(last)?.[1];
      resolve({
        found,
        line: found ? `history ${after}: ${why.slice(0, 140)}` : last || errors.slice(0, 300),
      });
    });
  });
}
