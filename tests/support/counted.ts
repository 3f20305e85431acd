import { existsSync, readFileSync, rmSync } from 'node:fs';

/** How many tests a run had, and the titles of those that passed only when they were run again. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly flaky: readonly string[];
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

const none: Count = { passed: 0, failed: 0, skipped: 0, flaky: [] };

export function sum(counts: readonly Count[]): Count {
  const total = (of: (count: Count) => number) => counts.reduce((all, one) => all + of(one), 0);
  return {
    passed: total((it) => it.passed),
    failed: total((it) => it.failed),
    skipped: total((it) => it.skipped),
    flaky: counts.flatMap((it) => it.flaky),
  };
}

export function inWords({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
}

interface Suite {
  title: string;
  specs?: readonly { title: string; tests: readonly { projectName: string; status: string }[] }[];
  suites?: readonly Suite[];
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
    return {
      passed: expected + flaky,
      failed: unexpected,
      skipped,
      flaky: report.suites.flatMap((suite) => flakyIn(suite, suite.title)),
    };
  }
  const { numPassedTests, numFailedTests, numPendingTests } = report;
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests, flaky: [] };
}

function flakyIn({ specs = [], suites = [] }: Suite, file: string): string[] {
  const here = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ projectName }) => `[${projectName}] › ${file} › ${title}`),
  );
  return [...here, ...suites.flatMap((suite) => flakyIn(suite, file))];
}
