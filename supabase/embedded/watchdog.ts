/** Work took longer than it may. */
export class Overdue extends Error {
  override message = 'It took too long.';
}

/** How many times the limit may pass on the clock. */
const PATIENCE = 5;

/**
 * Waits for the work of another thread, as long as it may take.
 *
 * What counts is the time that this process had on a processor: on a busy machine, or one that was asleep, the
 * clock goes on while no work is done. Work that only waits has PATIENCE times the limit by the clock.
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
