import { useEffect } from 'react';
import { useAccount } from '../engine/index.ts';
import { GREETED_KEY } from '../lib/storage-keys.ts';
import { visitStorage } from '../lib/web-storage.ts';
import { useToast } from '../ui/toast.tsx';

/** ACCESS-4: tells an admin of their rights, after signing in and once in a tab where they were signed in. */
export function useAdminGreeting(): void {
  const account = useAccount();
  const toast = useToast();
  // Undefined until the device answers; null for anyone else, so that they are greeted when they become admin.
  const admin = account && (account.isAdmin && !account.expired ? account.userId : null);
  useEffect(() => {
    if (admin === undefined || admin === visitStorage.get(GREETED_KEY)) return;
    visitStorage.set(GREETED_KEY, admin);
    if (admin === null) return;
    toast({
      title: 'Admin Access Granted',
      detail: 'You have administrator access to this site.',
    });
  }, [admin, toast]);
}
