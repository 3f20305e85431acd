import { type EditDraft, useEditor } from '../../engine/index.ts';
import { type Toast, useToast } from '../../ui/toast.tsx';

/** What is said of an edit (ACCESS-5, BOARD-7). */
export interface EditWords {
  readonly denied: string;
  /** Null where success needs no word beyond what is seen. */
  readonly done: Toast | null;
  readonly failed: Toast;
}

/**
 * Edits tasks, and says in a toast how it went.
 *
 * @returns whether the edit was kept. Whether the account is still an admin's is asked of the device
 *   each time: the role may be gone since the board was drawn. The server decides in the end.
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
      // Whatever it was (the device, a storage that does not even tell the account): it was not kept.
      toast({ ...failed, look: 'danger' });
      return false;
    }
  };
}
