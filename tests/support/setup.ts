import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, vi } from 'vitest';

/** Every test file begins with this: an IndexedDB in memory, and a console that has to stay quiet. */

/** A warning or an error that a test did not ask for fails it. A test that causes one takes it with `takeConsole`. */
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

/** What was written to console.error and console.warn so far in this test; it is then no longer unexpected. */
export function takeConsole(): string[] {
  return calls.splice(0);
}
