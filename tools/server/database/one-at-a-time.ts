/**
 * Runs jobs one at a time, in order; a failed job does not stop the next.
 *
 * PGlite is one connection, and the API layer opens transactions on it with plain BEGIN and COMMIT, so
 * two concurrent requests would share one transaction, one of them under the other's role.
 */
export function oneAtATime(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const next = last.then(job, job);
    last = next.catch(() => {});
    return next;
  };
}
