import { stripVTControlCharacters } from 'node:util';

/** How Vitest and Playwright name a test that failed: 'FAIL  file > title', '[project] › file › title'. */
const failedTest = /^(FAIL {2}|\[[\w-]+\] › )/;

/** What Vitest prints above an error that belongs to no test, and below it about where it came from. */
const errorOfNoTest = /^⎯+ (Unhandled Rejection|Unhandled Error|Uncaught Exception) ⎯+$/;
const itsOrigin = /^(Caused by: |This error originated in |The latest test that might)/;

/**
 * The lines of a test run's output that say what failed: each test once, then what was thrown outside of all tests (a
 * rejection that nobody handled, a worker that died), which fails a run in which every test passed.
 */
export function failuresIn(printed: string): string[] {
  const lines = stripVTControlCharacters(printed)
    .split('\n')
    .map((line) => line.trim());
  const tests = new Set(lines.filter((line) => failedTest.test(line)));
  const others = lines.filter(
    (line, at) => errorOfNoTest.test(lines[at - 1] ?? '') || itsOrigin.test(line),
  );
  return [...tests, ...others];
}
