/// <reference lib="webworker" />

import { engineName, kinds, model } from '../content/kinds.ts';
import { createEngine } from '../engine/index.ts';
import { backendOfBuild } from '../lib/backend-of-build.ts';
import { showBadge } from '../lib/badge.ts';
import { pictureFilesIn } from '../lib/site-picture.ts';
import { NEWS_TAG, OUTBOX_TAG } from '../lib/sync-tags.ts';

/**
 * A second service worker, for admins with unsent edits and for anyone who installed the site (app/background-sync.ts): the
 * browser wakes it to send what waits, or to fetch what is new. It is separate from sw.ts, which every visitor
 * downloads. The second composition root.
 */
declare const self: ServiceWorkerGlobalScope & {
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
  addEventListener(type: 'periodicsync', listener: (event: SyncEvent) => void): void;
};

/** Missing from TypeScript's library, because only Chromium has it. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

const parts = {
  name: engineName,
  kinds,
  model,
  backend: backendOfBuild(self.location.origin),
  // It sends no files, and has to know which edits wait for them.
  files: { namesIn: pictureFilesIn },
};

self.addEventListener('sync', (event) => {
  if (event.tag !== OUTBOX_TAG) return;
  const { sendWhatWaits } = createEngine(parts);
  event.waitUntil(sendWhatWaits().finally(showRefused));
});

self.addEventListener('periodicsync', (event) => {
  if (event.tag !== NEWS_TAG) return;
  const { bringUpToDate } = createEngine(parts);
  event.waitUntil(bringUpToDate().finally(showRefused));
});

/** On the app's icon, since no page is there to say it. */
async function showRefused(): Promise<void> {
  const engine = createEngine(parts);
  try {
    await showBadge((await engine.outbox()).rejected.length);
  } catch {
    // The page will say it.
  } finally {
    engine.stop();
  }
}

// It controls no page, so a newer one need not wait.
self.addEventListener('install', () => void self.skipWaiting());
