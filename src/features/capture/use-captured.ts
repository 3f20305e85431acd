import { openInForm } from '../../content/form/open-in-form.ts';
import { resourceOf } from '../../content/resources/captured.ts';
import type { Drafts } from '../../engine/index.ts';
import { dropCapture, listCaptures } from '../../lib/captures.ts';
import { LOCK_PATIENCE_MS } from '../../lib/limits.ts';
import { underLock } from '../../lib/lock.ts';
import { secureContext } from '../../lib/secure-context.ts';
import { CAPTURES_LOCK } from '../../lib/storage-keys.ts';
import { useOpenKept } from './use-open-kept.ts';

/**
 * Opens a shared link in the form for a new resource. If there are several, the form has the last one. The others are
 * offered above it, as is an earlier draft.
 *
 * @param account the admin at the dashboard; null while there is none
 */
export function useCaptured(account: string | null): void {
  useOpenKept(account, openAll);
}

/** Under a lock: another tab would open the same. @returns the address of the form; null if there was nothing */
async function openAll(drafts: Drafts, account: string): Promise<string | null> {
  if (listCaptures().length === 0) return null;
  return underLock(secureContext.locks, CAPTURES_LOCK, LOCK_PATIENCE_MS, async () => {
    let address: string | null = null;
    for (const captured of listCaptures()) {
      address = await openInForm(drafts, account, resourceOf(captured));
      dropCapture();
    }
    return address;
  });
}
