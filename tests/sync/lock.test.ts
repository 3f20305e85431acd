import { describe, expect, it } from 'vitest';
import { underLock } from '../../src/lib/lock.ts';
import { testLocks } from '../support/locks.ts';

describe('a job under a lock', () => {
  it('runs after the one before it', async () => {
    const locks = testLocks();
    const order: string[] = [];
    let finish = () => {};
    const first = underLock(locks, 'cycle', 1000, async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      order.push('first');
    });
    const second = underLock(locks, 'cycle', 1000, async () => void order.push('second'));
    finish();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });

  it('R11 Y31: steals the lock from a holder that never answers', async () => {
    const locks = testLocks();
    let thaw = (_: string) => {};
    const frozen = underLock(
      locks,
      'cycle',
      1000,
      () =>
        new Promise<string>((resolve) => {
          thaw = resolve;
        }),
    );
    expect(await underLock(locks, 'cycle', 10, async () => 'done')).toBe('done');
    expect(await underLock(locks, 'cycle', 10, async () => 'and again')).toBe('and again');
    thaw('finished late');
    expect(await frozen).toBe('finished late');
  });

  it('R19: releases the lock, or its place in the queue, as soon as it is aborted', async () => {
    const locks = testLocks();
    const [left, leftToo] = [new AbortController(), new AbortController()];
    const never = () => new Promise<never>(() => {});
    const holder = underLock(locks, 'cycle', 60_000, never, left.signal);
    const queued = underLock(locks, 'cycle', 60_000, never, leftToo.signal);
    const next = underLock(locks, 'cycle', 60_000, async () => 'done');
    leftToo.abort();
    left.abort();
    await expect(holder).rejects.toThrow();
    await expect(queued).rejects.toThrow();
    expect(await next).toBe('done');
  });

  it('fails as the job fails', async () => {
    const failing = async () => {
      throw new Error('no');
    };
    await expect(underLock(testLocks(), 'cycle', 1000, failing)).rejects.toThrow('no');
    await expect(underLock(undefined, 'cycle', 1000, failing)).rejects.toThrow('no');
  });

  it('runs without a lock if the browser has no locks', async () => {
    expect(await underLock(undefined, 'cycle', 1000, async () => 1)).toBe(1);
    const denied = { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) };
    const locks = denied as unknown as LockManager;
    expect(await underLock(locks, 'cycle', 1000, async () => 1)).toBe(1);
  });
});
