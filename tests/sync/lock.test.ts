import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { underLock } from '../../src/lib/lock.ts';
import { testChannels } from '../support/channels.ts';
import { testLocks } from '../support/locks.ts';

const PATIENCE_MS = 12_000;
const LONG_MS = 600_000;

let locks: LockManager;
let channels: ReturnType<typeof testChannels>;
/** The jobs that have begun, and those that have ended, in order. */
let told: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  locks = testLocks();
  channels = testChannels();
  told = [];
  vi.stubGlobal('BroadcastChannel', channels.Channel);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A tab that asks for the lock, and has it until its job is finished. */
function tab(name: string) {
  let finish = () => {};
  const job = async () => {
    told.push(name);
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    told.push(`${name} ends`);
    return name;
  };
  return { done: underLock(locks, 'exchange', PATIENCE_MS, job), finish: () => finish() };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a job under a lock', () => {
  it('runs after the one before it', async () => {
    const [first, second] = [tab('first'), tab('second')];
    await pass(0);
    first.finish();
    await pass(0);
    second.finish();
    expect(await Promise.all([first.done, second.done])).toEqual(['first', 'second']);
    expect(told).toEqual(['first', 'first ends', 'second', 'second ends']);
    expect(channels.open).toBe(0);
  });

  it('R11: a holder that lives keeps the lock, however long its job takes and many wait', async () => {
    const holder = tab('holder');
    const others = ['second', 'third', 'fourth'].map(tab);
    await pass(LONG_MS);
    expect(told).toEqual(['holder']);
    holder.finish();
    await pass(0);
    expect(told).toEqual(['holder', 'holder ends', 'second']);
    // The next one is asked as the first was.
    await pass(LONG_MS);
    expect(told).toHaveLength(3);
    for (const { finish, done } of others) {
      await pass(0);
      finish();
      await done;
    }
    expect(channels.open).toBe(0);
  });

  it('R11 Y31: a frozen holder loses the lock 12 s after its last answer', async () => {
    const frozen = tab('frozen');
    const waiter = tab('waiter');
    await pass(LONG_MS);
    const thaw = channels.freeze(1);
    await pass(PATIENCE_MS - 1);
    expect(told).toEqual(['frozen']);
    await pass(1);
    expect(told).toEqual(['frozen', 'waiter']);
    thaw();
    // It ends its job, and its own outcome counts.
    frozen.finish();
    expect(await frozen.done).toBe('frozen');
    waiter.finish();
    expect(await waiter.done).toBe('waiter');
  });

  it('R11: a holder that does not even listen loses the lock', async () => {
    void locks.request('exchange', {}, () => new Promise(() => {})).catch(() => {});
    const next = tab('next');
    await pass(PATIENCE_MS);
    expect(told).toEqual(['next']);
    next.finish();
    await next.done;
  });

  it('R11: of many that wait for a frozen holder one steals the lock, and nobody takes it from the thief', async () => {
    tab('frozen');
    channels.freeze();
    const others = ['a', 'b', 'c', 'd', 'e'].map(tab);
    await pass(LONG_MS);
    expect(told).toHaveLength(2);
    for (let i = 2; i <= others.length; i += 1) {
      others.find((_, at) => told.at(-1) === 'abcde'[at])?.finish();
      await pass(LONG_MS);
      expect(told).toHaveLength(2 * i);
    }
  });

  it('R11: one that was robbed does not answer for the thief', async () => {
    tab('robbed');
    const thaw = channels.freeze();
    tab('thief');
    await pass(PATIENCE_MS);
    expect(told).toEqual(['robbed', 'thief']);
    channels.freeze();
    thaw();
    tab('next');
    await pass(PATIENCE_MS);
    expect(told).toEqual(['robbed', 'thief', 'next']);
  });

  it('R11: a waiter that was frozen itself asks once more before it steals', async () => {
    tab('holder');
    tab('waiter');
    // Each time that its page wakes, its timer comes before the answer.
    for (let i = 0; i < 20; i += 1) {
      const thaw = channels.freeze();
      await pass(PATIENCE_MS / 4);
      thaw();
      await pass(0);
    }
    await pass(LONG_MS);
    expect(told).toEqual(['holder']);
  });

  it('R19: releases the lock, or its place in the queue, as soon as it is aborted', async () => {
    const [left, leftToo] = [new AbortController(), new AbortController()];
    const never = () => new Promise<never>(() => {});
    const holder = underLock(locks, 'exchange', 60_000, never, left.signal);
    const queued = underLock(locks, 'exchange', 60_000, never, leftToo.signal);
    const next = underLock(locks, 'exchange', 60_000, async () => 'done');
    leftToo.abort();
    left.abort();
    await expect(holder).rejects.toThrow();
    await expect(queued).rejects.toThrow();
    expect(await next).toBe('done');
    expect(channels.open).toBe(0);
  });

  it('fails as the job fails', async () => {
    const failing = async () => {
      throw new Error('no');
    };
    await expect(underLock(locks, 'exchange', 1000, failing)).rejects.toThrow('no');
    await expect(underLock(undefined, 'exchange', 1000, failing)).rejects.toThrow('no');
    expect(channels.open).toBe(0);
  });

  it('runs without a lock if the browser has no locks, or no messages', async () => {
    expect(await underLock(undefined, 'exchange', 1000, async () => 1)).toBe(1);
    const refuses = () => Promise.reject(new DOMException('denied', 'SecurityError'));
    const denied = { request: refuses } as unknown as LockManager;
    expect(await underLock(denied, 'exchange', 1000, async () => 1)).toBe(1);
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        constructor() {
          throw new DOMException('denied', 'SecurityError');
        }
      },
    );
    expect(await underLock(locks, 'exchange', 1000, async () => 1)).toBe(1);
    vi.stubGlobal('BroadcastChannel', undefined);
    expect(await underLock(locks, 'exchange', 1000, async () => 1)).toBe(1);
  });
});
