import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { takeConsole } from '../../support/setup.ts';
import { uploadEvents } from './bucket.ts';
import { campaign, schema } from './campaign.ts';
import { Clock } from './clock.ts';
import { play } from './history.ts';
import { allCounts, notMet, toBeMet } from './met.ts';
import { mutants, placesOf } from './mutants.ts';
import { history, type Operation } from './operations.ts';
import { regressions } from './regressions.ts';
import type { Postgres } from './server.ts';
import { settle, tick, underWay } from './storage.ts';
import { onWasm } from './wasm.ts';

/** A short run of `npm run torture`. */

const HISTORIES = 40;

// They play for a minute of a quiet machine. A test that is ended goes on in the database of the next ones.
vi.setConfig({ testTimeout: 600_000 });

let database: PGlite;
let postgres: Postgres;
beforeAll(async () => {
  database = await PGlite.create();
  for (const statements of schema()) await database.exec(statements);
  postgres = onWasm(database);
});
afterAll(() => database.close());

it('invariants 1 to 9 hold in histories of devices, accounts and faults', async () => {
  const outcome = await campaign(postgres, { histories: HISTORIES, seed: 2027, shrinks: true });
  expect(outcome.failure).toBeNull();
  expect(outcome.histories).toBe(HISTORIES);
  // These histories must not be idle.
  expect(outcome.counts['edits applied']).toBeGreaterThan(HISTORIES);
  expect(outcome.counts['edits rejected']).toBeGreaterThan(HISTORIES / 2);
  expect(outcome.counts['edits duplicate']).toBeGreaterThan(0);
  expect(outcome.counts['bound a push is not answered in time']).toBeGreaterThan(HISTORIES / 10);
  // What is counted is what has to be met, by the same names; faults of tokens and of times that come need not be.
  const counted = Object.keys(outcome.counts).filter(
    (name) =>
      /^(operation|fault|check|bound|upload) /.test(name) && !/ of (token|release)$/.test(name),
  );
  expect(toBeMet).toEqual(expect.arrayContaining(counted));
  // Dexie says so where a tab with an older app is still open; it closes then.
  const strange = takeConsole().filter((words) => !/^Upgrade '.*' blocked by/.test(words));
  expect(strange).toEqual([]);
});

for (const { name, history: found } of regressions) {
  it(`replays a mended fault without harm: ${name}`, async () => {
    await play(postgres, found);
  });
}

describe('a file in parts', () => {
  /** As many as it has requests, and one more: its beginning, three parts, and what follows a fault. */
  const places = [0, 1, 2, 3, 4];
  const met = new Set<string>();

  it.each([
    'request lost',
    'answer lost',
    'sent twice',
    'answer too late',
    'request late',
    '401',
    '403',
    '503',
    'HTML',
    'nothing',
  ] as const)(
    'R49: is on the server whole and once, whichever request meets "%s"',
    async (fault) => {
      const tries = places.flatMap((spares): Operation[] => [
        { do: 'add project with picture', device: 0, picture: 0, fault, spares, next: 'a task' },
        { do: 'pass', ms: 700 },
        { do: 'add project with picture', device: 1, picture: 0, fault, spares: 1, next: 'a task' },
        { do: 'pass', ms: 90_000 },
        { do: 'empty the bucket' },
      ]);
      const { counts } = await play(postgres, {
        devices: 2,
        operations: tries,
        locks: true,
        seed: 1,
      });
      expect(counts['edits with files']).toBe(2 * places.length);
      for (const event of uploadEvents) if (counts[`upload ${event}`]) met.add(event);
    },
  );

  it('R49: goes on in another tab and after a restart, is refused with its reason, and is sent again then', async () => {
    const add = { do: 'add project with picture', device: 0, picture: 0 } as const;
    const operations = [1, 2, 3].flatMap((spares): Operation[] => [
      { ...add, fault: 'request lost', spares, next: 'a task' },
      { do: 'restart', device: 0 },
      { do: 'pass', ms: 90_000 },
      { do: 'empty the bucket' },
      { do: 'refuse files', because: 'no bucket' },
      { ...add, fault: 'request lost', spares, next: 'a task' },
      { do: 'pass', ms: 90_000 },
      { do: 'refuse files', because: null },
      { do: 'pass', ms: 90_000 },
      { do: 'empty the bucket' },
    ]);
    const { counts } = await play(postgres, { devices: 1, operations, locks: true, seed: 1 });
    for (const event of uploadEvents) if (counts[`upload ${event}`]) met.add(event);
    expect([...met].sort()).toEqual([...uploadEvents].sort());
  });
});

it('a history replays exactly', async () => {
  for (const one of fc.sample(history, { numRuns: 4, seed: 7 })) {
    const first = await play(postgres, one);
    const second = await play(postgres, one);
    expect(second.log).toEqual(first.log);
    expect(first.log.length).toBeGreaterThan(0);
  }
});

function filesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sources = names.filter((name) => /\.(tsx?|sql)$/.test(name)).sort();
  return sources.map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** The migrations without the functions that a later one replaces. */
function inEffect(files: readonly string[]): string {
  const aFunction = /^create (?:or replace )?function ([\w.]+)\([\s\S]*?\$\$;$/gm;
  const text = files.join('\n');
  const newest = new Map([...text.matchAll(aFunction)].map(({ 1: name, index }) => [name, index]));
  return text.replace(aFunction, (code, name: string, index: number) =>
    newest.get(name) === index ? code : '',
  );
}

it('every planted bug has its one place in the code', () => {
  const lock = readFileSync('src/lib/lock.ts', 'utf8');
  const migrations = inEffect(filesIn('supabase/migrations'));
  const code = [...filesIn('src/engine'), lock, migrations].join('\n');
  expect(mutants.length).toBeGreaterThanOrEqual(25);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  for (const mutant of mutants) {
    expect(`${mutant.find} ${mutant.and?.find}`).not.toMatch(/\/\/|\/\*|--/);
    for (const { find } of placesOf(mutant)) {
      expect([mutant.name, code.match(find)?.length]).toEqual([mutant.name, 1]);
    }
  }
});

it('what histories never met is named, and printed as zero', () => {
  expect(notMet({})).toEqual(toBeMet);
  expect(new Set(toBeMet).size).toBe(toBeMet.length);
  const [first = ''] = toBeMet;
  expect(notMet(Object.fromEntries(toBeMet.map((name) => [name, 1])))).toEqual([]);
  expect(Object.fromEntries(allCounts({ [first]: 2, 'edits applied': 3 }))).toEqual({
    ...Object.fromEntries(toBeMet.map((name) => [name, 0])),
    [first]: 2,
    'edits applied': 3,
  });
});

it('a planted bug is found, and the history that found it is printed', async () => {
  const run = promisify(execFile)(process.execPath, [
    ...['--import', 'tsx', 'tests/lab/torture/run.ts'],
    ...['--mutant', 'a refused edit is not kept'],
  ]);
  const failed = (await run.catch((error: unknown) => error)) as { code: number; stdout: string };
  expect(failed.code).toBe(1);
  expect(failed.stdout).toMatch(/Broken: device-\d: invariant \d/);
  expect(failed.stdout).toMatch(/number \d+ FAILED/);
});

it('an endless history is reported, even one that blocks its thread', async () => {
  const endless = `import { watchForEnd } from './tests/lab/torture/watch.ts';
    watchForEnd('seed 1: history', { first: 4, patience: 100 }).beat(2);
    for (;;);`;
  const run = promisify(execFile)(process.execPath, [
    ...['--import', 'tsx', '--input-type', 'module', '--eval', endless],
  ]);
  const failed = (await run.catch((error: unknown) => error)) as { stdout: string };
  expect(failed.stdout).toBe('seed 1: history number 6 does not end, FAILED\n');
});

it('a timer of the machine that is cleared during a history does not stop the event loop', async () => {
  const ofTheMachine = setTimeout(() => {}, 60_000);
  const restore = new Clock().install();
  const turn = new Promise((resolve) => setImmediate(resolve, 'came'));
  clearTimeout(ofTheMachine);
  restore();
  expect(await turn).toBe('came');
}, 10_000);

it('an endlessly busy device is reported, whether time passes or not', async () => {
  const clock = new Clock();
  const again = () => void clock.set(again, 1);
  again();
  await expect(clock.pass(30_000)).rejects.toThrow('and there are more');
  let isOver = false;
  const busy = async () => {
    while (!isOver) await underWay(tick());
  };
  const going = busy();
  await expect(settle()).rejects.toThrow('a device is busy for ever');
  isOver = true;
  await going;
});
