import { Failure } from '../../src/lib/failure.ts';

/** How often something is asked. A project that was idle, or is on a busy machine, is slow to answer at first. */
const TRIES = 3;

/**
 * Asks again where the answer took too long. A command may wait for longer than a page.
 *
 * @param job may run more than once
 * @throws what the last try threw
 */
export async function patiently<T>(job: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await job();
    } catch (error) {
      const isLate = error instanceof Failure && error.code === 'time-out';
      if (!isLate || tries === TRIES) throw error;
    }
  }
}
