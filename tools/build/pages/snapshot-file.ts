import { createHash } from 'node:crypto';

/**
 * The snapshot of a build: a file beside the site, and in each page a `<meta>` that names it. A device that has nothing
 * begins with it (src/app/built-snapshot.ts), so the first visit needs no backend.
 */

/** In a folder whose files hosts keep for ever, so its name changes with its content. */
export function snapshotName(text: string): string {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8);
  return `assets/snapshot-${hash}.json`;
}

/** Where an owner may keep a snapshot for builds whose backend does not answer; `npm run snapshot` writes it. */
export const KEPT_FILE = 'supabase/snapshot.json';
