// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { openTab } from '../../src/lib/tab.ts';
import { testLocks } from '../support/locks.ts';

const copyOf = (storage: Storage) => {
  const copy = new Storage();
  for (const [name, value] of Object.entries(storage)) copy.setItem(name, value);
  return copy;
};

it('is the same after a reload', async () => {
  const storage = new Storage();
  // The page that was left has released its lock.
  const before = await openTab('tab', () => storage, testLocks()).id();
  expect(await openTab('tab', () => storage, testLocks()).id()).toBe(before);
});

it('is another in a copy of the tab, and both are known to be open', async () => {
  vi.useFakeTimers();
  const [storage, locks] = [new Storage(), testLocks()];
  const one = openTab('tab', () => storage, locks);
  const first = await one.id();
  const copy = copyOf(storage);
  const two = openTab('tab', () => copy, locks).id();
  await vi.runAllTimersAsync();
  const second = await two;
  vi.useRealTimers();
  expect(second).not.toBe(first);
  expect(await one.open()).toEqual(new Set([first, second]));
  expect(await openTab('tab', () => copyOf(copy), testLocks()).id()).toBe(second);
});

it('has an id where sessionStorage is forbidden, and where there are no locks', async () => {
  const forbidden = () => {
    throw new DOMException('', 'SecurityError');
  };
  const tab = openTab('tab', forbidden, undefined);
  expect(await tab.id()).toBe(await tab.id());
  expect(await tab.open()).toEqual(new Set());
});
