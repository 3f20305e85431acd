/** Work took longer than allowed. */
export class Overdue extends Error {
  override message = 'It took too long.';
}

/** By how many times the clock may exceed the limit. */
const PATIENCE = 5;

/**
 * Waits for another thread's work, but not longer than the limit.
 *
 * The limit counts CPU time of this process: on a busy machine, or one that was asleep, the clock advances while no
 * work is done. Work that only waits is limited by the clock, to PATIENCE times the limit.
 *
 * @param limit in ms
 * @throws Overdue; the work goes on
 */
export async function within<T>(limit: number, work: Promise<T>): Promise<T> {
  const began = process.cpuUsage();
  const deadline = performance.now() + PATIENCE * limit;
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    const look = () => {
      const { user, system } = process.cpuUsage(began);
      const left = Math.min(limit - (user + system) / 1000, deadline - performance.now());
      if (left <= 0) reject(new Overdue());
      else timer = setTimeout(look, left);
    };
    timer = setTimeout(look, limit);
  });
  try {
    return await Promise.race([work, overdue]);
  } finally {
    clearTimeout(timer);
  }
}
