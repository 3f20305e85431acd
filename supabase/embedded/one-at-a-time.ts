/**
 * A queue of one: each job starts when the one before it has ended, however it ended.
 *
 * PGlite is one connection, and the API layer opens transactions on it with plain BEGIN and COMMIT, so
 * two requests at once would run inside each other's transaction, under each other's role.
 */
export function oneAtATime(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const next = last.then(job, job);
    last = next.catch(() => {});
    return next;
  };
}
