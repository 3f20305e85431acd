/**
 * Runs a job while no other tab does, where the browser can tell; where it cannot, just runs it.
 * The lock only saves work: two engines at once are harmless, so a holder that does not answer (a
 * frozen tab) is not waited for longer than `patienceMs` but relieved of the lock.
 *
 * @throws what the job throws
 */
export async function underLock<T>(
  locks: LockManager | undefined,
  name: string,
  patienceMs: number,
  job: () => Promise<T>,
): Promise<T> {
  if (locks === undefined) return job();
  let running: Promise<T> | null = null;
  const run = () => {
    running = job();
    return running;
  };
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), patienceMs);
  try {
    return await locks.request(name, { signal: patience.signal }, run);
  } catch (error) {
    // Relieved of the lock while the job runs: the job goes on, and its own outcome counts.
    if (running !== null) return await (running as Promise<T>);
    if (!patience.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
  return locks.request(name, { steal: true }, run).catch((error: unknown) => {
    if (running !== null) return running;
    throw error;
  });
}
