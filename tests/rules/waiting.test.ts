import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** A machine that others use too may stand still for seconds. No test may fail for that. */

const rules: Readonly<Record<string, { found: RegExp; allowedIn: string }>> = {
  'use `eventually`: Vitest’s own wait ends after a second': {
    found: /\bvi\.wait(For|Until)\(/,
    allowedIn: 'support/eventually.ts',
  },
  'use `processorTime`: a clock measures what else the machine does': {
    found: /expect\((performance|Date)\.now\(\) - \w+\)\.toBeLess/,
    allowedIn: '',
  },
  'use `processorTime`: it says what it measures': {
    found: /\bprocess\.cpuUsage\(/,
    allowedIn: 'support/processor-time.ts',
  },
};

function faults(code: string, file: string): string[] {
  return Object.entries(rules)
    .filter(([, { found, allowedIn }]) => found.test(code) && file !== allowedIn)
    .map(([instead]) => instead);
}

it('tests wait for as long as it takes, and measure work instead of time', () => {
  const files = readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.startsWith('bench/'),
  );
  const found = files
    .filter((name) => name !== 'rules/waiting.test.ts')
    .flatMap((name) =>
      faults(readFileSync(`tests/${name}`, 'utf8'), name).map((instead) => `${name}: ${instead}`),
    );
  expect(found).toEqual([]);
});

it.each([
  ['await vi.waitFor(() => expect(told).toBe(1))', 1],
  ['expect(performance.now() - from).toBeLessThan(10)', 1],
  ['const before = process.cpuUsage();', 1],
  ['await eventually(() => expect(told).toBe(1))', 0],
])('tells what a busy machine breaks: %s', (code, count) => {
  expect(faults(code, 'unit/a.test.ts')).toHaveLength(count);
});
