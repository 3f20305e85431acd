/**
 * Coalesces calls of a job: all calls during a run share the next run, which starts after them and so sees
 * everything that was true when they were made.
 */
export function gathered(job: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    if (next === null) {
      next = last.then(() => {
        next = null;
        return job();
      });
      last = next.catch(() => {});
    }
    return next;
  };
}
