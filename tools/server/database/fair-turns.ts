/**
 * Runs jobs one at a time. The callers take turns, so one with many jobs, or with slow ones, keeps each of the others waiting for
 * one job only. A failed job does not stop the next.
 */
export function fairTurns(): {
  /** @param caller whose job it is */
  run<T>(caller: string, job: () => Promise<T>): Promise<T>;
  /** How many jobs of a caller have not begun. */
  waiting(caller: string): number;
} {
  /** By caller, in the order of their turns. Nobody is in it without a job. */
  const queues = new Map<string, (() => Promise<void>)[]>();
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    for (let next = queues.entries().next(); !next.done; next = queues.entries().next()) {
      const [caller, [job, ...others]] = next.value;
      queues.delete(caller);
      if (others.length > 0) queues.set(caller, others);
      await job?.();
    }
    isRunning = false;
  }

  return {
    run: (caller, job) =>
      new Promise((resolve, reject) => {
        const queue = queues.get(caller) ?? [];
        queue.push(() => job().then(resolve, reject));
        queues.set(caller, queue);
        if (!isRunning) void runAll();
      }),
    waiting: (caller) => queues.get(caller)?.length ?? 0,
  };
}
