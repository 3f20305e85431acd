import { useEffect } from 'react';
import { useAccount } from '../engine/index.ts';
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
  const { workers } = secureContext;
  if (workers === undefined) return;
  await workers.ready;
  // Scripts loaded before the worker was active bypassed its cache: fetching them again stores them.
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const scripts = loaded.filter((name) => /\/assets\/[^/]+\.js$/.test(name));
  await Promise.all([...new Set(scripts)].map((name) => fetch(name)));
}
