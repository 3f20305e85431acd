import { settle } from './storage.ts';

/** How many timers may fire while time passes. Fewer than a hundred in half a minute are usual. */
const TIMERS_AT_MOST = 2_000;

/**
 * The time of a history. While it runs, timers belong to this clock, so that an hour of back-off takes a moment and is
 * reproducible. `Date` stays the machine's, because all code under test receives its clock.
 */
export class Clock {
  /** ms since 1970. */
  now = Date.UTC(2027, 0, 1);
  private timers = new Map<number, { at: number; run: () => void }>();
  private count = 0;

  set(run: () => void, ms = 0): number {
    this.count += 1;
    this.timers.set(this.count, { at: this.now + ms, run });
    return this.count;
  }

  clear(timer: unknown): void {
    this.timers.delete(Number(timer));
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.set(resolve, ms));
  }

  /** Advances the time. Due timers fire in order, and each waits for the effects of the previous one. */
  async pass(ms: number): Promise<void> {
    const until = this.now + ms;
    let left = TIMERS_AT_MOST;
    await settle();
    for (let next = this.first(until); next !== null; next = this.first(until)) {
      const [timer, { at, run }] = next;
      if (left === 0) throw new Error(`${TIMERS_AT_MOST} timers in ${ms} ms, and there are more`);
      left -= 1;
      this.timers.delete(timer);
      this.now = Math.max(this.now, at);
      run();
      await settle();
    }
    this.now = until;
  }

  private first(until: number): [number, { at: number; run: () => void }] | null {
    let first: [number, { at: number; run: () => void }] | null = null;
    for (const timer of this.timers) {
      if (timer[1].at <= until && (first === null || timer[1].at < first[1].at)) first = timer;
    }
    return first;
  }

  /** Replaces the machine's timers. @returns a function that restores them */
  install(): () => void {
    const { setTimeout, clearTimeout } = globalThis;
    const { timeout } = AbortSignal;
    const turns = new WeakSet<object>();
    const timers = {
      setTimeout: (run: () => void, ms?: number) => {
        if (ms) return this.set(run, ms);
        // A timer of 0 ms gets one turn of the event loop, whatever the time is.
        const turn = setImmediate(run);
        turns.add(turn);
        return turn;
      },
      clearTimeout: (timer?: number | NodeJS.Immediate | NodeJS.Timeout) => {
        if (typeof timer === 'number') this.clear(timer);
        else if (timer !== undefined && turns.has(timer)) clearImmediate(timer as NodeJS.Immediate);
        // One of the machine's, set before. To `clearImmediate` it would cost Node an immediate that others wait for.
        else clearTimeout(timer as NodeJS.Timeout);
      },
    };
    Object.assign(globalThis, timers);
    AbortSignal.timeout = (ms) => {
      const ended = new AbortController();
      this.set(() => ended.abort(new DOMException('too late', 'TimeoutError')), ms);
      return ended.signal;
    };
    return () => {
      Object.assign(globalThis, { setTimeout, clearTimeout });
      AbortSignal.timeout = timeout;
    };
  }
}
