import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, vi } from 'vitest';

/** Every test file begins with this: an IndexedDB in memory, and a console that has to stay quiet. */

// A busy machine may take longer than the default second; nothing waits longer than it has to.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 60_000 });
}

/** An unexpected warning or error fails the test. A test that expects one takes it with `takeConsole`. */
const calls: string[] = [];

beforeEach(() => {
  calls.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...words) => void calls.push(words.join(' ')));
  vi.spyOn(console, 'warn').mockImplementation((...words) => void calls.push(words.join(' ')));
});

afterEach(() => {
  const unexpected = [...calls];
  vi.restoreAllMocks();
  expect(unexpected).toEqual([]);
});

/**
 * Returns everything that this test has written to console.error and console.warn so far; it then counts as expected.
 */
export function takeConsole(): string[] {
  return calls.splice(0);
}
