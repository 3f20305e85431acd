import { afterEach, expect, it, vi } from 'vitest';
import { readFlags } from '../support/flags.ts';

const options = {
  runs: { type: 'string', default: '7' },
  only: { type: 'string' },
  print: { type: 'boolean', default: false },
} as const;

afterEach(() => void vi.restoreAllMocks());

it('reads flags and words', () => {
  const read = (...args: string[]) => readFlags(options, { args, allowPositionals: true });
  expect(read('--runs', '3', 'home').values).toEqual({ runs: '3', print: false });
  expect(read('--print', 'home').positionals).toEqual(['home']);
});

it.each([
  ['--help', "Unknown option '--help'"],
  ['home', "Unexpected argument 'home'"],
  ['--runs', "Option '--runs <value>' argument missing"],
])('answers %s with the flags that there are, and ends', (argument, complaint) => {
  const end = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended');
  });
  const said: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((line) => void said.push(line));
  expect(() => readFlags(options, { args: [argument] })).toThrow('ended');
  expect(end).toHaveBeenCalledWith(2);
  expect(said).toEqual([
    expect.stringContaining(complaint),
    'Its flags: --runs 7, --only …, --print',
  ]);
});
