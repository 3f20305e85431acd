import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gather } from '../../src/engine/sync/gather.ts';

/** The times of the calls, in ms from the beginning. */
let told: number[];
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  told = [];
});
afterEach(() => void vi.useRealTimers());

const tell = () => void told.push(Date.now());

it('779 changes at five a second are passed on once a second, with the last one', () => {
  const pokes = gather(tell, () => 0);
  for (let i = 0; i < 779; i += 1) {
    pokes.hear();
    vi.advanceTimersByTime(200);
  }
  const last = 778 * 200;
  vi.advanceTimersByTime(10_000);
  expect(told.length).toBeLessThanOrEqual(157);
  expect(told.slice(1).every((at, i) => at - told[i]! >= 1000)).toBe(true);
  expect(told.at(-1)).toBeGreaterThanOrEqual(last);
});

it('devices that hear of the same save pull at different times', () => {
  for (const wait of [0, 1200, 2900]) gather(tell, () => wait).hear();
  vi.advanceTimersByTime(3000);
  expect(told).toEqual([0, 1200, 2900]);
});

it('nothing is passed on after it was stopped', () => {
  const pokes = gather(tell, () => 500);
  pokes.hear();
  pokes.stop();
  vi.advanceTimersByTime(5000);
  expect(told).toEqual([]);
});
