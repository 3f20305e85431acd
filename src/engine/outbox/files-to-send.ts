import type { Failure } from '../../lib/failure.ts';
import type { Instant } from '../../lib/millis.ts';
import { getMeta, type MirrorDatabase } from '../mirror/database.ts';
import type { Account } from '../mirror/meta.ts';
import type { Mutation } from '../mutation.ts';
import { filesHere, filesNamedBy } from './files.ts';
import { recordAnswers } from './outcome.ts';
import { nextOf, OF_FILE } from './queue.ts';

/** The outbox as what sends files sees it (sync/send-files.ts). */

/**
 * The names of the files to be sent, in the order of the edits that name them: of the signed-in account, up to the first that
 * can still be taken back. What only drafts or refused edits name stays here.
 */
export function filesToSend(database: MirrorDatabase, now: Instant): Promise<string[]> {
  const { outbox, files, meta } = database;
  return database.transaction('r', outbox, files, meta, async () => {
    const here = new Set(await filesHere(database));
    const account = await getMeta(database, 'account');
    if (!account || here.size === 0) return [];
    const named = (await nextEdits(database, account, now)).flatMap(({ changes }) =>
      filesNamedBy(database, changes),
    );
    return [...new Set(named)].filter((name) => here.has(name));
  });
}

/** The server calls an upload of a file so (R49). It is forgotten with the file, so one that is gone keeps none. */
export async function uploadHasBegun(
  { files }: MirrorDatabase,
  name: string,
  upload: string,
): Promise<void> {
  await files.update(name, { upload });
}

/** The server has a file: what waits for it can go. Another tab may have said so already. */
export function fileIsStored({ files }: MirrorDatabase, name: string): Promise<void> {
  return files.delete(name);
}

/**
 * The server refuses a file: the signed-in account's edits that name it are refused with its reason (R47), and what builds on
 * them is parked. The file stays for the retry.
 *
 * @param epoch the history that the device was on when it sent the file: an exchange beside it may have brought another one
 *   since, in which the server would not refuse it (R39)
 */
export function fileIsRefused(
  database: MirrorDatabase,
  name: string,
  { code, message }: Pick<Failure, 'code' | 'message'>,
  at: Instant,
  epoch: string | null,
): Promise<void> {
  return database.transaction('rw', database.tables, async () => {
    const account = await getMeta(database, 'account');
    if (!account) return;
    const refused = (await nextEdits(database, account, at)).filter(({ changes }) =>
      filesNamedBy(database, changes).includes(name),
    );
    const answers = refused.map(({ id }) => ({
      id,
      outcome: 'rejected' as const,
      first: 'rejected' as const,
      code: `${OF_FILE}${code}`,
      message,
      conflicts: [],
    }));
    await recordAnswers(database, answers, at, epoch);
  });
}

async function nextEdits(
  { outbox }: MirrorDatabase,
  account: Account,
  now: Instant,
): Promise<Mutation[]> {
  return nextOf(await outbox.orderBy('place').toArray(), account, now);
}
