import type { Millis } from './millis.ts';

/** The rank of a holder. Those that wait have a random one above it. */
const HOLDER = 0;

/** How often a waiter asks within its patience, and hears nothing, before it steals. */
const QUESTIONS = 3;

/**
 * Runs a job while no other tab does, if the browser has Web Locks and messages between tabs; otherwise just runs it.
 * The lock only saves work, since two engines at once are harmless. The browser frees the lock of a tab or worker that
 * is gone. One that is still there may be frozen or hang, so those that wait ask the holder, and it answers while its
 * job runs, however long that takes. If it has not answered for `patienceMs`, the lock is stolen (R11).
 *
 * @param signal gives up the lock, or the place in its queue, at once; the job must watch it itself
 * @throws what the job throws; the signal's reason
 */
export async function underLock<T>(
  locks: LockManager | undefined,
  name: string,
  patienceMs: Millis,
  job: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  // Firefox has none of the second where it may store nothing.
  if (locks === undefined || typeof BroadcastChannel !== 'function') return job();
  let running: Promise<T> | null = null;
  let holder: ReturnType<typeof ask> | null = null;
  const run = () => {
    holder?.isThisOne();
    running = signal === undefined ? job() : Promise.race([job(), endOf(signal)]);
    return running;
  };
  const patience = new AbortController();
  signal?.addEventListener('abort', () => patience.abort());
  try {
    signal?.throwIfAborted();
    holder = ask(name, patienceMs, () => patience.abort());
    return await locks.request(name, { signal: patience.signal }, run).catch((error: unknown) => {
      const isSilent = patience.signal.aborted && !signal?.aborted;
      if (running !== null || !isSilent) throw error;
      return locks.request(name, { steal: true }, run);
    });
  } catch (error) {
    // The lock was stolen while the job ran: the job goes on, and its own outcome counts.
    holder?.end();
    if (running !== null) return await (running as Promise<T>);
    // A browser that keeps nothing for the site offers no locks either.
    if (Object(error).name === 'SecurityError') return await run();
    throw error;
  } finally {
    holder?.end();
  }
}

/**
 * Asks the holder of a lock whether it lives, by messages to all that hold the lock or wait for it. A message is the rank
 * of its sender.
 *
 * - A holder answers each question. It never speaks first: a page in the background gets messages in time, and timers
 *   up to a minute late.
 * - A waiter begins to count anew when it hears a lower rank: the holder's, or that of another waiter. So of many only
 *   one steals the lock, and nobody takes it from the thief.
 * - Questions without an answer are counted, not time: a waiter that was frozen itself may find answers when it wakes.
 *
 * @param onSilence called once if nobody has answered for `patienceMs`
 */
function ask(name: string, patienceMs: Millis, onSilence: () => void) {
  const channel = new BroadcastChannel(name);
  let rank = 1 + Math.random();
  let unanswered = 0;
  let timer = setTimeout(next, patienceMs / (QUESTIONS + 1));

  function next(): void {
    if (unanswered === QUESTIONS) {
      onSilence();
      return;
    }
    unanswered += 1;
    channel.postMessage(rank);
    timer = setTimeout(next, patienceMs / (QUESTIONS + 1));
  }

  channel.onmessage = ({ data }: MessageEvent<number>) => {
    if (data < rank) unanswered = 0;
    else if (data > rank && rank === HOLDER) channel.postMessage(HOLDER);
  };

  return {
    /** The lock has been granted to this one: it answers from now on. */
    isThisOne(): void {
      clearTimeout(timer);
      rank = HOLDER;
    },
    end(): void {
      clearTimeout(timer);
      channel.close();
    },
  };
}

function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
