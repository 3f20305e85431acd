/// <reference lib="webworker" />

import { kinds, model } from '../content/kinds.ts';
import { createEngine } from '../engine/index.ts';
import { backendOfBuild } from '../lib/backend-of-build.ts';
import { OUTBOX_TAG } from '../lib/outbox-tag.ts';

/**
 * A second service worker, for admins with edits that wait (app/background-sync.ts): it is woken to send them
 * and does nothing else. It is not part of sw.ts, which every visitor downloads. The second composition root.
 */
declare const self: ServiceWorkerGlobalScope & {
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
};

/** Not in TypeScript's library: only Chromium has it. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

const backend = backendOfBuild(self.location.origin);

self.addEventListener('sync', (event) => {
  if (event.tag !== OUTBOX_TAG) return;
  event.waitUntil(createEngine({ kinds, model, backend }).sendWhatWaits());
});

// It controls no page: there is nothing for a newer one to wait for.
self.addEventListener('install', () => void self.skipWaiting());
