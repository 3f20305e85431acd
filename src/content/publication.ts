import { newestFirst, timestamp } from '../engine/index.ts';
import type { Instant } from '../lib/millis.ts';

/**
 * When readers may see a row: nothing for a draft, a time in the future for what is scheduled. The server decides what it tells
 * whom; here it only says how an admin is shown a row. A row from before the column is published.
 */
export const publishedAt = timestamp({
  by: 'form or server',
  as: null,
  before: '1970-01-01T00:00:00+00:00',
});

/** Where a row stands for readers. */
export type Publication = 'draft' | 'scheduled' | 'published';

/** @param now by this device's clock; the server's decides */
export function publicationOf(time: Instant | null, now: Instant): Publication {
  if (time === null) return 'draft';
  return time > now ? 'scheduled' : 'published';
}

/** Newest first, and before all others the drafts that have no date yet. */
export function draftsFirst(row: {
  created_at: string | null;
  published_at: string | null;
}): number {
  const { created_at, published_at } = row;
  const isUndated = created_at === null && published_at === null;
  return isUndated ? Number.NEGATIVE_INFINITY : newestFirst(created_at);
}
