import { TEXT_SLICE_MS } from './limits.ts';
import { nextTask } from './next-task.ts';

/**
 * Takes the steps of a long job, a few milliseconds at a time, so that the page stays responsive.
 *
 * @param isOver asked after each pause: the job then ends where it is
 * @param pause between two slices
 * @returns what the steps gave, or null if it is over before the last of them
 */
export async function inSlices<Step>(
  steps: Iterable<Step>,
  isOver: () => boolean,
  pause: () => Promise<void> = nextTask,
): Promise<Step[] | null> {
  const taken: Step[] = [];
  let end = performance.now() + TEXT_SLICE_MS;
  for (const step of steps) {
    taken.push(step);
    if (performance.now() < end) continue;
    await pause();
    if (isOver()) return null;
    end = performance.now() + TEXT_SLICE_MS;
  }
  return taken;
}
