import { vi } from 'vitest';

/**
 * Resolves with what `job` returns as soon as it does not throw. Vitest's own `vi.waitFor` gives up after a second, and a
 * busy machine may stand still for longer. `expect.poll` has its patience from vitest.config.ts.
 *
 * @param interval ms between two looks
 */
export function eventually<Result>(
  job: () => Result | Promise<Result>,
  interval = 50,
): Promise<Result> {
  return vi.waitFor(job, { timeout: 60_000, interval });
}
