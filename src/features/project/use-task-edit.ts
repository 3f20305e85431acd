import { useEditor } from '../../engine/editing.ts';
import type { EditDraft } from '../../engine/index.ts';
import { type Toast, useToast } from '../../ui/toast.tsx';

/** The toasts for an edit (ACCESS-5, BOARD-7). */
export interface EditWords {
  readonly denied: string;
  /** Null if success is visible without a message. */
  readonly done: Toast | null;
  readonly failed: Toast;
}

/**
 * Edits tasks and reports the result in a toast.
 *
 * @returns whether the edit was kept. The device is asked each time whether the account is still an admin's, because
 *   the role may be gone since the board was drawn. The server has the last word.
 */
export function useTaskEdit() {
  const editor = useEditor();
  const toast = useToast();
  return async (draft: EditDraft, { denied, done, failed }: EditWords): Promise<boolean> => {
    try {
      const account = await editor.account();
      if (account?.isAdmin !== true) {
        toast({ title: 'Permission denied', detail: denied, look: 'danger' });
        return false;
      }
      await editor.edit(draft);
      if (done !== null) toast(done);
      return true;
    } catch {
      // The edit was not kept. The device may be full, or its storage may not even answer who is signed in.
      toast({ ...failed, look: 'danger' });
      return false;
    }
  };
}
