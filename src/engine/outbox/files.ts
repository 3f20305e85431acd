import type { StoredFile } from '../file.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import type { QueuedChange } from '../mutation.ts';

/**
 * Files that edits name (R44). A file is on the device until the server has it, or until nothing names it any more (R48).
 */

/** The names of the files on this device. Their bytes are not read. */
export function filesHere({ files }: MirrorDatabase): Promise<string[]> {
  return files.toCollection().primaryKeys();
}

/** The files that an edit gives its rows, wherever they are. */
export function filesNamedBy(
  { filesIn }: MirrorDatabase,
  changes: readonly QueuedChange[],
): readonly string[] {
  return filesIn(JSON.stringify(changes.map((change) => 'values' in change && change.values)));
}

/**
 * Deletes files, inside the caller's transaction, unless something names them: an edit that waits or was refused, of any
 * account, or a draft.
 *
 * @param names of files that an edit or a draft has named which is no more
 * @returns those that were deleted
 */
export async function dropFiles(
  database: MirrorDatabase,
  names: readonly string[],
): Promise<StoredFile[]> {
  const { files } = database;
  const here = names.length === 0 ? [] : await files.bulkGet([...names]);
  if (!here.some((file) => file)) return [];
  const named = await namedHere(database);
  const gone = here.flatMap((file) => (file === undefined || named.has(file.name) ? [] : [file]));
  await files.bulkDelete(gone.map(({ name }) => name));
  return gone;
}

/**
 * The names of all files that edits and drafts of this device name, of any account, inside the caller's transaction. The server
 * may have them already.
 */
export async function namedHere(database: MirrorDatabase): Promise<ReadonlySet<string>> {
  const { outbox, rejected, drafts, filesIn } = database;
  const edits = [
    ...(await outbox.toArray()),
    ...(await rejected.toArray()).map(({ mutation }) => mutation),
  ];
  return new Set([
    ...edits.flatMap(({ changes }) => filesNamedBy(database, changes)),
    ...filesIn(JSON.stringify(await drafts.toArray())),
  ]);
}
