import type { Instant } from '../../lib/millis.ts';
import type { NewFile } from '../file.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import { dropFiles } from './files.ts';

/** The files that drafts name, for those who edit: visitors load what is in files.ts. */

/** Keeps files for a draft, on the disk before it resolves (mirror/database.ts). */
export async function keepFiles(
  { files }: MirrorDatabase,
  given: readonly NewFile[],
  at: Instant,
): Promise<void> {
  await files.bulkPut(given.map((file) => ({ ...file, at })));
}

/** Deletes a draft, and the files that only it names, inside the caller's transaction. */
export async function dropDraft(database: MirrorDatabase, key: string): Promise<void> {
  const { drafts, filesIn } = database;
  const named = filesIn(JSON.stringify((await drafts.get(key)) ?? null));
  await drafts.delete(key);
  await dropFiles(database, named);
}
