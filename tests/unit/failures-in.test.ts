import { expect, it } from 'vitest';
import { failuresIn } from '../support/failures-in.ts';

it('names each test that failed once', () => {
  const printed = `
 ✓ tests/unit/a.test.ts (2 tests) 118ms
\u001b[31m FAIL \u001b[39m tests/unit/b.test.ts > adds
\u001b[31m FAIL \u001b[39m |servers| tests/integration/d.test.ts > pulls
   AssertionError: expected 3 to be 4
  1) [site] › tests/e2e/c.spec.ts:3:1 › opens

  1 failed
    [site] › tests/e2e/c.spec.ts:3:1 › opens
    [site] › tests/e2e/c.spec.ts:3:1 › opens
`;
  expect(failuresIn(printed)).toEqual([
    'FAIL  tests/unit/b.test.ts > adds',
    'FAIL  |servers| tests/integration/d.test.ts > pulls',
    '[site] › tests/e2e/c.spec.ts:3:1 › opens',
  ]);
});

it('tells what was thrown outside of all tests, and where it came from', () => {
  const printed = `
⎯⎯⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯⎯⎯

Vitest caught 2 unhandled errors during the test run.

⎯⎯⎯⎯ Unhandled Rejection ⎯⎯⎯⎯⎯
Error: left behind
 ❯ tests/unit/a.test.ts:2:47

This error originated in "tests/unit/a.test.ts" test file. It doesn't mean the error was thrown inside the file itself.
The latest test that might've caused the error is "leaks". It might mean one of the following:
- The error was thrown, while Vitest was running this test.

⎯⎯⎯⎯⎯⎯⎯ Unhandled Error ⎯⎯⎯⎯⎯⎯⎯⎯
Error: [vitest-pool]: Worker forks emitted error.
 ❯ ChildProcess.emit node:events:524:28

Caused by: Error: Worker exited unexpectedly

      Tests  2 passed (3)
`;
  expect(failuresIn(printed)).toEqual([
    'Error: left behind',
    'This error originated in "tests/unit/a.test.ts" test file. It doesn\'t mean the error was thrown inside the file itself.',
    'The latest test that might\'ve caused the error is "leaks". It might mean one of the following:',
    'Error: [vitest-pool]: Worker forks emitted error.',
    'Caused by: Error: Worker exited unexpectedly',
  ]);
});

it('names nothing of a run that passed', () => {
  expect(failuresIn(' ✓ tests/unit/a.test.ts (2 tests) 118ms\n      Tests  2 passed (2)')).toEqual(
    [],
  );
});
