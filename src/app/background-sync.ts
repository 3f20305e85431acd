import { useEffect } from 'react';
import { useAccount, useOutbox } from '../engine/index.ts';
import { inSite } from '../lib/in-site.ts';
import { isInstalled } from '../lib/installed.ts';
import { NEWS_APART_MS, WAITS_LONG_MS } from '../lib/limits.ts';
import { secureContext } from '../lib/secure-context.ts';
import { NEWS_TAG, OUTBOX_TAG } from '../lib/sync-tags.ts';

/** A scope that contains no page: the worker only waits to be woken. */
const SCOPE = inSite('/outbox-worker/');

/**
 * Asks the browser to wake a worker for waiting edits, in case every tab is closed before there is a network.
 * It asks again with each new edit and at each start, because browsers give up after a few tries (Y39). The worker
 * is installed as soon as an admin is known: once the network is gone it is too late.
 */
export function useBackgroundSync(): void {
  const isAdmin = useAccount()?.isAdmin === true && canBeWoken('SyncManager');
  useEffect(() => {
    if (!isAdmin || !navigator.onLine) return;
    // Without a worker the next start sends the edits.
    void register().catch(() => {});
  }, [isAdmin]);

  const last = useOutbox().waiting.at(-1)?.id;
  useEffect(() => {
    if (last === undefined || !isAdmin) return;
    // With a network this page is about to send them itself, and the worker would find none.
    const patience = navigator.onLine ? WAITS_LONG_MS : 0;
    const timer = setTimeout(() => void askToBeWoken().catch(() => {}), patience);
    return () => clearTimeout(timer);
  }, [last, isAdmin]);
}

/**
 * Asks the browser to wake the same worker now and then, so that an installed site opens with new content (Chromium). The
 * worker fetches the content and shows nothing. Only those who have installed the site download it.
 */
export function usePeriodicSync(): void {
  useEffect(() => {
    if (canBeWoken('PeriodicSyncManager') && isInstalled() && navigator.onLine)
      void askForNews().catch(() => {});
  }, []);
}

async function askForNews(): Promise<void> {
  const registration = await register();
  await untilActive(registration);
  const { periodicSync } = registration as ServiceWorkerRegistration & {
    periodicSync: { register(tag: string, options: { minInterval: number }): Promise<void> };
  };
  // Refused unless the browser lets installed sites do so.
  await periodicSync.register(NEWS_TAG, { minInterval: NEWS_APART_MS });
}

/** Chromium has the names of these everywhere, and workers only in secure contexts. */
function canBeWoken(by: 'SyncManager' | 'PeriodicSyncManager'): boolean {
  return import.meta.env.PROD && by in window && secureContext.workers !== undefined;
}

async function register(): Promise<ServiceWorkerRegistration> {
  const { workers } = secureContext;
  if (workers === undefined) throw new Error('This page can have no worker.');
  return workers.register(inSite('/outbox-worker.js'), {
    scope: SCOPE,
    type: 'module',
  });
}

async function askToBeWoken(): Promise<void> {
  const registration = await secureContext.workers?.getRegistration(SCOPE);
  // Without a registration of our own this is the one of a wider scope.
  if (registration === undefined || !registration.scope.endsWith(SCOPE)) return;
  await untilActive(registration);
  const { sync } = registration as ServiceWorkerRegistration & {
    sync: { register(tag: string): Promise<void> };
  };
  await sync.register(OUTBOX_TAG);
}

function untilActive({ active, waiting, installing }: ServiceWorkerRegistration): Promise<void> {
  const worker = active ?? waiting ?? installing;
  if (worker === null || worker.state === 'activated') return Promise.resolve();
  return new Promise((resolve) => {
    worker.addEventListener('statechange', () => worker.state === 'activated' && resolve());
  });
}
