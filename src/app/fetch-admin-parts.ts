import { useEffect } from 'react';
import { useAccount } from '../engine/index.ts';

/** Fetches what only admins use as soon as one is known, so that it is there when the network is not. */
export function useAdminParts(): void {
  const isAdmin = useAccount()?.isAdmin === true;
  useEffect(() => {
    // Out of reach now, they are tried again at the next start.
    if (isAdmin) void fetchParts().catch(() => {});
  }, [isAdmin]);
}

async function fetchParts(): Promise<void> {
  await Promise.all([
    import('./admin-page.tsx'),
    import('../features/dashboard/dashboard.tsx'),
    import('../features/outbox/outbox-page.tsx'),
    import('../features/project/editing-board.tsx'),
    import('../features/sync-details/sync-details.tsx'),
  ]);
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.ready;
  // What was loaded before the worker was there has gone past it: asked for again, it is kept.
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const scripts = loaded.filter((name) => /\/assets\/[^/]+\.js$/.test(name));
  await Promise.all([...new Set(scripts)].map((name) => fetch(name)));
}
