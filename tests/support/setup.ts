import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, vi } from 'vitest';

/** Every test file begins with this: an IndexedDB in memory, and a console that has to stay quiet. */

if (typeof document !== 'undefined') {
  const { act, configure, getConfig } = await import('@testing-library/react');
  const { createRoot } = await import('react-dom/client');
  const { asyncWrapper } = getConfig();
  const nothing = createRoot(document.createElement('div'));
  let found = 0;
  configure({
    // A busy machine may take longer than the default second; nothing waits longer than it has to.
    asyncUtilTimeout: 60_000,
    // What has just appeared has had its effects, as it has by the time that a person presses it: React runs all of them before it
    // renders anything else.
    async asyncWrapper(find) {
      const result = await asyncWrapper(find);
      found += 1;
      act(() => nothing.render(found));
      return result;
    },
  });
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
