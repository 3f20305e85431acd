/**
 * A job that is asked for more often than it needs to be done: whatever asks while it runs is served by the next
 * run, all by the same one. What was so before the asking is thus always seen by the run.
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
