import { useState } from 'react';
import { useAuth, useEditor } from '../../engine/editing.ts';
import { clearShelves } from '../../lib/shelf.ts';
import { BROUGHT_CACHE } from '../../lib/storage-keys.ts';
import { useToast } from '../../ui/toast.tsx';

/** Signing out, with a question first if edits wait (E13). `asking` opens the dialog. */
export function useSignOut() {
  const auth = useAuth();
  const editor = useEditor();
  const toast = useToast();
  const [asking, setAsking] = useState(false);

  /** @param first runs before; if it fails, the user stays signed in */
  async function leave(first?: () => Promise<void>): Promise<void> {
    try {
      await first?.();
      await auth.signOut();
      await clearShelves(BROUGHT_CACHE);
      setAsking(false);
    } catch {
      toast({ title: 'Failed to sign out. Please try again.', look: 'danger' });
    }
  }

  async function signOut(): Promise<void> {
    const { waiting } = await editor.outbox();
    if (waiting.length > 0) setAsking(true);
    else await leave();
  }

  return { asking, signOut, leave, stay: () => setAsking(false) };
}
