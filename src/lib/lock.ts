/**
 * Runs a job while no other tab does, where the browser can tell; where it cannot, just runs it.
 * The lock only saves work: two engines at once are harmless, so a holder that does not answer (a
 * frozen tab) is not waited for longer than `patienceMs` but relieved of the lock.
 *
 * @param signal gives lock, and place in the queue for it, back at once; the job looks after itself
 * @throws what the job throws; the signal's reason
 */
export async function underLock<T>(
  locks: LockManager | undefined,
  name: string,
  patienceMs: number,
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
    // Relieved of the lock while the job runs: the job goes on, and its own outcome counts.
    if (running !== null) return await (running as Promise<T>);
    // Where the browser keeps nothing for the site, it gives it no locks either.
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
