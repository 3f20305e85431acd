import { useEffect } from 'react';
import { useAccount } from '../store/editing.tsx';
import { useToast } from '../ui/toast.tsx';

/** The account that this tab has greeted. */
const GREETED_KEY = 'fieldnotes.greeted';

/** Spec section 6: tells an admin of their rights, after signing in and once in a tab where they were signed in. */
export function useAdminGreeting(): void {
  const account = useAccount();
  const toast = useToast();
  // Undefined while the device is being asked; null for anybody who is to be greeted when they become admin.
  const admin = account && (account.isAdmin && !account.expired ? account.userId : null);
  useEffect(() => {
    if (admin === undefined || admin === readGreeted()) return;
    writeGreeted(admin);
    if (admin === null) return;
    toast({
      title: 'Admin Access Granted',
      detail: 'You have administrator access to this site.',
    });
  }, [admin, toast]);
}

function readGreeted(): string | null {
  try {
    return sessionStorage.getItem(GREETED_KEY);
  } catch {
    return null;
  }
}

function writeGreeted(userId: string | null): void {
  try {
    if (userId === null) sessionStorage.removeItem(GREETED_KEY);
    else sessionStorage.setItem(GREETED_KEY, userId);
  } catch {
    // Greeted once more at the next load, then.
  }
}
