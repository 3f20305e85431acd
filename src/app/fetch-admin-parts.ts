import { useEffect } from 'react';
import { useAccount } from '../engine/index.ts';
import { KEEP_ADMIN_PARTS } from '../lib/admin-parts.ts';
import { secureContext } from '../lib/secure-context.ts';

/** Downloads the admin code as soon as an admin is known, so that it is available offline. */
export function useAdminParts(): void {
  const isAdmin = useAccount()?.isAdmin === true;
  useEffect(() => {
    // Failed downloads are retried at the next start.
    if (isAdmin) void fetchParts().catch(() => {});
  }, [isAdmin]);
}

async function fetchParts(): Promise<void> {
  await Promise.all([
    import('./admin-page.tsx'),
    import('../features/kept-back/kept-back-items.tsx'),
    import('./more-admin-pages.tsx'),
    import('../features/dashboard/dashboard.tsx'),
    import('../features/outbox/outbox-page.tsx'),
    import('../features/project/editing-board.tsx'),
    import('../features/writing/writing-page.tsx'),
    import('../features/sync-details/sync-details.tsx'),
  ]);
  // What these load later, such as the thread for pictures, and what was loaded before the worker was active.
  (await secureContext.workers?.ready)?.active?.postMessage({ type: KEEP_ADMIN_PARTS });
}
