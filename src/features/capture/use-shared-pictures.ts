import { commentaryOf } from '../../content/commentaries/shared-commentary.ts';
import { openInForm } from '../../content/form/open-in-form.ts';
import { formOf, SHARED, writingAddress } from '../../content/forms.ts';
import type { Drafts } from '../../engine/index.ts';
import { LOCK_PATIENCE_MS } from '../../lib/limits.ts';
import { underLock } from '../../lib/lock.ts';
import { secureContext } from '../../lib/secure-context.ts';
import { listShared, sharedIsOpened } from '../../lib/shared-pictures.ts';
import { CAPTURES_LOCK } from '../../lib/storage-keys.ts';
import { useOpenKept } from './use-open-kept.ts';

/**
 * PICTURE-9: opens the view in which a new commentary is written, for pictures that were shared to the site: with the words that
 * came along; or that of a learning, if somebody has asked for one. The pictures are taken there (features/writing/use-shared-files.ts). If there are several, the oldest comes first,
 * and the next one after it at the next visit of the dashboard.
 *
 * @param account the admin at the dashboard; null while there is none
 */
export function useSharedPictures(account: string | null): void {
  useOpenKept(account, openFirst);
}

/** Under a lock: another tab would open the same. @returns where it is written; null if there was nothing */
async function openFirst(drafts: Drafts, account: string): Promise<string | null> {
  if ((await listShared()).length === 0) return null;
  return underLock(secureContext.locks, CAPTURES_LOCK, LOCK_PATIENCE_MS, async () => {
    const [first] = await listShared();
    if (first === undefined) return null;
    const change = commentaryOf(first);
    if (!first.isOpened) {
      await openInForm(drafts, account, change);
      // Otherwise a page that is left before its pictures are in the text would have the words twice.
      await sharedIsOpened(first);
    }
    const form = formOf(first.table ?? change.table);
    const address = form && writingAddress(form, null);
    return address && `${address}${SHARED}`;
  });
}
