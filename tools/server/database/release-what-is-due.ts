import type { PGlite } from '@electric-sql/pglite';
import { RELEASE_EVERY_MS } from '../../../src/lib/limits.ts';

/**
 * Publishes what was to be published by now, as pg_cron does for a hosted site. A visitor who asks has it done, too; this is for
 * a site that nobody reads at the time.
 *
 * @returns a function that stops it
 */
export function releaseWhatIsDue(
  exclusively: (job: (database: PGlite) => Promise<unknown>) => Promise<unknown>,
): () => void {
  const timer = setInterval(() => {
    // A site without this migration, or one that is being closed, has nothing to publish.
    exclusively((database) => database.query('select public.sync_release()')).catch(() => {});
  }, RELEASE_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
