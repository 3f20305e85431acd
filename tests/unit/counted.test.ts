import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { counted, inWords, slowest, sum } from '../support/counted.ts';

const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-counted-'));

function written(report: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}

const ofVitest = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 2,
  testResults: [{ name: resolve('tests/unit/a.test.ts'), startTime: 1_000, endTime: 4_000 }],
};

const test = (status: string, ...durations: number[]) => ({
  projectName: 'site',
  status,
  results: durations.map((duration) => ({ duration })),
});

const ofPlaywright = {
  stats: { expected: 4, unexpected: 1, skipped: 0, flaky: 1 },
  suites: [
    {
      title: 'e2e/a.spec.ts',
      specs: [{ title: 'opens', tests: [test('expected', 2_000)] }],
      suites: [
        {
          title: 'offline',
          specs: [{ title: 'opens', tests: [test('flaky', 5_000, 3_000)] }],
        },
      ],
    },
  ],
};

it('adds up what Vitest, Playwright and a command without a report have done', () => {
  const counts = [
    counted(written(ofVitest), true),
    counted(written(ofPlaywright), false),
    counted(undefined, true),
  ];
  expect(inWords(sum(counts))).toBe('9 passed, 1 failed, 2 skipped');
  expect(sum(counts).flaky).toEqual(['[site] › e2e/a.spec.ts › opens']);
});

it('counts a failure for a run that failed outside of its tests, or left no report', () => {
  expect(counted(written(ofVitest), false)).toMatchObject({ passed: 3, failed: 1 });
  expect(counted(undefined, false)).toMatchObject({ passed: 0, failed: 1 });
  expect(counted(join(folder, 'none.json'), true)).toMatchObject({ passed: 0, failed: 1 });
});

it('takes no report for that of a later run', () => {
  const report = written(ofVitest);
  counted(report, true);
  expect(existsSync(report)).toBe(false);
});

it('says where the time went: by project, then by file, with tests that were run again', () => {
  const { files } = sum([counted(written(ofVitest), true), counted(written(ofPlaywright), false)]);
  expect(slowest(files).map((line) => line.trim())).toEqual([
    '10 s of tests  site',
    '3 s of tests  vitest',
    '10 s of tests  site › e2e/a.spec.ts',
    '3 s of tests  vitest › tests/unit/a.test.ts',
  ]);
});
