import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';

/** How many tests a run had, the titles of those that passed only when they were run again, and what its files took. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly flaky: readonly string[];
  readonly files: readonly FileTime[];
}

/** How long the tests of a file took, one after the other. */
export interface FileTime {
  /** Playwright's project; Vitest's report does not name its own. */
  readonly project: string;
  readonly file: string;
  readonly ms: number;
}

/**
 * Counts the tests of one run, and removes its report, so that the next run's cannot be taken for it.
 *
 * @param report the path of the JSON that Vitest or Playwright has written; without one the run counts as a test
 * @param hasPassed what the run's exit code said. A run that failed has a failed test, whatever its report says
 */
export function counted(report: string | undefined, hasPassed: boolean): Count {
  if (report === undefined) return hasPassed ? { ...none, passed: 1 } : { ...none, failed: 1 };
  const count = existsSync(report) ? read(report) : null;
  // A run without its report proves nothing.
  const isProved = hasPassed && count !== null;
  const { failed, ...others } = count ?? none;
  return { ...others, failed: Math.max(failed, isProved ? 0 : 1) };
}

const none: Count = { passed: 0, failed: 0, skipped: 0, flaky: [], files: [] };

export function sum(counts: readonly Count[]): Count {
  const total = (of: (count: Count) => number) => counts.reduce((all, one) => all + of(one), 0);
  return {
    passed: total((it) => it.passed),
    failed: total((it) => it.failed),
    skipped: total((it) => it.skipped),
    flaky: counts.flatMap((it) => it.flaky),
    files: counts.flatMap((it) => it.files),
  };
}

export function inWords({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** Lines that say where a run's time went: each project's, then the ten slowest files. Tests run side by side, so they add up to more than the run. */
export function slowest(files: readonly FileTime[]): string[] {
  const projects = addedUp(files, ({ project }) => project);
  const each = addedUp(files, ({ project, file }) => `${project} › ${file}`);
  return [...projects, ...each.slice(0, 10)].map(
    ([name, ms]) => `${String(Math.round(ms / 1000)).padStart(6)} s of tests  ${name}`,
  );
}

/** @returns names with their times, the slowest first */
function addedUp(
  files: readonly FileTime[],
  nameOf: (one: FileTime) => string,
): [string, number][] {
  const times = new Map<string, number>();
  for (const one of files) times.set(nameOf(one), (times.get(nameOf(one)) ?? 0) + one.ms);
  return [...times].sort(([, a], [, b]) => b - a);
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: readonly { name: string; startTime: number; endTime: number }[];
}

interface Suite {
  title: string;
  specs?: readonly { title: string; tests: readonly PlaywrightTest[] }[];
  suites?: readonly Suite[];
}

interface PlaywrightTest {
  projectName: string;
  status: string;
  results: readonly { duration: number }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; skipped: number; flaky: number };
  suites: readonly Suite[];
}

function read(file: string): Count {
  const report: VitestReport | PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  if ('stats' in report) {
    const { expected, unexpected, skipped, flaky } = report.stats;
    const tests = report.suites.flatMap((suite) => testsIn(suite, suite.title));
    return {
      passed: expected + flaky,
      failed: unexpected,
      skipped,
      flaky: tests
        .filter(({ status }) => status === 'flaky')
        .map(({ projectName, file, title }) => `[${projectName}] › ${file} › ${title}`),
      files: tests.map(({ projectName, file, results }) => ({
        project: projectName,
        file,
        ms: results.reduce((all, { duration }) => all + duration, 0),
      })),
    };
  }
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = report;
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests,
    flaky: [],
    files: testResults.map(({ name, startTime, endTime }) => ({
      project: 'vitest',
      file: relative('.', name),
      ms: endTime - startTime,
    })),
  };
}

function testsIn(
  { specs = [], suites = [] }: Suite,
  file: string,
): (PlaywrightTest & { file: string; title: string })[] {
  const here = specs.flatMap(({ title, tests }) => tests.map((test) => ({ ...test, file, title })));
  return [...here, ...suites.flatMap((suite) => testsIn(suite, file))];
}
