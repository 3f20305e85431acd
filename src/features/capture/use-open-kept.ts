import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useEditor } from '../../engine/editing.ts';
import type { Drafts } from '../../engine/index.ts';
import { useToast } from '../../ui/toast.tsx';

/**
 * Opens what was shared to the site and kept on the device, in the place of the dashboard.
 *
 * @param account the admin at the dashboard; null while there is none
 * @param open the same in each render; gives the address of what is to be opened, null if nothing was kept
 */
export function useOpenKept(
  account: string | null,
  open: (drafts: Drafts, account: string) => Promise<string | null>,
): void {
  const { drafts } = useEditor();
  const navigate = useNavigate();
  const toast = useToast();
  useEffect(() => {
    if (account === null) return;
    let isGone = false;
    open(drafts, account).then(
      (address) => {
        if (!isGone && address !== null) void navigate(address, { replace: true });
      },
      () => {
        const detail = 'This device could not open it in a form. It is kept.';
        toast({ title: 'Not added yet: what you shared', detail, look: 'danger' });
      },
    );
    return () => {
      isGone = true;
    };
  }, [drafts, account, open, navigate, toast]);
}
