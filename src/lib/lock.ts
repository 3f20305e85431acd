import type { Millis } from './millis.ts';

/**
 * Runs a job while no other tab does, if the browser has Web Locks; otherwise just runs it.
 * The lock only saves work, since two engines at once are harmless. So if the holder does not answer
 * within `patienceMs` (a frozen tab), the lock is stolen.
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
  if (locks === undefined) return job();
  let running: Promise<T> | null = null;
  const run = () => {
    running = signal === undefined ? job() : Promise.race([job(), endOf(signal)]);
    return running;
  };
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), patienceMs);
  signal?.addEventListener('abort', () => patience.abort());
  try {
    signal?.throwIfAborted();
    return await locks.request(name, { signal: patience.signal }, run);
  } catch (error) {
    // The lock was stolen while the job ran: the job goes on, and its own outcome counts.
    if (running !== null) return await (running as Promise<T>);
    // A browser that keeps nothing for the site offers no locks either.
    if (Object(error).name === 'SecurityError') return await run();
    if (!patience.signal.aborted || signal?.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
  return locks.request(name, { steal: true }, run).catch((error: unknown) => {
    if (running !== null) return running;
    throw error;
  });
}

function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
